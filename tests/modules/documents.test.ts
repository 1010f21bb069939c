/** The documents: their links and the paths that they name exist, and they stay as short as people read. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const project = resolve(import.meta.dirname, '../..');
const MOST_WORDS = 39_000;
const MOST_WORDS_OF_A_PAGE = 1800;

interface Page {
  readonly path: string;
  readonly text: string;
}
const files = execFileSync('git', ['ls-files', '-z'], { cwd: project, encoding: 'utf8' })
  .split('\0')
  .filter((path) => path !== '' && existsSync(join(project, path)));
const readPages = (): readonly Page[] =>
  files
    .filter((path) => path.endsWith('.md'))
    .map((path) => ({ path, text: readFileSync(join(project, path), 'utf8') }));

const withoutCode = (text: string): string => text.replace(/^```[^]*?^```$/gm, '');

/** The anchor that GitHub makes of a heading. */
const anchorsOf = (text: string): readonly string[] =>
  [...withoutCode(text).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\- _]/gu, '')
      .replace(/ /g, '-'),
  );

const brokenLinks = ({ path, text }: Page): readonly string[] =>
  [...withoutCode(text).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)]
    .filter(([, target = '', anchor]) => {
      const file = target === '' ? join(project, path) : join(project, dirname(path), target);
      return (
        !existsSync(file) || (anchor !== undefined && !anchorsOf(readFileSync(file, 'utf8')).includes(anchor))
      );
    })
    .map(([, target = '', anchor = '']) => `${path}: ${target}#${anchor}`);

/** Paths of Monero's source and of the npm package, and `x` for any method. */
const ELSEWHERE =
  /^(?:src\/(?:hardforks|carrot_impl|multisig|ringct|crypto|cryptonote_\w+)|src\/wallet\/cold|tests\/(?:unit_tests|hash|crypto)|docs\/library-api\.md|src\/rpc\/methods\/x\.ts|tests\/rpc\/x\.test\.ts)(?:\/|$)/;
/** The path is a file, a folder, or has a file for each `*`. */
const exists = (named: string): boolean => {
  const pattern = named.replace(/\/$/, '').replace(/[.+?]/g, '\\$&').replaceAll('*', '[^/]*');
  const wanted = new RegExp(`^${pattern}(?:/|$)`);
  return files.some((path) => wanted.test(path));
};
/** Paths from the root in backticks. */
const missingPaths = ({ path, text }: Page): readonly string[] =>
  [...withoutCode(text).matchAll(/`((?:src|tests|scripts|workers|docs|examples)\/[\w./*-]+)`/g)]
    .map(([, named = '']) => named)
    .filter((named) => !ELSEWHERE.test(named) && !exists(named))
    .map((named) => `${path}: ${named}`);

const wordsOf = ({ text }: Page): number => text.split(/\s+/).filter((word) => word !== '').length;

describe('the documents', () => {
  const pages = readPages();
  it('link to files and headings that exist', () => {
    expect(pages.flatMap(brokenLinks)).toEqual([]);
  });
  it('name paths that exist', () => {
    expect(pages.flatMap(missingPaths)).toEqual([]);
  });
  it('have no page that is too long, and are short together', () => {
    expect(pages.filter((page) => wordsOf(page) > MOST_WORDS_OF_A_PAGE).map(({ path }) => path)).toEqual([]);
    // The changelog grows with every release.
    const lasting = pages.filter(({ path }) => path !== 'CHANGELOG.md' && !path.startsWith('.changes/'));
    expect(lasting.reduce((sum, page) => sum + wordsOf(page), 0)).toBeLessThanOrEqual(MOST_WORDS);
  });
  it('are refused with a link, a heading or a path that does not exist', () => {
    const path = 'docs/planted.md';
    const text =
      'See [a](gone.md), [b](bench.md#gone), [c](bench.md#measuring), `src/gone.ts` and `src/base/*.ts`.\n';
    expect(brokenLinks({ path, text })).toEqual([`${path}: gone.md#`, `${path}: bench.md#gone`]);
    expect(missingPaths({ path, text })).toEqual([`${path}: src/gone.ts`]);
  });
});
