/** Adds a passkey to the open wallet, or removes it. Both need the password. */
import { Attempts } from '../../shared/attempts.svelte.ts';
import { explain, oneLine } from '../../messages/explain.ts';
import type { PasskeyProblem } from '../../messages/passkey.ts';
import type { Authenticator } from '../../state/authenticator.ts';
import type { WalletPasskey } from '../../state/passkeys.svelte.ts';
import type { Session } from '../../state/session.svelte.ts';

const SHORTEST_PIN = 6;
/** Bytes of the question to the authenticator, which is stored beside the wrapped key. */
const SALT_SIZE = 32;

interface Made {
  readonly credential: Uint8Array;
  readonly salt: Uint8Array;
}

export class PasskeySettings extends Attempts {
  password = $state('');
  wrong = $state('');
  pinWanted = $state(false);
  pin = $state('');
  again = $state('');
  /** Why this page cannot use passkeys. */
  problem = $state<PasskeyProblem>();
  /** The passkey is made, and must be used once before it opens the wallet. */
  unfinished = $state(false);
  #made: Made | undefined;
  readonly #session: Session;
  readonly #authenticator: Authenticator;
  readonly #random: (size: number) => Uint8Array;

  constructor(
    session: Session,
    authenticator: Authenticator,
    random = (size: number): Uint8Array => crypto.getRandomValues(new Uint8Array(size)),
  ) {
    super();
    this.#session = session;
    this.#authenticator = authenticator;
    this.#random = random;
  }
  get passkey(): WalletPasskey | 'damaged' | undefined {
    return this.#session.passkeys.of(this.#session.status.wallet);
  }
  get pinFault(): string {
    return this.pin === '' || isPin(this.pin) ? '' : `Take at least ${SHORTEST_PIN} digits, and only digits.`;
  }
  get againFault(): string {
    return this.again === '' || this.again === this.pin ? '' : 'These are not the same.';
  }
  /** Says what is missing before a passkey can be added. */
  get whyNotYet(): string {
    if (this.pinWanted && !isPin(this.pin)) return 'The PIN is still missing.';
    if (this.pinWanted && this.again !== this.pin) return 'The PIN is not repeated yet.';
    return this.password === '' ? 'The password is still missing.' : '';
  }
  /** Passkeys can be used here. */
  async look(): Promise<void> {
    this.problem = await this.#authenticator.whyNot();
  }
  /**
   * Makes a passkey, and lets it open the wallet; returns whether it does. When it is made but was not used, another
   * call goes on with it.
   */
  add(): Promise<boolean> {
    if (this.whyNotYet !== '') return Promise.resolve(false);
    return this.#try(async () => {
      const { client, status } = this.#session;
      const { password } = this;
      // Before a passkey is made that could not be added.
      await client.call('x_check_password', { password });
      const { output, ...made } = await this.#make(status.wallet);
      this.#made = undefined;
      this.unfinished = false;
      try {
        const pin = this.pinWanted ? this.pin : '';
        await client.call('x_add_passkey', { password, ...made, output, pin });
      } catch (error) {
        await this.#authenticator.forget(made.credential);
        throw error;
      } finally {
        output.fill(0);
      }
      this.pin = '';
      this.again = '';
      await this.#session.passkeys.load();
    });
  }
  /** Removes the passkey; the password goes on to open the wallet. */
  remove(): Promise<boolean> {
    return this.#try(async () => {
      const before = this.passkey;
      await this.#session.client.call('x_remove_passkey', { password: this.password });
      await this.#session.passkeys.load();
      if (before !== undefined && before !== 'damaged') await this.#authenticator.forget(before.credential);
    });
  }
  /** Call it when the person leaves: a passkey that opens nothing is not kept. */
  leave(): void {
    if (this.#made) void this.#authenticator.forget(this.#made.credential);
    this.#made = undefined;
    this.unfinished = false;
  }

  /** Some authenticators give the secret when the passkey is made, others when it is used. */
  async #make(wallet: string): Promise<Made & { readonly output: Uint8Array }> {
    if (!this.#made) {
      const salt = this.#random(SALT_SIZE);
      const { credential, output } = await this.#authenticator.create(wallet, salt);
      if (output) return { credential, salt, output };
      this.#made = { credential, salt };
    }
    this.unfinished = true;
    const { credential, salt } = this.#made;
    return { credential, salt, output: await this.#authenticator.ask(credential, salt) };
  }
  #try(work: () => Promise<void>): Promise<boolean> {
    return this.attempt(
      async () => {
        this.wrong = '';
        await work();
        this.password = '';
      },
      (error) => {
        const why = explain(error);
        if (why.fault === 'wrong_password' || why.fault === 'wrong_old_password') this.wrong = oneLine(why);
        // Some browsers show a second question only after another click: `unfinished` says so.
        else if (!this.unfinished || why.fault !== 'passkey_cancelled') this.error = error;
      },
    );
  }
}

const isPin = (text: string): boolean => text.length >= SHORTEST_PIN && /^[0-9]+$/.test(text);
