/** Restores a wallet from its 25, 16 or 13 words, or from keys or a link. Checks each word while the user types. */
import { readTypedText, type TypedText } from '../../../base/typed-text.ts';
import { Attempts } from '../../state/attempts.svelte.ts';
import { counted } from '../../format/format.ts';
import { explain, oneLine, type Explained } from '../../messages/explain.ts';
import type { Session } from '../../state/session.svelte.ts';
import type { Task } from '../../state/task.ts';
import { Birthday } from '../../keys/birthday.svelte.ts';
import { NewWalletForm } from './new-wallet.svelte.ts';
import { replaceWord } from './replace-word.ts';
import { WordHints } from './word-hints.ts';

const WORDS = 25;
/** A longer one has several in it: Japanese may be written without spaces. */
const LONGEST_WORD = 30;
/** Fewer words that may be all: 16 with a date, 13 of MyMonero. */
const FEWER = [16, 13];

export interface FoundWords {
  readonly kind: 'classic' | 'polyseed' | 'mymonero' | 'keys';
  /** Empty for keys and links. */
  readonly language: string;
  /** The words are of the old list, or lack the checksum word. */
  readonly deprecated: boolean;
  /** Number of words that the worker found; 0 for keys and links. */
  readonly count: number;
}

export class RestoreState extends Attempts {
  text = $state('');
  offset = $state('');
  /** Words that begin like the one being typed. */
  hints = $state.raw<readonly string[]>([]);
  /** Set when the words are valid. */
  found = $state.raw<FoundWords | undefined>(undefined);
  /** The 16 words are encrypted, so `offset` is their password. */
  encrypted = $state(false);
  /** The words or keys for which `encrypted` was found. */
  #encrypted = '';
  wrong = $state.raw<Explained | undefined>(undefined);
  readonly newWallet: NewWalletForm;
  readonly birthday: Birthday;
  readonly #session: Session;
  readonly #hints: WordHints;
  /** The text of which the worker has said that all its words may belong to the phrase. */
  #longer = $state('');
  readonly #checking = this.latest();
  /** The words, what stands beside them, and the passphrase to which `found` belongs. */
  #checked = '';

