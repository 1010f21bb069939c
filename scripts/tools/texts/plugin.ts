/**
 * Vite plugin: replaces the texts of src/ui by look-ups, and makes the catalogues from which they come, one for each group
 * and language (src/ui/texts/runtime.ts). It writes no files, and gives each text the same number in every build.
 */
import { relative, sep } from 'node:path';
import { projectRoot } from '../setup/setup.mjs';
import { compile, pathOf, readTranslations, TRANSLATED } from './catalogue.ts';
import { pseudoText } from './pseudo.ts';
import { collectTexts, GROUPS, groupOf, hasTexts, withLookUps, type Group, type Text } from './transform.ts';
import type { Plugin } from 'vite';

type Texts = Map<Group, Map<string, Text>>;
const PSEUDO = ['en-XA', 'ar-XB'];

/** `pseudo`: with the languages of tests, which show what is not in the catalogue. */
export function texts({ pseudo = false }: { readonly pseudo?: boolean } = {}): Plugin {
  let collected: Promise<Texts> | undefined;
  const all = () => (collected ??= collectTexts(projectRoot));
  const languages = ['en', ...TRANSLATED, ...(pseudo ? PSEUDO : [])];
  return {
    name: 'ostro-texts',
    resolveId: (id) => (CATALOGUE.test(id) ? `\0${id}` : undefined),
    async load(id) {
      const [, group = '', language = ''] = CATALOGUE.exec(id.slice(1)) ?? [];
      if (language === '') return undefined;
      for (const each of TRANSLATED) this.addWatchFile(`${projectRoot}/${pathOf(each)}`);
      const texts = (await all()).get(group as Group) ?? new Map();
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
        return withLookUps(file, code, new Map(numbers as [string, number][]));
      },
    },
  };
}
const CATALOGUE = /^virtual:texts\/(\w+)\/([\w-]+)$/;

const loaders = (languages: readonly string[]) => {
  const ofGroup = (group: Group) =>
    languages
      .filter((language) => group === 'rest' || language !== 'en')
      .map((language) => `${JSON.stringify(language)}: () => import('virtual:texts/${group}/${language}')`);
  return [
    `export { default as english } from 'virtual:texts/first/en';`,
    `export const load = {${GROUPS.map((group) => `${group}: {${ofGroup(group).join(',')}}`).join(',')}};`,
  ].join('\n');
};

/** A text without a translation is English. */
const catalogueOf = (texts: Iterable<Text>, language: string) => {
  const translations = readTranslations(projectRoot, language);
  return [...texts].map(({ key, forms }) => {
    if (PSEUDO.includes(language)) return pseudoText(compile(forms));
    const translated = translations.get(key) ?? [];
    return compile(
      translated.length === forms.length && translated.every((form) => form !== '') ? translated : forms,
    );
  });
};
