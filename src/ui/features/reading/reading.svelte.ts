/** Turns reading while the wallet is closed on and off: makes or removes the copy without the spend key. */
import { toHex } from '../../../base/hex.ts';
import { PasswordAttempts } from '../../keys/password-attempts.svelte.ts';
import type { ReadingPort } from '../../state/reading-port.ts';
import type { Session } from '../../state/session.svelte.ts';
import { Tasks } from '../../state/task.ts';

export class ReadingState extends PasswordAttempts {
  /** Undefined until it is known. */
  on = $state<boolean | undefined>(undefined);
  /** Undefined: the browser chooses the times. */
  everyMinutes = $state<number | undefined>(undefined);
  readonly #session: Session;
  readonly #turning: Tasks;
  readonly #loadPort: () => Promise<ReadingPort>;

  constructor(session: Session, port: () => Promise<ReadingPort>) {
    super(session.book);
    this.#session = session;
    this.#turning = new Tasks(session.book);
    this.#loadPort = port;
  }
  load(): Promise<boolean> {
    return this.attempt(async (task) => {
      const port = await task.wait(this.#loadPort());
      this.everyMinutes = port.everyMinutes;
      this.on = await task.wait(port.isOn(this.#session.status.wallet));
    });
  }
  turn(on: boolean): Promise<boolean> {
    const name = this.#session.status.wallet;
    return this.attemptWithPassword(async (task) => {
      const port = await task.wait(this.#loadPort());
      await task.wait(on ? this.#turnOn(port, name) : this.#turnOff(port, name));
      this.on = on;
    });
  }
  // Turning on and off are finished also when the person leaves the screen: no copy stays that nothing reads.
  async #turnOn(port: ReadingPort, name: string): Promise<void> {
    const { password } = this;
    await this.#turning.run(async (task) => {
      const copyPassword = toHex(crypto.getRandomValues(new Uint8Array(32)));
      await task.wait(this.#setUp('custom-background-password', password, copyPassword));
      const [turned] = await task.wait(Promise.allSettled([port.turnOn(name, copyPassword)]));
      if (turned.status === 'fulfilled') return;
      await task.wait(this.#setUp('off', password));
      throw turned.reason;
    });
  }
  async #turnOff(port: ReadingPort, name: string): Promise<void> {
    const { password } = this;
    await this.#turning.run(async (task) => {
      // The list first: nothing reads a copy that is being removed.
      await task.wait(port.turnOff(name));
      await this.#setUp('off', password);
    });
  }
  async #setUp(
    type: 'custom-background-password' | 'off',
    password: string,
    copyPassword = '',
  ): Promise<void> {
    await this.#session.client.call('setup_background_sync', {
      backgroundSyncType: type,
      walletPassword: password,
      backgroundCachePassword: copyPassword,
    });
  }
}
