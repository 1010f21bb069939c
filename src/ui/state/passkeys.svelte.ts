/** The wallets of this device that a passkey opens. */
import type { Client, Result } from '../../client/client.ts';
import { LatestTask } from './task.ts';

export interface WalletPasskey {
  readonly credential: Uint8Array;
  readonly salt: Uint8Array;
  /** A PIN is needed, too. */
  readonly pin: boolean;
}

const NONE: Result<'x_passkeys'> = {};

export class Passkeys {
  #entries = $state.raw<ReadonlyMap<string, WalletPasskey | 'damaged'>>(new Map());
  readonly #client: Client;
  readonly #loading = new LatestTask();

  constructor(client: Client) {
    this.#client = client;
  }
  /** Damaged: what is stored of it cannot be used. Undefined: the wallet has none. */
  of(wallet: string): WalletPasskey | 'damaged' | undefined {
    return this.#entries.get(wallet);
  }
  /** Without the list only passwords open wallets, so a failure is ignored. */
  async load(): Promise<void> {
    await this.#loading.load(async (task) => {
      const { wallets = [] } = await task.wait(this.#client.call('x_passkeys', {}).catch(() => NONE));
      this.#entries = new Map(wallets.map(({ name, passkey }) => [name, passkey ?? 'damaged']));
    });
  }
}