  constructor(session: Session) {
    super();
    this.#session = session;
    const { missing } = session;
    this.newWallet = new NewWalletForm(session, missing.length === 1 ? missing[0] : undefined);
    this.birthday = new Birthday(session);
    this.#hints = new WordHints(session.client);
  }
  get #read(): TypedText {
    return readTypedText(this.text);
  }
  get words(): readonly string[] {
    const read = this.#read;
    if (read.kind !== 'words') return [];
    const { words, whole = words } = read;
    return (this.#longer === this.text ? whole : words).map((word) => word.toLowerCase());
  }
  /** Words that were left out, unless they belong to the phrase. */
  get #beside(): readonly string[] {
    const read = this.#read;
    return read.kind === 'words' && this.#longer !== this.text ? (read.beside ?? []) : [];
  }
  /** The text is something else than words: keys in hex, or a link. */
  get isKeys(): boolean {
    return !['words', 'nothing'].includes(this.#read.kind);
  }
  get progress(): string {
    const n = this.words.length;
    return n === 0
      ? '25, 16 or 13 words, in their order, with spaces between. Or one or two private keys, or a link with them.'
      : counted(n, ['# word', '# words']);
  }
  get foundLine(): string {
    if (this.found === undefined) return this.progress;
    const { kind, language } = this.found;
    if (this.isKeys) return 'These keys fit.';
    if (kind === 'polyseed') return `These 16 words fit. Language: ${language}.`;
    if (kind === 'mymonero') return `These are 13 words of MyMonero, and they fit. Language: ${language}.`;
    const fits = `The words fit. Language: ${language}.`;
    return this.found.count === WORDS
      ? fits
      : `${fits} Without the 25th word a mistake goes unnoticed: compare each with your paper.`;
  }
  get wrongLine(): string {
    // The password of encrypted words has a field of its own.
    return this.wrong === undefined || this.wrong.fault === 'polyseed_password' ? '' : oneLine(this.wrong);
  }
  /** A replacement for the wrong word. */
  get suggestion(): string {
    const word = this.wrong?.data['suggestion'];
    const named = this.wrong?.fault === 'unknown_word' || this.wrong?.fault === 'bad_polyseed';
    return named && typeof word === 'string' && this.#with(this.#wrongIndex, word) !== undefined ? word : '';
  }
  get #wrongIndex(): number {
    return Number(this.wrong?.data['index'] ?? 0);
  }
  /**
   * Call it when the words or the passphrase have changed. While words are missing, it looks up each word that is
   * followed by a space. `final`: the user has left the field. Returns false if they changed again before they were checked.
   */
  async check(final = false): Promise<boolean> {
    const { isKeys } = this;
    if (this.encrypted && this.#phrase !== this.#encrypted) this.#forgetPassword();
    const text = this.#textToCheck;
    // Leaving the field checks again what is known: a button that is pressed then must not move meanwhile.
    if (this.found !== undefined && text === this.#checked) return true;
    this.#checked = '';
    this.found = undefined;
    this.birthday.inWords = undefined;
    return this.#checking.run((task) =>
      isKeys ? this.#checkKeys(task, final) : this.#checkWords(task, final),
    );
  }
  get #phrase(): string {
    return this.isKeys ? this.text : this.words.join(' ');
  }
  #askPassword(): void {
    this.encrypted = true;
    this.#encrypted = this.#phrase;
  }
  /** Other words took the place of the encrypted ones: with the password they would open another, empty wallet. */
  #forgetPassword(): void {
    this.encrypted = false;
    this.#encrypted = '';
    this.offset = '';
  }
  /** The words, what stands beside them, and the passphrase; for keys the text and the passphrase. */
  get #textToCheck(): string {
    if (this.isKeys) return `${this.text} ${this.offset}`;
    const { height, day } = this.#read;
    return JSON.stringify([this.words, this.#beside, height, day, this.offset]);
  }
  async #checkWords(task: Task, final: boolean): Promise<void> {
    const { words } = this;
    const beside = this.#beside;
    const text = this.#textToCheck;
    const unspaced = words.some((word) => word.length > LONGEST_WORD);
    const whole = words.length >= WORDS || ((final || unspaced) && words.length > 0);
    if (!whole && !FEWER.includes(words.length)) return this.#findHints(task, words);
    const [checked] = await task.wait(
      Promise.allSettled([
        this.#session.client.call('x_check_seed', {
          seed: words.join(' '),
          ...(this.offset === '' ? {} : { seed_offset: this.offset }),
          ...(beside.length > 0 && { beside }),
        }),
      ]),
    );
    if (checked.status === 'rejected') {
      const why = explain(checked.reason);
      if (beside.length > 0 && why.fault === 'bad_word_count') {
        this.#longer = this.text;
        return this.#checkWords(task, final);
      }
      if (why.fault === 'polyseed_password') this.#askPassword();
      // The words may be the beginning of more words.
      else if (!whole) return this.#findHints(task, words);
      this.hints = [];
      this.wrong = why;
      return;
    }
    const { value: found } = checked;
    this.hints = [];
    this.found = {
      kind: found.kind === 'polyseed' || found.kind === 'mymonero' ? found.kind : 'classic',
      language: found.language,
      deprecated: found.wasDeprecated,
      count: found.wordCount,
    };
    void this.birthday.offer(this.#read);
    this.birthday.inWords = found.restoreHeight;
    this.birthday.inLink = false;
    this.#checked = text;
    this.wrong = undefined;
  }
  /** The scanned text. */
  async fill(text: string): Promise<void> {
    this.text = text;
    await this.check(true);
  }
  async useSuggestion(): Promise<void> {
    this.#replace(this.#wrongIndex, this.suggestion);
    await this.check(true);
  }
  async complete(word: string): Promise<boolean> {
    this.#replace(Math.max(0, this.words.length - 1), word);
    this.text = `${this.text} `;
    return this.check();
  }
  #replace(index: number, word: string): void {
    const text = this.#with(index, word);
    if (text === undefined) return;
    void this.birthday.offer(this.#read);
    this.text = text;
  }
  /** The text with another word. Undefined: something else in it would be lost. */
  #with(index: number, word: string): string | undefined {
    const text = replaceWord(this.text, this.words, index, word);
    return text ?? (this.#beside.length === 0 ? this.words.with(index, word).join(' ') : undefined);
  }
  /** The wallet is made in any case: the worker has it open when this screen is left for it. */
  override end(): void {
    this.#checking.end();
    this.birthday.end();
  }
  get whyNot(): string {
    if (this.found === undefined)
      return this.encrypted
        ? 'The password of the words is still missing.'
        : this.isKeys
          ? 'The keys are not complete yet.'
          : this.wrongLine === ''
            ? 'The words are not complete yet.'
            : 'The words need a correction.';
    if (this.birthday.height === undefined) return 'The date or block is still missing.';
    return '';
  }
  /** Restores the wallet; returns whether it is open. */
  async submit(): Promise<boolean> {
    if (this.busy) return false;
    this.newWallet.reveal();
    this.#session.keepStorage();
    if (this.found === undefined && !(await this.check(true))) return false;
    const height = this.birthday.height;
    if (this.whyNot !== '' || height === undefined || !this.newWallet.ready) return false;
    return this.attempt(() => (this.isKeys ? this.#restoreKeys(height) : this.#restoreWords(height)));
  }
  async #restoreWords(restoreHeight: number): Promise<void> {
    const { found } = this;
    const session = this.#session;
    const wanted = {
      filename: this.newWallet.name.trim(),
      password: this.newWallet.password,
      seed: this.words.join(' '),
      restoreHeight,
      // For words of the old list, a new phrase in English is made.
      ...(found?.deprecated === true ? { language: 'English' } : {}),
      ...(this.offset === '' ? {} : { seed_offset: this.offset }),
    };
    await session.openBy(
      () => session.client.call('restore_deterministic_wallet', wanted),
      () => {
        this.#forget();
        session.noteBackup('words');
        session.restored = session.status.wallet;
        if (found?.kind === 'mymonero') session.migration.suggest(session.status.wallet);
      },
    );
  }
  async #restoreKeys(restoreHeight: number): Promise<void> {
    const wanted = {
      filename: this.newWallet.name.trim(),
      password: this.newWallet.password,
      givenKeys: this.text,
      passphrase: this.offset,
      restoreHeight,
    };
    await this.#session.openBy(
      () => this.#session.client.call('x_restore_keys', wanted),
      () => {
        this.#forget();
      },
    );
  }
  #forget(): void {
    this.text = '';
    this.#forgetPassword();
  }
  /** The worker reads them as a whole; what is still being typed is not called wrong. */
  async #checkKeys(task: Task, final: boolean): Promise<void> {
    const text = this.#textToCheck;
    this.hints = [];
    const [checked] = await task.wait(
      Promise.allSettled([
        this.#session.client.call('x_check_keys', { givenKeys: this.text, passphrase: this.offset }),
      ]),
    );
    if (checked.status === 'rejected') {
      const why = explain(checked.reason);
      if (why.fault === 'polyseed_password') this.#askPassword();
      this.wrong = final ? why : undefined;
      return;
    }
    const { kind, language, restoreHeight } = checked.value;
    this.found = { kind: kind === 'mymonero' ? kind : 'keys', language, deprecated: false, count: 0 };
    const read = this.#read;
    if (read.kind === 'wallet') {
      this.birthday.inWords = restoreHeight;
      this.birthday.inLink = true;
    } else void this.birthday.offer(read);
    this.#checked = text;
    this.wrong = undefined;
  }
  /** Names the first word that is in no list, and offers words that begin like the one being typed. */
  async #findHints(task: Task, words: readonly string[]): Promise<void> {
    const typing = /\s$/.test(this.text) ? '' : (words.at(-1) ?? '');
    const complete = typing === '' ? words : words.slice(0, -1);
    // Only a help while typing: complete words are checked again.
    const found = await task.wait(this.#hints.find(task, complete, typing).catch(() => undefined));
    this.hints = found?.hints ?? [];
    if (found === undefined) return;
    const { wrong: index } = found;
    this.wrong =
      index > 0 ? explain({ fault: 'unknown_word', data: { index, word: complete[index] } }) : undefined;
  }
}
