/**
 * Creates a wallet: name and password, the words, then four of them typed again; only after that the wallet is
 * created. The words are in the page's memory only while they are shown.
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
  answers = $state<string[]>([]);
  left = $state<boolean[]>([]);
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
    this.answers = this.askedWords.map((_, i) => this.answers[i] ?? '');
    this.left = this.askedWords.map(() => false);
    this.step = 'check';
  }
  back(): void {
    this.endAttempt();
    this.step = this.step === 'check' ? 'words' : 'name';
    // A user who goes back to the name gets other words afterwards.
    if (this.step === 'name') this.#forget();
  }
  fits(i: number): boolean {
    return clean(this.answers[i]) === clean(this.words[this.askedWords[i] ?? 0]);
  }
  /** The fault of answer `i`, after the user has left its field. */
  fault(i: number): string {
    const answer = clean(this.answers[i]);
    const right = clean(this.words[this.askedWords[i] ?? 0]);
    if (this.left[i] !== true || answer === '' || answer === right) return '';
    if (this.words.some((word) => clean(word) === answer))
      return `“${answer}” stands elsewhere on your list. Look for word ${(this.askedWords[i] ?? 0) + 1}.`;
    return resembles(answer, right)
      ? `“${answer}” is not one of the words in use. Did you mean “${right}”?`
      : `“${answer}” is not word ${(this.askedWords[i] ?? 0) + 1}. Look at your paper again.`;
  }
  get checked(): boolean {
    return this.askedWords.length > 0 && this.askedWords.every((_, i) => this.fits(i));
  }
  get whyNot(): string {
    const open = this.askedWords.flatMap((_, i) => (this.fits(i) ? [] : [clean(this.answers[i])]));
    const missing = open.filter((answer) => answer === '').length;
    if (missing > 0) return counted(missing, ['# word is still missing.', '# words are still missing.']);
    return open.length === 0 ? '' : counted(open.length, ['# word does not match.', '# words do not match.']);
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
    this.answers = [];
  }
}
const clean = (text: string | undefined): string => (text ?? '').trim().toLowerCase().normalize('NFKC');

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
