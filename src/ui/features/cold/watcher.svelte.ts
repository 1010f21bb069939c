/**
 * State of a watching wallet: shows coins and unsigned payments to the signing device, reads key images and signed
 * payments, sends signed payments to the node. Names the next step. The wallet stores payments and their signed sets.
 */
import { Attempts } from '../../shared/attempts.svelte.ts';
import { payloadOf, payloadText, type AirgapPayload } from '../../airgap/payload.ts';
import type { UnsentRecord } from '../../state/model.ts';
import { draftAgain } from '../../state/send-draft.ts';
import type { Session } from '../../state/session.svelte.ts';

export type WatcherStep = 'idle' | 'coins' | 'payment' | 'ready';
/** The most useful next step. */
export type Next = 'coins' | 'pay' | 'sign' | 'send';

export class WatcherState extends Attempts {
  step = $state<WatcherStep>('idle');
  shown = $state.raw<AirgapPayload | undefined>(undefined);
  #id = $state('');
  readonly #session: Session;

  constructor(session: Session) {
    super();
    this.#session = session;
  }
  /** The payment of this step. */
  get payment(): UnsentRecord | undefined {
    return this.#session.unsent.find(this.#id);
  }
  /** The payment to work on next: a signed one, otherwise the newest. */
  get waiting(): UnsentRecord | undefined {
    const { payments } = this.#session.unsent;
    return payments.find(({ next }) => next === 'send') ?? payments[0];
  }
  get next(): Next {
    return this.waiting?.next ?? (this.#session.status.unmarked > 0 ? 'coins' : 'pay');
  }
  /** Shows the coins that the signing device may not know yet, or all. */
  showCoins(all = false): Promise<boolean> {
    return this.attempt(async () => {
      const { outputs_data_hex } = await this.#session.client.call('export_outputs', { all });
      this.shown = payloadOf('outputs', outputs_data_hex);
      this.step = 'coins';
    });
  }
  /** Opens the next step of a waiting payment. */
  openPayment(id: string): Promise<boolean> {
    return this.attempt(() => this.#open(id));
  }
  async #open(id: string): Promise<void> {
    const payment = this.#session.unsent.find(id);
    if (payment === undefined) {
      this.idle();
      return;
    }
    this.#id = id;
    if (payment.next === 'send') {
      this.step = 'ready';
      return;
    }
    const { set } = await this.#session.unsent.sets(id);
    this.shown = payloadOf('unsigned', set);
    this.step = 'payment';
  }
  discard(): Promise<boolean> {
    return this.attempt(() => this.#discard());
  }
  async #discard(): Promise<void> {
    await this.#session.unsent.discard(this.#id);
    await this.#session.lookAgain();
    this.idle();
  }
  /** Discards the payment, and fills the form of Send with it. */
  change(): Promise<boolean> {
    const { payment } = this;
    const { book } = this.#session;
    if (payment === undefined) return Promise.resolve(false);
    const { id, account, recipients: destinations, note } = payment;
    const again = draftAgain({ account, destinations });
    const draft = book.madeDraft?.id === id ? book.madeDraft.draft : again && { ...again, note };
    return this.attempt(async () => {
      await this.#discard();
      book.sendDraft = draft;
    });
  }
  /**
   * Reads data of the signing device. A signed payment is compared with its request and stored before it is shown.
   */
  async take(payload: AirgapPayload): Promise<boolean> {
    return this.attemptNext(async () => {
      const { client } = this.#session;
      if (payload.kind === 'signed') {
        const { id } = await client.call('x_keep_payment', { tx_data_hex: payloadText(payload) });
        await this.#session.lookAgain();
        return this.#open(id);
      }
      await client.call('x_import_key_images', { hex: payloadText(payload) });
      await this.#session.lookAgain();
      this.idle();
    });
  }
  /** Sends the signed payment to the node; returns the transaction id. */
  async send(): Promise<string | undefined> {
    let txid: string | undefined;
    await this.attempt(async () => {
      const { signed } = await this.#session.unsent.sets(this.#id);
      const { tx_hash_list = [] } = await this.#session.client.call('submit_transfer', {
        tx_data_hex: signed,
      });
      txid = tx_hash_list[0];
      await this.#session.lookAgain();
      this.idle();
    });
    return txid;
  }
  idle(): void {
    this.step = 'idle';
    this.#id = '';
    this.shown = undefined;
    this.error = undefined;
  }
}
