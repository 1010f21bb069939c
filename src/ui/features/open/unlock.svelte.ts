/** Opens a wallet: which one, its password or passkey, and why it was closed. */
import { Attempts } from '../../state/attempts.svelte.ts';
import { explain, oneLine } from '../../messages/explain.ts';
import { hour } from '../../format/time.ts';
import type { Authenticator } from '../../state/authenticator.ts';
import type { ReadingOn } from '../../state/model.ts';
import type { WalletPasskey } from '../../state/passkeys.svelte.ts';
import type { Session } from '../../state/session.svelte.ts';
import { passwordLine } from '../../keys/password-line.ts';

/** `elsewhere`: the chosen wallet is open in another tab. `unfinished`: it is empty, and can only be removed. */
type Obstacle = 'elsewhere' | 'unfinished';

export class UnlockState extends Attempts {
  password = $state('');
  wrong = $state<string>();
  pin = $state('');
  wrongPin = $state('');
  /** Why the passkey did not open the wallet. */
  passkeyError = $state.raw<unknown>(undefined);
  obstacle = $state<Obstacle>();
  /** The wallet that was chosen or tried. The screen stays with it when another tab opens another wallet. */
  #chosen = $state('');
  /** The way that was tried last: it is tried again when the wallet is taken over. */
  #byPasskey = $state(false);
  readonly #session: Session;
  readonly #authenticator: Pick<Authenticator, 'ask'>;

  constructor(session: Session, authenticator: Pick<Authenticator, 'ask'>) {
    super();
    this.#session = session;
    this.#authenticator = authenticator;
  }
  /** The chosen wallet, otherwise the one just closed, otherwise the one used last. */
  get name(): string {
    const names = this.#session.wallets.map(({ name }) => name);
    return (
      [this.#chosen, this.#session.lastClosed?.wallet].find(
        (name) => name !== undefined && names.includes(name),
      ) ??
      names[0] ??
      ''
    );
  }
  get why(): string {
    const closed = this.#session.lastClosed;
    if (closed?.wallet !== this.name) return 'It is locked.';
    if (closed.reason === 'taken_over') return `It was opened in another tab at ${hour(closed.at)}.`;
    if (closed.reason === 'stopped') return `It was closed at ${hour(closed.at)}.`;
    return `Locked at ${hour(closed.at)}.`;
  }
  /** How far the chosen wallet is read, while it is locked; undefined: it is not read. */
  get readingOn(): ReadingOn | undefined {
    const { readingOn } = this.#session.status;
    return readingOn?.wallet === this.name ? readingOn : undefined;
  }
  /** The passkey that opens the chosen wallet. */
  get passkey(): WalletPasskey | 'damaged' | undefined {
    return this.#session.passkeys.of(this.name);
  }
  get openingByPasskey(): boolean {
    return this.busy && this.#byPasskey;
  }
  get openingByPassword(): boolean {
    return this.busy && !this.#byPasskey;
  }
  choose(name: string): void {
    this.endAttempt();
    this.#chosen = name;
    this.password = '';
    this.pin = '';
    this.#clear();
  }
  /** Opens the wallet; returns whether it is open. */
  async submit(takeOver: boolean): Promise<boolean> {
    const { name } = this;
    if (this.busy) return false;
    this.#clear();
    this.#byPasskey = false;
    this.#chosen = name;
    return this.attempt(
      () => this.#session.openWallet(name, this.password, takeOver),
      (error) => {
        const { fault } = explain(error);
        if (fault === 'wrong_password') this.wrong = passwordLine(error, this.password);
        else if (fault === 'wallet_open_elsewhere') this.obstacle = 'elsewhere';
        else {
          this.error = error;
          if (fault === 'file_unfinished') this.obstacle = 'unfinished';
          this.#forgetRemoved(fault);
        }
      },
    );
  }
  /** Removes the chosen wallet, which is empty, with the password that was typed; returns whether it is gone. */
  async removeUnfinished(): Promise<boolean> {
    const { name, password } = this;
    if (this.busy || this.obstacle !== 'unfinished') return false;
    return this.attempt(
      async (task) => {
        await task.wait(this.#session.remove(name, password));
        this.password = '';
        this.#clear();
      },
      (error) => {
        this.wrong = passwordLine(error, password) || undefined;
        if (this.wrong === undefined) this.error = error;
      },
    );
  }
  /** Opens the wallet with its passkey: the browser asks for it. */
  async submitPasskey(takeOver: boolean): Promise<boolean> {
    const { name, passkey, pin } = this;
    if (this.busy || passkey === undefined || passkey === 'damaged') return false;
    this.#clear();
    this.#byPasskey = true;
    this.#chosen = name;
    if (passkey.pin && pin === '') {
      this.wrongPin = 'The PIN is still missing.';
      return false;
    }
    this.#session.keepStorage();
    return this.attempt(
      async (task) => {
        const asking = this.#authenticator.ask(passkey.credential, passkey.salt);
        // The person may choose another wallet while the browser asks.
        const output = await task.wait(asking, (late) => late.fill(0));
        this.pin = '';
        await this.#session.openWithPasskey(name, output, passkey.pin ? pin : '', takeOver);
      },
      (error) => {
        const why = explain(error);
        if (why.fault === 'wrong_passkey' && passkey.pin) this.wrongPin = oneLine(why);
        else if (why.fault === 'wallet_open_elsewhere') this.obstacle = 'elsewhere';
        else this.passkeyError = error;
        this.#forgetRemoved(why.fault);
      },
    );
  }
  /** Another tab removed the wallet, or the browser did: it is not offered any more. */
  #forgetRemoved(fault: string | undefined): void {
    if (fault === 'wallet_not_found') void this.#session.loadWallets().catch(() => undefined);
  }
  /** Takes the wallet over from the tab in which it is open, by the way that was tried. */
  takeOver(): Promise<boolean> {
    return this.#byPasskey ? this.submitPasskey(true) : this.submit(true);
  }
  #clear(): void {
    this.wrong = undefined;
    this.wrongPin = '';
    this.passkeyError = undefined;
    this.error = undefined;
    this.obstacle = undefined;
  }
}
