/**
 * The device that watches: shows its coins to the one that signs, takes back what was spent, shows payments to be
 * signed, hands signed ones to the node. Names the next step. The wallet keeps payments and what was signed of them.
 */
import { Attempts } from '../../shared/attempts.svelte.ts';
import { parcelOf, parcelText, type Parcel } from '../../shared/parcels.ts';
import type { UnsentPayment } from '../../state/model.ts';
import type { Session } from '../../state/session.svelte.ts';

export type WatcherStep = 'rest' | 'coins' | 'payment' | 'ready';
/** What would help most now. */
export type Next = 'coins' | 'pay' | 'sign' | 'send';

export class WatcherState extends Attempts {
  step = $state<WatcherStep>('rest');
  shown = $state.raw<Parcel | undefined>(undefined);
  #id = $state('');
  readonly #session: Session;

  constructor(session: Session) {
    super();
    this.#session = session;
  }
  /** The payment that the step is about. */
  get payment(): UnsentPayment | undefined {
    return this.#session.unsent.find(this.#id);
  }
  /** The payment whose next step comes first: one that is signed, else the newest. */
  get waiting(): UnsentPayment | undefined {
    const { payments } = this.#session.unsent;
    return payments.find(({ next }) => next === 'send') ?? payments[0];
  }
  get next(): Next {
    return this.waiting?.next ?? (this.#session.status.unmarked > 0 ? 'coins' : 'pay');
  }
  /** Coins the signing device may not know yet, or all of them. */
  showCoins(all = false): Promise<boolean> {
    return this.attempt(async () => {
      const { outputs_data_hex } = await this.#session.client.call('export_outputs', { all });
      this.shown = parcelOf('outputs', outputs_data_hex);
      this.step = 'coins';
    });
  }
  /** Goes to the next step of a payment that waits. */
  openPayment(id: string): Promise<boolean> {
    return this.attempt(() => this.#open(id));
  }
  async #open(id: string): Promise<void> {
    const payment = this.#session.unsent.find(id);
    if (payment === undefined) {
      this.rest();
      return;
    }
    this.#id = id;
    if (payment.next === 'send') {
      this.step = 'ready';
      return;
    }
    const { set } = await this.#session.unsent.sets(id);
    this.shown = parcelOf('unsigned', set);
    this.step = 'payment';
  }
  discard(): Promise<boolean> {
    return this.attempt(async () => {
      await this.#session.unsent.discard(this.#id);
      await this.#session.lookAgain();
      this.rest();
    });
  }
  /** A signed payment is compared and stored before anything is shown of it. */
  async take(parcel: Parcel): Promise<boolean> {
    return this.attempt(async () => {
      const { client } = this.#session;
      if (parcel.kind === 'signed') {
        const { id } = await client.call('x_keep_payment', { tx_data_hex: parcelText(parcel) });
        await this.#session.lookAgain();
        return this.#open(id);
      }
      await client.call('x_import_key_images', { hex: parcelText(parcel) });
      await this.#session.lookAgain();
      this.rest();
    });
  }
  /** Hands the signed payment to the node; answers the transfer's ID. */
  async send(): Promise<string | undefined> {
    let txid: string | undefined;
    await this.attempt(async () => {
      const { signed } = await this.#session.unsent.sets(this.#id);
      const { tx_hash_list = [] } = await this.#session.client.call('submit_transfer', {
        tx_data_hex: signed,
      });
      txid = tx_hash_list[0];
      await this.#session.lookAgain();
      this.rest();
    });
    return txid;
  }
  rest(): void {
    this.step = 'rest';
    this.#id = '';
    this.shown = undefined;
    this.error = undefined;
  }
}
