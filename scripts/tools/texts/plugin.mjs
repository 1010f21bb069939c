/**
 * Vite plugin: replaces the texts of src/ui by look-ups, and makes the catalogues from which they come, one for each group
 * and language (src/ui/texts/runtime.ts). It writes no files, and gives each text the same number in every build.
 */
import { relative, sep } from 'node:path';
import { projectRoot } from '../setup/setup.mjs';
import { compile, pathOf, readTranslations, TRANSLATED } from './catalogue.mjs';
import { bracketed } from './pseudo.mjs';
import { collectTexts, GROUPS, groupOf, hasTexts, withLookUps } from './transform.mjs';

/** @typedef {import('./transform.mjs').Group} Group */
/** @typedef {Map<Group, Map<string, import('./transform.mjs').Text>>} Texts */
const PSEUDO = ['en-XA', 'ar-XB'];

/**
 * `pseudo`: with the languages of tests, which show what is not in the catalogue.
 * @param {{ readonly pseudo?: boolean }} [options]
 * @returns {import('vite').Plugin}
 */
export function texts({ pseudo = false } = {}) {
  /** @type {Promise<Texts> | undefined} */
  let collected;
  const all = () => (collected ??= collectTexts(projectRoot));
  const languages = ['en', ...TRANSLATED, ...(pseudo ? PSEUDO : [])];
  return {
    name: 'ostro-texts',
    resolveId: (id) => (CATALOGUE.test(id) ? `\0${id}` : undefined),
    async load(id) {
      const [, group = '', language = ''] = CATALOGUE.exec(id.slice(1)) ?? [];
      if (language === '') return undefined;
      for (const each of TRANSLATED) this.addWatchFile(`${projectRoot}/${pathOf(each)}`);
      const texts = (await all()).get(/** @type {Group} */ (group)) ?? new Map();
      return `export default ${JSON.stringify(catalogueOf(texts.values(), language))};`;
    },
    transform: {
      order: 'pre',
      async handler(code, id) {
        const file = relative(projectRoot, id).split(sep).join('/');
        if (file === 'src/ui/texts/catalogues.ts') return { code: loaders(languages), map: null };
        // `?` marks parts of a file, such as its styles.
        if (file.includes('?') || !hasTexts(file)) return undefined;
        const numbers = [...((await all()).get(groupOf(file))?.keys() ?? [])].map((key, n) => [key, n]);
        return withLookUps(file, code, new Map(/** @type {[string, number][]} */ (numbers)));
      },
    },
  };
}
const CATALOGUE = /^virtual:texts\/(\w+)\/([\w-]+)$/;

/** @param {readonly string[]} languages */
const loaders = (languages) => {
  const ofGroup = (/** @type {Group} */ group) =>
    languages
      .filter((language) => group === 'rest' || language !== 'en')
      .map((language) => `${JSON.stringify(language)}: () => import('virtual:texts/${group}/${language}')`);
  return [
    `export { default as english } from 'virtual:texts/first/en';`,
    `export const load = {${GROUPS.map((group) => `${group}: {${ofGroup(group).join(',')}}`).join(',')}};`,
  ].join('\n');
};

/**
 * A text without a translation is English.
 * @param {Iterable<import('./transform.mjs').Text>} texts
 * @param {string} language
 */
const catalogueOf = (texts, language) => {
  const translations = readTranslations(projectRoot, language);
  return [...texts].map(({ key, forms }) => {
    if (PSEUDO.includes(language)) return bracketed(compile(forms));
    const translated = translations.get(key) ?? [];
    return compile(
      translated.length === forms.length && translated.every((form) => form !== '') ? translated : forms,
    );
  });
};
