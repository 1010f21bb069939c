/** The languages in which words can be made: ten for 16 words, twelve for 25, seven of them for both. */
import type { Client } from '../../../client/client.ts';

export type WordKind = 'polyseed' | 'classic';

export interface WordLanguage {
  /** Value of the choice: its English name in small letters. */
  readonly key: string;
  /** Name of the language in the language itself. */
  readonly name: string;
  /** Name of the language in calls, for each kind of words that it has. */
  readonly names: Readonly<Partial<Record<WordKind, string>>>;
}

export const ENGLISH_WORDS: WordLanguage = {
  key: 'english',
  name: 'English',
  names: { polyseed: 'English', classic: 'English' },
};

/** Languages that have lists of 16 words come first. */
export async function loadWordLanguages(client: Client): Promise<readonly WordLanguage[]> {
  const [sixteen, twentyFive] = await Promise.all([
    client.call('get_languages', { polyseed: true }),
    client.call('get_languages', {}),
  ]);
  const byKey = new Map<string, WordLanguage>();
  for (const [kind, { languages = [], languagesLocal = [] }] of [
    ['polyseed', sixteen],
    ['classic', twentyFive],
  ] as const) {
    for (const [i, english] of languages.entries()) {
      const key = english.toLowerCase();
      const known = byKey.get(key);
      const name = known?.name ?? languagesLocal[i] ?? english;
      byKey.set(key, { key, name, names: { ...known?.names, [kind]: english } });
    }
  }
  return [...byKey.values()];
}
