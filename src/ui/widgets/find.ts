/** Finds things in a short list by their name and by other words for them. */

/** The texts by which an item is found. `words`: synonyms, in any form that separates words. */
export interface Findable {
  readonly name: string;
  readonly words: string;
}

/** The items that fit all words of the query, the best first; all of them, in their order, without a query. */
export function findIn<Item extends Findable>(query: string, items: readonly Item[]): readonly Item[] {
  const wanted = wordsOf(query);
  if (wanted.length === 0) return items;
  return items
    .map((item) => ({ item, rank: rankOf(wanted, item) }))
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank)
    .map(({ item }) => item);
}

/** 0: a word of the query does not fit. */
const rankOf = (wanted: readonly string[], { name, words }: Findable): number => {
  const ofName = wordsOf(name);
  const others = wordsOf(words);
  let rank = 0;
  for (const word of wanted) {
    if (ofName.includes(word)) rank += 8;
    else if (ofName.some((each) => fits(each, word))) rank += 6;
    else if (others.includes(word)) rank += 4;
    else if (others.some((each) => fits(each, word))) rank += 3;
    else if (`${plain(name)} ${plain(words)}`.includes(word)) rank += 1;
    else return 0;
  }
  // The name itself, also in the plural, comes before longer names with the same words.
  const whole = ofName.length === wanted.length && wanted.every((word, i) => fits(ofName[i]!, word));
  return whole ? rank + 3 : rank;
};

/** A word that was typed may be longer, by a plural or an ending: `fees` fits `fee`. Short words have short endings. */
const fits = (known: string, typed: string): boolean =>
  known.startsWith(typed) ||
  (typed.startsWith(known) && typed.length - known.length <= Math.min(3, known.length - 2));

/** In small letters without accents. */
const plain = (text: string): string => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
const wordsOf = (text: string): string[] =>
  plain(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
