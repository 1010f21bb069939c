/** Restores a wallet from its words. Checks each word while the user types. */
import { Attempts } from '../../shared/attempts.svelte.ts';
import { explain, oneLine, type Explained } from '../../messages/explain.ts';
import type { Session } from '../../state/session.svelte.ts';
import { Birthday } from './birthday.svelte.ts';
import { NewWalletForm } from './new-wallet.svelte.ts';
import { replaceWord, splitWords } from './words.ts';

const WORDS = 25;

export class RestoreState extends Attempts {
  text = $state('');
  offset = $state('');
  /** Words that begin like the one being typed. */
  hints = $state.raw<readonly string[]>([]);
  /** Set when the words are valid. `old`: they are of the old list, or lack the checksum word. */
  found = $state.raw<{ readonly language: string; readonly old: boolean } | undefined>(undefined);
  wrong = $state.raw<Explained | undefined>(undefined);
  readonly newWallet: NewWalletForm;
  readonly birthday: Birthday;
  readonly #session: Session;
  #asked = 0;
  readonly #known: Record<string, boolean> = {};

  constructor(session: Session) {
    super();
    this.#session = session;
    this.newWallet = new NewWalletForm(session);
    this.birthday = new Birthday(session);
  }
  get words(): string[] {
    return splitWords(this.text);
  }
  get progress(): string {
    const n = this.words.length;
    return n === 0 ? 'In their order, with spaces between.' : `${n} of ${WORDS} words`;
  }
  get foundLine(): string {
    if (this.found === undefined) return this.progress;
    const fits = `The words fit. Language: ${this.found.language}.`;
    return this.words.length === WORDS
      ? fits
      : `${fits} Without the 25th word a mistake goes unnoticed: compare each with your paper.`;
  }
  get wrongLine(): string {
    return this.wrong === undefined ? '' : oneLine(this.wrong);
  }
  /** A replacement for the wrong word. */
  get suggestion(): string {
    const word = this.wrong?.data['suggestion'];
    return this.wrong?.fault === 'unknown_word' && typeof word === 'string' ? word : '';
  }
  /**
   * Call it when the words or the passphrase have changed. While words are missing, it looks up each word that is
   * followed by a space. `final`: the user has left the field.
   */
  async check(final = false): Promise<void> {
    const { words } = this;
    this.found = undefined;
    this.#asked += 1;
    const asked = this.#asked;
    if (words.length === 0 || (!final && words.length < WORDS)) {
      await this.#lookUp(words, asked);
      return;
    }
    this.hints = [];
    try {
      const found = await this.#session.client.call('x_check_seed', {
        seed: words.join(' '),
        ...(this.offset === '' ? {} : { seed_offset: this.offset }),
      });
      if (asked !== this.#asked) return;
      this.found = { language: found.language, old: found.was_deprecated };
      this.wrong = undefined;
    } catch (error) {
      if (asked === this.#asked) this.wrong = explain(error);
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
  /** Restores the wallet; returns whether it is open. */
  async submit(): Promise<boolean> {
    if (this.busy) return false;
    this.newWallet.reveal();
    this.#session.keepStorage();
    if (this.found === undefined) await this.check(true);
    const height = this.birthday.height;
    if (this.whyNot !== '' || height === undefined || !this.newWallet.ready) return false;
    return this.attempt(async () => {
      await this.#session.client.call('restore_deterministic_wallet', {
        filename: this.newWallet.name.trim(),
        password: this.newWallet.password,
        seed: this.words.join(' '),
        restore_height: height,
        // For words of the old list, a new phrase in English is made.
        ...(this.found?.old === true ? { language: 'English' } : {}),
        ...(this.offset === '' ? {} : { seed_offset: this.offset }),
      });
      this.text = '';
      this.offset = '';
      await this.#session.opened();
      this.#session.noteBackup('words');
    });
  }
  /** Names the first word that is in no list, and offers words that begin like the one being typed. */
  async #lookUp(words: readonly string[], asked: number): Promise<void> {
    const typing = /\s$/.test(this.text) ? '' : (words.at(-1) ?? '');
    const complete = typing === '' ? words : words.slice(0, -1);
    try {
      const known = await Promise.all(complete.map((word) => this.#isWord(word)));
      const hints = typing.length < 2 ? [] : await this.#wordsLike(typing);
      if (asked !== this.#asked) return;
      const index = known.indexOf(false);
      // If the first word is in another language, wait until all words are there, since then the language is known.
      const judge = index > 0 && known[0] === true;
      this.wrong = judge
        ? explain({ fault: 'unknown_word', data: { index, word: complete[index] } })
        : undefined;
      this.hints = hints.length === 1 && hints[0] === typing ? [] : hints;
    } catch {
      // Only a help while typing: complete words are checked again.
      if (asked === this.#asked) this.hints = [];
    }
  }
  async #isWord(word: string): Promise<boolean> {
    const known = this.#known[word] ?? (await this.#wordsLike(word)).includes(word);
    this.#known[word] = known;
    return known;
  }
  async #wordsLike(prefix: string): Promise<readonly string[]> {
    const { words = [] } = await this.#session.client.call('x_word_hint', { language: 'English', prefix });
    return words;
  }
}
