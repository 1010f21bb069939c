/** Unsent payments of the open wallet, which the wallet stores; the page shows their next steps. */
import type { Client } from '../../client/client.ts';
import type { UnsentRecord } from './model.ts';
import { LatestTask } from './task.ts';

export class Unsent {
  payments = $state.raw<readonly UnsentRecord[]>([]);
  readonly #client: Client;
  /** Ends when the wallet is closed. */
  readonly #loading = new LatestTask();

  constructor(client: Client) {
    this.#client = client;
  }
  async load(): Promise<void> {
    await this.#loading.load(async (task) => {
      const { payments = [] } = await task.wait(this.#client.call('x_unsent_payments', {}));
      this.payments = payments;
    });
  }
  find(id: string): UnsentRecord | undefined {
    return this.payments.find((payment) => payment.id === id);
  }
  /** The set to sign and the set that the signing device has signed, in hex; empty when there is none. */
  async sets(id: string): Promise<{ readonly set: string; readonly signed: string }> {
    const { payments = [] } = await this.#client.call('x_unsent_payments', { id });
    const [payment] = payments;
    return { set: payment?.set ?? '', signed: payment?.signedSet ?? '' };
  }
  /** Discards a payment, which frees its coins. */
  async discard(id: string): Promise<void> {
    await this.#client.call('x_discard_payment', { id });
  }
  /** Removes all data, because the wallet was closed. */
  clear(): void {
    this.#loading.end();
    this.payments = [];
  }
}
