/** Turns reading while the wallet is closed on and off: makes or removes the copy without the spend key. */
import { toHex } from '../../../base/hex.ts';
import { explain, oneLine } from '../../messages/explain.ts';
import { Attempts } from '../../shared/attempts.svelte.ts';
import type { ReadingPort } from '../../state/reading-port.ts';
import type { Session } from '../../state/session.svelte.ts';

export class ReadingState extends Attempts {
  /** Undefined until it is known. */
  on = $state<boolean | undefined>(undefined);
  password = $state('');
  wrong = $state('');
  /** Undefined: the browser chooses the times. */
  everyMinutes = $state<number | undefined>(undefined);
  readonly #session: Session;
  readonly #loadPort: () => Promise<ReadingPort>;

  constructor(session: Session, port: () => Promise<ReadingPort>) {
    super();
    this.#session = session;
    this.#loadPort = port;
  }
  load(): Promise<boolean> {
    return this.attempt(async () => {
      const port = await this.#loadPort();
      this.everyMinutes = port.everyMinutes;
      this.on = await port.isOn(this.#session.status.wallet);
    });
  }
  turn(on: boolean): Promise<boolean> {
    const name = this.#session.status.wallet;
    return this.attempt(
      async () => {
        const port = await this.#loadPort();
        this.wrong = '';
        if (on) {
          const copyPassword = toHex(crypto.getRandomValues(new Uint8Array(32)));
          await this.#setUp('custom-background-password', copyPassword);
          try {
            await port.turnOn(name, copyPassword);
          } catch (error) {
            // Nothing would read the copy.
            await this.#setUp('off');
            throw error;
          }
        } else {
          // The list first: nothing reads a copy that is being removed.
          await port.turnOff(name);
          await this.#setUp('off');
        }
        this.password = '';
        this.on = on;
      },
      (error) => {
        const why = explain(error);
        if (why.fault === 'wrong_password') this.wrong = oneLine(why);
        else this.error = error;
      },
    );
  }
  async #setUp(type: 'custom-background-password' | 'off', copyPassword = ''): Promise<void> {
    await this.#session.client.call('setup_background_sync', {
      background_sync_type: type,
      wallet_password: this.password,
      background_cache_password: copyPassword,
    });
  }
}
