/** Words, keys or a link that a person types, pastes or scans. Only the worker reads them; the page gets their address. */
import { readTypedText } from '../../../base/typed-text.ts';
import { Birthday } from '../../keys/birthday.svelte.ts';
import { explain, oneLine, type Explained } from '../../messages/explain.ts';
import type { Session } from '../../state/session.svelte.ts';
import { TaskOwner } from '../../state/task.ts';

const KINDS = ['classic', 'polyseed', 'mymonero', 'keys'] as const;

export interface CheckedKeys {
  readonly kind: 'classic' | 'polyseed' | 'mymonero' | 'keys';
  /** Language of the words; empty for keys. */
  readonly language: string;
  /** The first address that they open. */
  readonly address: string;
}

export class GivenKeysForm extends TaskOwner {
  text = $state('');
  passphrase = $state('');
  /** Set when they can be read. */
  found = $state.raw<CheckedKeys>();
  /** The 16 words are encrypted, so `passphrase` is their password. */
  encrypted = $state(false);
  /** The text for which `encrypted` was found. */
  #encrypted = '';
  wrong = $state.raw<Explained>();
  readonly birthday: Birthday;
  readonly #session: Session;
  readonly #checking = this.latest();
  /** The text and the passphrase to which `found` belongs. */
  #checked = '';

  constructor(session: Session) {
    super();
    this.#session = session;
    this.birthday = new Birthday(session);
  }
  get foundLine(): string {
    if (this.found === undefined) return '25, 16 or 13 words, one or two private keys, or a link with them.';
    const { kind, language } = this.found;
    if (kind === 'keys') return 'These keys fit.';
    return kind === 'mymonero'
      ? `These are 13 words of MyMonero, and they fit. Language: ${language}.`
      : `The words fit. Language: ${language}.`;
  }
  get wrongLine(): string {
    return this.wrong === undefined || this.wrong.fault === 'polyseed_password' ? '' : oneLine(this.wrong);
  }
  override end(): void {
    super.end();
    this.birthday.end();
  }
  /**
   * Call it when the text or the passphrase has changed. `final`: the user has left the field; what is still being typed is
   * not called wrong. Returns false if it changed again before it was checked.
   */
  async check(final = false): Promise<boolean> {
    if (this.encrypted && this.text !== this.#encrypted) this.#forgetPassword();
    const text = `${this.text} ${this.passphrase}`;
    // Leaving the field checks again what is known: a button that is pressed then must not move meanwhile.
    if (this.found !== undefined && text === this.#checked) return true;
    this.#checked = text;
    this.#checking.end();
    this.found = undefined;
    this.wrong = undefined;
    this.birthday.inWords = undefined;
    if (this.text.trim() === '') return true;
    try {
      return await this.#checking.run(async (task) => {
        const { kind, language, address, restoreHeight } = await task.wait(
          this.#session.client.call('x_check_keys', {
            givenKeys: this.text,
            passphrase: this.passphrase,
          }),
        );
        this.found = { kind: KINDS.find((each) => each === kind) ?? 'keys', language, address };
        const read = readTypedText(this.text);
        this.birthday.inLink = read.kind === 'wallet';
        const beside = read.height !== undefined || read.day !== undefined;
        void this.birthday.offer(read);
        if (!beside) this.birthday.inWords = restoreHeight;
      });
    } catch (error) {
      const why = explain(error);
      if (why.fault === 'polyseed_password') {
        this.encrypted = true;
        this.#encrypted = this.text;
      }
      this.wrong = final ? why : undefined;
      return true;
    }
  }
  /** The scanned or pasted text as a whole. */
  async fill(text: string): Promise<void> {
    this.text = text;
    await this.check(true);
  }
  get whyNot(): string {
    if (this.found === undefined)
      return this.encrypted
        ? 'The password of the words is still missing.'
        : 'The words or keys are still missing.';
    if (this.birthday.height === undefined) return 'The date or block is still missing.';
    return '';
  }
  /** Other words took the place of the encrypted ones: with the password they would open another, empty wallet. */
  #forgetPassword(): void {
    this.encrypted = false;
    this.#encrypted = '';
    this.passphrase = '';
  }
  /** Removes what was typed. */
  clear(): void {
    this.#checking.end();
    this.text = '';
    this.#forgetPassword();
    this.#checked = '';
    this.found = undefined;
    this.wrong = undefined;
  }
}
