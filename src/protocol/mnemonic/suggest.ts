/** Suggests the word of a list that is most similar to a mistyped one. */
import { folded } from './typed-words.ts';
import type { WordList } from './word-list.ts';

/** No list has a longer word, and the time grows with the square of the length. */
const MAX_LENGTH = 24;

/**
 * The word with the smallest edit distance (swapping two neighbours is one edit); of several, the one with the
 * longest common beginning. Undefined when more than half of the letters would have to change.
 */
export function suggestWord(list: Pick<WordList, 'words'>, wrong: string): string | undefined {
  const typed = Array.from(folded(wrong));
  if (typed.length === 0 || typed.length > MAX_LENGTH) return undefined;
  let best: string | undefined;
  let bestScore = Infinity;
  const farthest = Math.max(1, typed.length / 2);
  for (const word of list.words) {
    const letters = Array.from(folded(word));
    const edits = editDistance(typed, letters);
    // A longer common beginning counts less than one edit.
    const score = edits - commonStart(typed, letters) / (MAX_LENGTH + 1);
    if (edits <= farthest && score < bestScore) {
      best = word;
      bestScore = score;
    }
  }
  return best;
}

const commonStart = (a: readonly string[], b: readonly string[]): number => {
  let n = 0;
  while (n < a.length && a[n] === b[n]) n++;
  return n;
};

/** Optimal string alignment of two lists of letters: insert, delete, replace, swap neighbours. */
export function editDistance(a: readonly string[], b: readonly string[]): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, before[j - 2]! + 1);
      row.push(cost);
    }
    before = last;
    last = row;
  }
  return last[b.length]!;
}
