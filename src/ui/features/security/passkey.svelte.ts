/** Adds a passkey to the open wallet, or removes it. Both need the password. */
import { PasswordAttempts } from '../../keys/password-attempts.svelte.ts';
import { explain } from '../../messages/explain.ts';
import type { PasskeyProblem } from '../../messages/passkey.ts';
import type { Authenticator } from '../../state/authenticator.ts';
import type { WalletPasskey } from '../../state/passkeys.svelte.ts';
import type { Session } from '../../state/session.svelte.ts';
import { Tasks, type Task } from '../../state/task.ts';

const SHORTEST_PIN = 6;
/** Bytes of the question to the authenticator, which is stored beside the wrapped key. */
const SALT_SIZE = 32;

interface Made {
  readonly credential: Uint8Array;
  readonly salt: Uint8Array;
}

interface UsedPasskey extends Made {
  readonly output: Uint8Array;
}

export class PasskeySettings extends PasswordAttempts {
  pinWanted = $state(false);
  pin = $state('');
  again = $state('');
  /** Why this page cannot use passkeys. */
  problem = $state<PasskeyProblem>();
  /** The passkey is made, and must be used once before it opens the wallet. */
  unfinished = $state(false);
  #made: Made | undefined;
  readonly #looking = this.latest();
  readonly #session: Session;
  readonly #authenticator: Authenticator;
  readonly #random: (size: number) => Uint8Array;

  constructor(
    session: Session,
    authenticator: Authenticator,
    random = (size: number): Uint8Array => crypto.getRandomValues(new Uint8Array(size)),
  ) {
    super(session.book);
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
  async load(): Promise<void> {
    await this.#looking.run(async (task) => {
      this.problem = await task.wait(this.#authenticator.whyNot());
    });
  }
  /**
   * Makes a passkey, and lets it open the wallet; returns whether it does. When it is made but was not used, another
   * call goes on with it.
   */
  add(): Promise<boolean> {
    if (this.whyNotYet !== '') return Promise.resolve(false);
    return this.#try(async (task) => {
      const { client, status } = this.#session;
      const { password } = this;
      // Before a passkey is made that could not be added.
      await task.wait(client.call('x_check_password', { password }));
      const made = await task.wait(this.#make(task, status.wallet));
      this.#made = undefined;
      this.unfinished = false;
      await task.wait(this.#add(password, made));
      this.pin = '';
      this.again = '';
      await this.#session.passkeys.load();
    });
  }
  /** Removes the passkey; the password goes on to open the wallet. */
  remove(): Promise<boolean> {
    return this.#try(async (task) => {
      const before = this.passkey;
      const removed = this.#session.client.call('x_remove_passkey', { password: this.password });
      const credential = before === 'damaged' ? undefined : before?.credential;
      await task.wait(this.#forgetAfter(removed, credential));
      await this.#session.passkeys.load();
    });
  }
  /** The person leaves: a passkey that opens nothing is not kept. */
  override end(): void {
    super.end();
    if (this.#made) void this.#authenticator.forget(this.#made.credential);
    this.#made = undefined;
    this.unfinished = false;
  }

  /** Finished also when the person leaves: a passkey that was not added opens nothing. */
  async #add(password: string, { output, ...made }: UsedPasskey): Promise<void> {
    const pin = this.pinWanted ? this.pin : '';
    const { client } = this.#session;
    await new Tasks().run(async (task) => {
      const [added] = await task.wait(
        Promise.allSettled([client.call('x_add_passkey', { password, ...made, output, pin })]),
      );
      output.fill(0);
      if (added.status === 'fulfilled') return;
      await task.wait(this.#authenticator.forget(made.credential));
      throw added.reason;
    });
  }
  /** Finished also when the person leaves. */
  async #forgetAfter(removed: Promise<unknown>, credential: Uint8Array | undefined): Promise<void> {
    await new Tasks().run(async (task) => {
      await task.wait(removed);
      if (credential) await this.#authenticator.forget(credential);
    });
  }
  /** Some authenticators give the secret when the passkey is made, others when it is used. */
  async #make(task: Task, wallet: string): Promise<UsedPasskey> {
    if (!this.#made) {
      const salt = this.#random(SALT_SIZE);
      const { credential, output } = await task.wait(this.#authenticator.create(wallet, salt), (late) => {
        late.output?.fill(0);
        void this.#authenticator.forget(late.credential);
      });
      if (output) return { credential, salt, output };
      this.#made = { credential, salt };
    }
    this.unfinished = true;
    const { credential, salt } = this.#made;
    const output = await task.wait(this.#authenticator.ask(credential, salt), (late) => {
      late.fill(0);
    });
    return { credential, salt, output };
  }
  #try(work: (task: Task) => Promise<void>): Promise<boolean> {
    return this.attemptWithPassword(work, (error) => {
      // Some browsers show a second question only after another click: `unfinished` says so.
      if (!this.unfinished || explain(error).fault !== 'passkey_cancelled') this.error = error;
    });
  }
}

const isPin = (text: string): boolean => text.length >= SHORTEST_PIN && /^[0-9]+$/.test(text);
