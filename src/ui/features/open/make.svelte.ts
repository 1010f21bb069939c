/**
 * Creates a wallet: name and password, the words, then four of them typed again, all in one field; only after that the
 * wallet is created. The words are in the page's memory only while they are shown.
 */
import { randomBelow } from '../../state/random-below.ts';
import { counted } from '../../format/format.ts';
import { Attempts } from '../../state/attempts.svelte.ts';
import type { Session } from '../../state/session.svelte.ts';
import { NewWalletForm } from './new-wallet.svelte.ts';
import { ENGLISH_WORDS, loadWordLanguages, type WordKind, type WordLanguage } from './word-languages.ts';

export type MakeStep = 'name' | 'words' | 'check';
const QUESTIONS = 4;

export class MakeState extends Attempts {
  step = $state<MakeStep>('name');
  words = $state.raw<readonly string[]>([]);
  restoreHeight = $state(0);
  /** 16 words, where the language has them. */
  kind = $state<WordKind>('polyseed');
  /** Key of the language of the words. */
  language = $state(ENGLISH_WORDS.key);
  languages = $state.raw<readonly WordLanguage[]>([ENGLISH_WORDS]);
  /** Indices of the words to type again, ascending. */
  askedWords = $state.raw<readonly number[]>([]);
  /** The words that the user typed, in their order, with spaces between. */
  typed = $state('');
  /** The user has left the field, or tried to continue. */
  left = $state(false);
  readonly newWallet: NewWalletForm;
  readonly #session: Session;
  readonly #loading = this.latest();
  readonly #random: (below: number) => number;

  constructor(session: Session, random: (below: number) => number = randomBelow) {
    super();
    this.#session = session;
    this.#random = random;
    this.newWallet = new NewWalletForm(session);
  }
  async loadLanguages(): Promise<void> {
    await this.#loading.run(async (task) => {
      this.languages = await task.wait(loadWordLanguages(this.#session.client));
    });
  }
  /** The wallet is made in any case: the worker has it open when this screen is left for it. */
  override end(): void {
    this.#loading.end();
  }
  get #names(): WordLanguage['names'] {
    return (this.languages.find(({ key }) => key === this.language) ?? ENGLISH_WORDS).names;
  }
  /** The words are, or will be, 16 with a date. */
  get polyseed(): boolean {
    const { polyseed, classic } = this.#names;
    return polyseed !== undefined && (this.kind === 'polyseed' || classic === undefined);
  }
  /** The language has words of the other kind, too. */
  get canSwitch(): boolean {
    const { polyseed, classic } = this.#names;
    return polyseed !== undefined && classic !== undefined;
  }
  /** Continues from the name to the words. */
  async toWords(): Promise<void> {
    if (this.busy) return;
    this.newWallet.reveal();
    if (!this.newWallet.ready) return;
    await this.#draw();
  }
  /** Shows new words of the other kind instead. */
  async switchKind(): Promise<void> {
    if (this.busy) return;
    const before = this.kind;
    this.kind = this.polyseed ? 'classic' : 'polyseed';
    await this.#draw((error) => {
      this.kind = before;
      this.error = error;
    });
  }
  #draw(refused?: (error: unknown) => void): Promise<boolean> {
    const { polyseed } = this;
    const language = this.#names[polyseed ? 'polyseed' : 'classic'] ?? 'English';
    return this.attempt(async (task) => {
      const { seed, restoreHeight } = await task.wait(
        this.#session.client.call('x_make_seed', { language, polyseed }),
      );
      this.#forget();
      // Japanese words have wide spaces between them.
      this.words = seed.split(/\s+/u);
      this.restoreHeight = restoreHeight;
      this.step = 'words';
    }, refused);
  }
  toCheck(): void {
    if (this.askedWords.length === 0) this.askedWords = this.#choose();
    this.left = false;
    this.step = 'check';
  }
  back(): void {
    this.endAttempt();
    this.step = this.step === 'check' ? 'words' : 'name';
    // A user who goes back to the name gets other words afterwards.
    if (this.step === 'name') this.#forget();
  }
  get #answers(): readonly string[] {
    // In lists of single characters, as the Chinese one, words are also written without spaces.
    const joined = this.words.every((word) => /^.$/su.test(word));
    return clean(this.typed)
      .split(joined ? /\s*/u : /[\s,]+/u)
      .filter((answer) => answer !== '');
  }
  #asked(i: number): string {
    return clean(this.words[this.askedWords[i] ?? 0] ?? '');
  }
  /** Answer `i` is the word asked for. */
  fits(i: number): boolean {
    return this.#answers[i] === this.#asked(i);
  }
  /** The mistake in the first wrong answer, after the user has left the field. */
  get fault(): string {
    if (!this.left) return '';
    const answers = this.#answers;
    const wrong = answers.findIndex((answer, i) => i >= QUESTIONS || answer !== this.#asked(i));
    const [answer, number] = [answers[wrong], (this.askedWords[wrong] ?? 0) + 1];
    if (answer === undefined) return '';
    if (wrong >= QUESTIONS) return 'These are more than four words.';
    if (this.words.some((word) => clean(word) === answer))
      return `“${answer}” stands elsewhere on your list. Look for word ${number}.`;
    const right = this.#asked(wrong);
    return resembles(answer, right)
      ? `“${answer}” is not one of the words in use. Did you mean “${right}”?`
      : `“${answer}” is not word ${number}. Look at your paper again.`;
  }
  get checked(): boolean {
    return (
      this.askedWords.length > 0 &&
      this.#answers.length === QUESTIONS &&
      this.askedWords.every((_, i) => this.fits(i))
    );
  }
  get whyNot(): string {
    const missing = QUESTIONS - this.#answers.length;
    if (missing > 0) return counted(missing, ['# word is still missing.', '# words are still missing.']);
    if (missing < 0) return 'These are more than four words.';
    const wrong = this.askedWords.filter((_, i) => !this.fits(i)).length;
    return wrong === 0 ? '' : counted(wrong, ['# word does not match.', '# words do not match.']);
  }
  /** Creates the wallet; returns whether it is open. */
  async finish(): Promise<boolean> {
    if (this.busy || !this.checked) return false;
    this.#session.keepStorage();
    return this.attempt(async () => {
      const { client } = this.#session;
      const wanted = {
        filename: this.newWallet.name.trim(),
        password: this.newWallet.password,
        seed: this.words.join(' '),
        restoreHeight: this.restoreHeight,
        language: this.#names.classic ?? 'English',
      };
      await this.#session.openBy(
        () => client.call('restore_deterministic_wallet', wanted),
        () => {
          this.#forget();
          this.#session.noteBackup('words');
        },
      );
    });
  }
  #choose(): number[] {
    const size = Math.ceil(this.words.length / QUESTIONS);
    // One from each quarter, so that a missing line is noticed.
    return Array.from({ length: QUESTIONS }, (_, quarter) => {
      const from = quarter * size;
      return from + this.#random(Math.min(size, this.words.length - from));
    });
  }
  #forget(): void {
    this.words = [];
    this.askedWords = [];
    this.typed = '';
  }
}
const clean = (text: string): string => text.trim().toLowerCase().normalize('NFKC');

/** At most two letters must be changed, added or removed to turn one word into the other. */
export function resembles(a: string, b: string): boolean {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const swap = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return (row[b.length] ?? 0) <= 2;
}
