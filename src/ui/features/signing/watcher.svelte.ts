/**
 * The device that watches: shows its coins to the one that signs, takes back what was spent, shows payments to be
 * signed, hands signed ones to the node. Names the next step.
 */
import { Attempts } from '../../shared/attempts.svelte.ts';
import { keepNote } from '../../shared/notes.ts';
import { parcelOf, parcelText, type Parcel } from '../../shared/parcels.ts';
import type { Session } from '../../state/session.svelte.ts';

export type WatcherStep = 'rest' | 'coins' | 'payment' | 'ready';
/** What would help most now. */
export type Next = 'coins' | 'pay' | 'sign' | 'hand';

export class WatcherState extends Attempts {
  step = $state<WatcherStep>('rest');
  shown = $state.raw<Parcel | undefined>(undefined);
  #signed = '';
  readonly #session: Session;

  constructor(session: Session) {
    super();
    this.#session = session;
    if (session.unsigned) this.showPayment();
  }
  get next(): Next {
    if (this.#session.unsigned) return 'sign';
    return this.#session.status.unmarked > 0 ? 'coins' : 'pay';
  }
  /** Coins the signing device may not know yet, or all of them. */
  showCoins(all = false): Promise<boolean> {
    return this.attempt(async () => {
      const { outputs_data_hex } = await this.#session.client.call('export_outputs', { all });
      this.shown = parcelOf('outputs', outputs_data_hex);
      this.step = 'coins';
    });
  }
  showPayment(): void {
    const { unsigned } = this.#session;
    if (!unsigned) return;
    this.shown = parcelOf('unsigned', unsigned.set);
    this.step = 'payment';
  }
  forgetPayment(): void {
    this.#session.unsigned = undefined;
    this.rest();
  }
  /** Answers which kind was taken in. */
  async take(parcel: Parcel): Promise<boolean> {
    if (parcel.kind === 'signed') {
      this.#signed = parcelText(parcel);
      this.error = undefined;
      this.step = 'ready';
      return true;
    }
    return this.attempt(async () => {
      await this.#session.client.call('x_import_key_images', { hex: parcelText(parcel) });
      await this.#session.lookAgain();
      this.rest();
    });
  }
  /** Hands the signed payment to the node; answers the transfer's ID. */
  async send(): Promise<string | undefined> {
    let txid: string | undefined;
    await this.attempt(async () => {
      const { client, unsigned } = this.#session;
      const { tx_hash_list = [] } = await client.call('submit_transfer', { tx_data_hex: this.#signed });
      txid = tx_hash_list[0];
      await keepNote(client, tx_hash_list, unsigned?.note ?? '');
      this.#session.unsigned = undefined;
      this.#signed = '';
      this.rest();
      await this.#session.lookAgain();
    });
    return txid;
  }
  rest(): void {
    this.step = 'rest';
    this.shown = undefined;
    this.error = undefined;
  }
}
