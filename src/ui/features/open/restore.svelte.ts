/** Restoring a wallet from its words: each word is checked while it is typed. */
import { explain, oneLine, type Explained } from '../../shared/sentences.ts';
import type { Session } from '../../state/session.svelte.ts';
import { Birthday } from './birthday.svelte.ts';
import { Newcomer } from './newcomer.svelte.ts';
import { replaceWord, splitWords } from './words.ts';

const WORDS = 25;

export class RestoreState {
  text = $state('');
  offset = $state('');
  /** Words that start like the one being typed. */
  hints = $state.raw<readonly string[]>([]);
  /** Language and first address, when the words fit. */
  found = $state.raw<{ language: string; address: string } | undefined>(undefined);
  wrong = $state.raw<Explained | undefined>(undefined);
  busy = $state(false);
  error = $state.raw<unknown>(undefined);
  readonly newcomer: Newcomer;
  readonly birthday: Birthday;
  readonly #session: Session;
  #asked = 0;
  #language = 'English';

  constructor(session: Session) {
    this.#session = session;
    this.newcomer = new Newcomer(session);
    this.birthday = new Birthday(session);
  }
  get words(): string[] {
    return splitWords(this.text);
  }
  get progress(): string {
    const n = this.words.length;
    return n === 0 ? 'In their order, with spaces between.' : `${n} of ${WORDS} words`;
  }
  get wrongLine(): string {
    return this.wrong === undefined ? '' : oneLine(this.wrong);
  }
  /** The word to put in place of the wrong one. */
  get suggestion(): string {
    const word = this.wrong?.data['suggestion'];
    return this.wrong?.fault === 'unknown_word' && typeof word === 'string' ? word : '';
  }
  /** Call when the words or the offset changed. `final`: typing is over, also a missing word is named. */
  async check(final = false): Promise<void> {
    const { words } = this;
    this.found = undefined;
    this.#asked += 1;
    const asked = this.#asked;
    // The last word may still be half typed: only words with something after them are judged before the end.
    const typing = !final && words.length < WORDS;
    const settled = typing && !/\s$/.test(this.text) ? words.slice(0, -1) : words;
    if (typing) await this.#hint(words.at(-1) ?? '', asked);
    else this.hints = [];
    if (settled.length === 0) {
      this.wrong = undefined;
      return;
    }
    try {
      const found = await this.#session.client.call('x_check_seed', {
        seed: settled.join(' '),
        ...(this.offset === '' ? {} : { seed_offset: this.offset }),
      });
      if (asked !== this.#asked) return;
      this.#language = found.language;
      this.found = found;
      this.wrong = undefined;
    } catch (error) {
      if (asked !== this.#asked) return;
      const why = explain(error);
      // Too few words is no mistake while more are coming.
      this.wrong = typing && why.fault !== 'unknown_word' ? undefined : why;
    }
  }
  async useSuggestion(): Promise<void> {
    const index = Number(this.wrong?.data['index'] ?? 0);
    this.text = replaceWord(this.text, index, this.suggestion);
    await this.check(true);
  }
  async complete(word: string): Promise<void> {
    this.text = `${replaceWord(this.text, Math.max(0, this.words.length - 1), word)} `;
    await this.check();
  }
  get whyNot(): string {
    if (this.found === undefined) return 'The words are not complete yet.';
    if (this.birthday.height === undefined) return 'The date or block is still missing.';
    return '';
  }
  /** Whether the wallet is open now. */
  async submit(): Promise<boolean> {
    if (this.busy) return false;
    this.newcomer.reveal();
    if (this.found === undefined) await this.check(true);
    const height = this.birthday.height;
    if (this.whyNot !== '' || height === undefined || !this.newcomer.ready) return false;
    this.busy = true;
    this.error = undefined;
    try {
      await this.#session.client.call('restore_deterministic_wallet', {
        filename: this.newcomer.name.trim(),
        password: this.newcomer.password,
        seed: this.words.join(' '),
        restore_height: height,
        ...(this.offset === '' ? {} : { seed_offset: this.offset }),
      });
      this.text = '';
      this.offset = '';
      await this.#session.opened();
      return true;
    } catch (error) {
      this.error = error;
      return false;
    } finally {
      this.busy = false;
    }
  }
  async #hint(prefix: string, asked: number): Promise<void> {
    if (prefix.length < 2 || /\s$/.test(this.text)) {
      this.hints = [];
      return;
    }
    try {
      const { words = [] } = await this.#session.client.call('x_word_hint', {
        language: this.#language,
        prefix,
      });
      if (asked === this.#asked) this.hints = words.length === 1 && words[0] === prefix ? [] : words;
    } catch {
      this.hints = [];
    }
  }
}
