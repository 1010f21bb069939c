import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compile, readTranslations, TRANSLATED } from '../../../scripts/tools/texts/catalogue.ts';
import { projectRoot } from '../../../scripts/tools/setup/setup.mjs';
import { pseudoText } from '../../../scripts/tools/texts/pseudo.ts';
import { collectTexts, withLookUps } from '../../../scripts/tools/texts/transform.ts';
import {
  chooseLanguage,
  chosenLanguage,
  deviceLanguage,
  isRightToLeft,
  type LanguageStorage,
} from '../../../src/ui/texts/language.ts';

const SCRIPT = `
const NAMES = { slow: 'Slow', fast: 'Fast' };
export function words(n: number): string {
  if (n === 0) throw new Error('Never shown');
  return n > 1 ? \`These are \${n} words.\` : counted(n, ['# word', '# words']);
}
export const call = () => client.call('x_make_seed', { kind: 'wide' });
`;
const MARKUP = `<script lang="ts">const { n } = $props();</script>
<p class="secondary small-text">Start from block <b class="num">{n}</b> when you restore.</p>
<button aria-label="Close" type="button">Hide it</button><code>monerod status</code>`;

const numbered = (...texts: string[]): Map<string, number> => new Map(texts.map((text, n) => [text, n]));

const translations = (language: string): string =>
  readFileSync(new URL(`../../../src/ui/texts/${language}.po`, import.meta.url), 'utf8');

describe('the texts of the page', () => {
  it('say „Sie“ in German and “tú” in Spanish', () => {
    const lines = (language: string) => translations(language).match(/^msgstr.*$/gm) ?? [];
    expect(lines('de').filter((line) => /\b([Dd]u|[Dd]ein(e[mnrs]?)?|[Dd]ir|[Dd]ich)\b/.test(line))).toEqual(
      [],
    );
    expect(lines('es').filter((line) => /\b([Uu]sted(es)?|[Vv]uestr\w+)\b/.test(line))).toEqual([]);
    expect(lines('de').some((line) => line.includes('Sie'))).toBe(true);
  });

  it('are found in scripts, and identifiers, errors and names are left', async () => {
    const texts = numbered('Slow', 'Fast', 'These are {0} words.', '# word\n# words');
    const { code } = (await withLookUps('src/ui/widgets/x.ts', SCRIPT, texts))!;
    expect(code).toContain(`import { first as _w_runtime_ } from '../texts/runtime.ts'`);
    expect(code).toContain('{ slow: _w_runtime_(0), fast: _w_runtime_(1) }');
    expect(code).toContain('_w_runtime_(2, [n]) : counted(n, _w_runtime_.p(3))');
    for (const kept of ['Never shown', 'x_make_seed', `'wide'`]) expect(code).toContain(kept);
  });

  it('are found in markup as whole sentences, with their elements', async () => {
    const texts = numbered('Start from block <0/> when you restore.', 'Close', 'Hide it');
    const { code } = (await withLookUps('src/ui/features/settings/X.svelte', MARKUP, texts))!;
    expect(code).toContain(`import { rest } from '../../texts/runtime.ts'`);
    expect(code).toContain('aria-label={_w_runtime_(1)}');
    expect(code).toContain('{_w_runtime_(2)}');
    for (const kept of ['secondary small-text', 'num', 'monerod status']) expect(code).toContain(kept);
    expect(code).not.toMatch(/Start|Close|Hide/);
  });

  it('keep a file in English whose text has no number yet', async () => {
    expect(await withLookUps('src/ui/widgets/x.ts', SCRIPT, new Map())).toBeUndefined();
  });

  it('are numbered in the order of files and lines, so that each build gives them the same numbers', async () => {
    const root = mkdtempSync(join(tmpdir(), 'ostro-texts-'));
    mkdirSync(join(root, 'src/ui/widgets/inner'), { recursive: true });
    // The folder is listed before the file, its content after it.
    for (const name of ['other', 'inner/one'])
      writeFileSync(
        join(root, `src/ui/widgets/${name}.ts`),
        `export const text = () => ['Second of ${name}', 'First of all'];\n`,
      );
    try {
      const numbered = [...(await collectTexts(root)).get('first')!.keys()];
      expect(numbered).toEqual(['Second of inner/one', 'First of all', 'Second of other']);
    } finally {
      rmSync(root, { recursive: true });
    }
  });

  it('are in brackets and longer in the pseudo-language, without what code puts into them', () => {
    expect(pseudoText(compile(['Word {0} of <0>{1}</0> ']))).toEqual(['⟦Wóórd⟧ ', 0, ' ⟦óóf⟧ ', [0, 1], ' ']);
  });
});

const settings = (): LanguageStorage => {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
};

describe('the language of the page', () => {
  it("is the first of the device's that has texts, and else English", () => {
    expect(deviceLanguage(['fr-CH', 'de-AT', 'en'])).toBe('de');
    expect(deviceLanguage(['es-419'])).toBe('es');
    expect(deviceLanguage(['fr', 'pt-BR'])).toBe('en');
    expect(deviceLanguage([])).toBe('en');
  });
  it('is what was chosen, until the choice is taken back', () => {
    const storage = settings();
    expect(chosenLanguage(storage)).toBeUndefined();
    expect(chooseLanguage('es', storage)).toBe(true);
    expect(chosenLanguage(storage)).toBe('es');
    chooseLanguage(undefined, storage);
    expect(chosenLanguage(storage)).toBeUndefined();
  });
  it('is not one that has no texts, and a browser that stores nothing is reported', () => {
    const storage = settings();
    storage.setItem('ostro language', 'tlh');
    expect(chosenLanguage(storage)).toBeUndefined();
    expect(chooseLanguage('de', undefined)).toBe(false);
  });
  it('is written from right to left where it is', () => {
    expect(['ar', 'he', 'ar-XB'].every(isRightToLeft)).toBe(true);
    expect(['en', 'de', 'es', 'fy'].some(isRightToLeft)).toBe(false);
  });
});

describe('the texts for translators', () => {
  /** A text that begins or ends so is a part of another one, which no translator sees. */
  const FRAGMENT = /^\s|\s$|^[,;:.!?)]/;
  it.each(TRANSLATED)(
    'are no fragments of sentences, and neither are their translations to %s',
    (language) => {
      const texts = [...readTranslations(projectRoot, language)];
      expect(texts.length).toBeGreaterThan(2500);
      const fragments = texts.flatMap(([key, forms]) =>
        [key, ...forms].filter((text) => FRAGMENT.test(text)),
      );
      expect(fragments).toEqual([]);
    },
  );
});
