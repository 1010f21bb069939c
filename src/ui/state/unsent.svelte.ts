/** Unsent payments of the open wallet, which the wallet stores; the page shows their next steps. */
import type { Client } from '../../client/client.ts';
import type { UnsentRecord } from './model.ts';

export class Unsent {
  payments = $state.raw<readonly UnsentRecord[]>([]);
  readonly #client: Client;
  /** Counts open wallets: answers for an earlier one are dropped. */
  #life = 0;

  constructor(client: Client) {
    this.#client = client;
  }
  async load(): Promise<void> {
    const life = this.#life;
    const { payments = [] } = await this.#client.call('x_unsent_payments', {});
    if (life !== this.#life) return;
    this.payments = payments.map(
      ({
        id,
        next,
        account_index,
        destinations = [],
        fee,
        change,
        transactions,
        note,
        made_at,
        differs,
        signers,
      }) => ({
        id,
        next,
        account: account_index,
        recipients: destinations.map(({ address, amount, own }) => ({ address, amount, own: own ?? false })),
        fee,
        change,
        transactions,
        note,
        time: made_at * 1000,
        differs: differs ?? [],
        signers: signers ?? [],
      }),
    );
  }
  find(id: string): UnsentRecord | undefined {
    return this.payments.find((payment) => payment.id === id);
  }
  /** The set to sign and the set that the signing device has signed, in hex; empty when there is none. */
  async sets(id: string): Promise<{ readonly set: string; readonly signed: string }> {
    const { payments = [] } = await this.#client.call('x_unsent_payments', { id });
    const [payment] = payments;
    return { set: payment?.set ?? '', signed: payment?.signed_set ?? '' };
  }
  /** Discards a payment, which frees its coins. */
  async discard(id: string): Promise<void> {
    await this.#client.call('x_discard_payment', { id });
  }
  /** Removes all data, because the wallet was closed. */
  clear(): void {
    this.#life += 1;
    this.payments = [];
  }
}
