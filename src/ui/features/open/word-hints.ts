/** Looks up typed words in the English lists for 25 (and 13) and for 16 words, while the others are still missing. */
import type { Client } from '../../../client/client.ts';
import type { Task } from '../../state/task.ts';

const LISTS = [false, true] as const;
const MOST = 4;

export interface HintResult {
  /** Index of the first word that is in no list; -1 when there is none. */
  readonly wrong: number;
  /** Words that begin like the one being typed. */
  readonly hints: readonly string[];
}

export class WordHints {
  readonly #client: Client;
  readonly #known = new Map<string, Promise<boolean>>();

  constructor(client: Client) {
    this.#client = client;
  }
  /** `complete`: the words that are followed by a space. `typing`: the one that is not; empty when there is none. */
  async find(task: Task, complete: readonly string[], typing: string): Promise<HintResult> {
    const lists = await task.wait(
      Promise.all(
        LISTS.map(async (polyseed) => ({
          polyseed,
          known: await Promise.all(complete.map((word) => this.#isWord(word, polyseed))),
        })),
      ),
    );
    const most = Math.max(...lists.map(({ known }) => count(known)));
    const nearest = lists.filter(({ known }) => count(known) === most);
    const found =
      typing.length < 2
        ? []
        : await Promise.all(nearest.map(({ polyseed }) => this.#wordsLike(typing, polyseed)));
    const hints = [...new Set(found.flat())].slice(0, MOST);
    // If the first word is in another language, wait until all words are there, since then the language is known.
    const judged = nearest.every(({ known }) => known[0] === true);
    return {
      wrong: judged ? Math.min(...nearest.map(({ known }) => known.indexOf(false))) : -1,
      hints: hints.length === 1 && hints[0] === typing ? [] : hints,
    };
  }
  #isWord(word: string, polyseed: boolean): Promise<boolean> {
    const key = `${polyseed} ${word}`;
    const known = this.#known.get(key) ?? this.#askWord(word, polyseed);
    this.#known.set(key, known);
    return known;
  }
  async #askWord(word: string, polyseed: boolean): Promise<boolean> {
    const words = await this.#wordsLike(word, polyseed);
    return words.includes(word);
  }
  async #wordsLike(prefix: string, polyseed: boolean): Promise<readonly string[]> {
    const { words = [] } = await this.#client.call('x_word_hint', { language: 'English', prefix, polyseed });
    return words;
  }
}
const count = (known: readonly boolean[]): number => known.filter(Boolean).length;
