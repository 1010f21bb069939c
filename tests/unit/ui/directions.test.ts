/**
 * Styles name sides by the direction of text (start, end), so that a page in a language that is written from right to left
 * is mirrored.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ui = new URL('../../../src/ui', import.meta.url).pathname;
const sides = [
  /^\s*(?:margin|padding|border|inset|scroll-margin|scroll-padding)-(?:left|right)\b/,
  /^\s*(?:left|right)\s*:/,
  /\b(?:text-align|float|clear)\s*:\s*(?:left|right)\b/,
  /^\s*border-(?:top|bottom)-(?:left|right)-radius/,
];
/** Four values whose second and fourth differ are another thing on the other side. */
const FOUR = /^\s*(?:margin|padding|inset|border-width):\s*([^;]+);/;

const stylesOf = (text: string, file: string): string =>
  file.endsWith('.css') ? text : (/<style>([^]*?)<\/style>/.exec(text)?.[1] ?? '');
const valuesOf = (text: string): string[] => text.match(/(?:[^\s(]|\([^()]*(?:\([^()]*\)[^()]*)*\))+/g) ?? [];
const isPhysical = (line: string): boolean => {
  const [, right, , left] = valuesOf(FOUR.exec(line)?.[1] ?? '');
  return sides.some((side) => side.test(line)) || (left !== undefined && left !== right);
};

describe('styles', () => {
  it('name no left and right', () => {
    const found = readdirSync(ui, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(svelte|css)$/.test(file))
      .flatMap((file) =>
        stylesOf(readFileSync(join(ui, file), 'utf8'), file)
          .split('\n')
          .filter(isPhysical)
          .map((line) => `${file}: ${line.trim()}`),
      );
    expect(found).toEqual([]);
  });

  it.each([
    'margin-left: 1rem;',
    'left: 0;',
    'text-align: right;',
    'padding: 0 1rem 0 calc(2 * (1rem + 2px));',
  ])('would be found: %s', (line) => {
    expect(isPhysical(line)).toBe(true);
  });
  it.each([
    'margin-inline-start: 1rem;',
    'padding: 0 1rem 0 1rem;',
    'text-align: start;',
    'inset: auto 0 0;',
  ])('may say %s', (line) => {
    expect(isPhysical(line)).toBe(false);
  });
});
