/** Payments of the open wallet that wait for signatures or to be sent: the wallet keeps them, the page shows the next step. */
import type { Client } from '../../client/client.ts';
import type { UnsentPayment } from './model.ts';

export class Unsent {
  payments = $state.raw<readonly UnsentPayment[]>([]);
  readonly #client: Client;
  /** Counts wallets: what was fetched of another is not shown. */
  #life = 0;

  constructor(client: Client) {
    this.#client = client;
  }
  async load(): Promise<void> {
    const life = this.#life;
    const { payments = [] } = await this.#client.call('x_unsent_payments', {});
    if (life !== this.#life) return;
    this.payments = payments.map(
      ({ id, next, account_index, destinations = [], fee, change, note, made_at, differs, signers }) => ({
        id,
        next: next === 'send' ? 'send' : 'sign',
        account: account_index,
        recipients: destinations.map(({ address, amount, own }) => ({ address, amount, own: own ?? false })),
        fee,
        change,
        note,
        time: made_at * 1000,
        differs: differs ?? [],
        signers: signers ?? [],
      }),
    );
  }
  find(id: string): UnsentPayment | undefined {
    return this.payments.find((payment) => payment.id === id);
  }
  /** What is to be signed, and what the signing device signed; in hex, empty where there is none. */
  async sets(id: string): Promise<{ readonly set: string; readonly signed: string }> {
    const { payments = [] } = await this.#client.call('x_unsent_payments', { id });
    const [payment] = payments;
    return { set: payment?.set ?? '', signed: payment?.signed_set ?? '' };
  }
  /** Its coins are free again. */
  async discard(id: string): Promise<void> {
    await this.#client.call('x_discard_payment', { id });
  }
  /** The wallet was closed. */
  clear(): void {
    this.#life += 1;
    this.payments = [];
  }
}
