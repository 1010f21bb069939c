/**
 * State of a watching wallet: shows coins and unsigned payments to the signing device, reads key images and signed
 * payments, sends signed payments to the node. Names the next step. The wallet stores payments and their signed sets.
 */
import { DEVICE_ATTRIBUTE, SIGNING_DEVICES, type DeviceId } from '../../../base/signing-devices.ts';
import { Attempts } from '../../state/attempts.svelte.ts';
import { reportSent } from '../../payments/report-sent.ts';
import { payloadOf, payloadText, type AirgapPayload } from '../../airgap/payload.ts';
import type { UnsentRecord } from '../../state/model.ts';
import { draftAgain } from '../../state/send-draft.ts';
import type { Session } from '../../state/session.svelte.ts';
import type { Task } from '../../state/task.ts';

export type WatcherStep = 'idle' | 'coins' | 'payment' | 'ready';
/** The most useful next step. */
export type Next = 'coins' | 'pay' | 'sign' | 'send';

export class WatcherState extends Attempts {
  step = $state<WatcherStep>('idle');
  shown = $state.raw<AirgapPayload | undefined>(undefined);
  #id = $state('');
  readonly #session: Session;

  constructor(session: Session) {
    super(session.book);
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
    return this.waiting?.next ?? (this.#session.status.doubtful > 0 ? 'coins' : 'pay');
  }
  get #device(): DeviceId {
    return this.#session.status.signingDevice;
  }
  /** Stores which device signs. */
  chooseDevice(id: DeviceId): Promise<boolean> {
    return this.attempt(async (task) => {
      const { client } = this.#session;
      await task.wait(client.call('set_attribute', { key: DEVICE_ATTRIBUTE, value: id }));
      await task.wait(this.#session.reload());
    });
  }
  /** Shows the coins that the signing device may not know yet, or all, which a device that forgets them needs. */
  showCoins(every = false): Promise<boolean> {
    return this.attempt(async (task) => {
      const all = every || !SIGNING_DEVICES[this.#device].keepsOutputs;
      const { outputsDataHex } = await task.wait(this.#session.client.call('export_outputs', { all }));
      this.shown = payloadOf('outputs', outputsDataHex);
      this.step = 'coins';
    });
  }
  /** Opens the next step of a waiting payment. Of several the last one counts. */
  openPayment(id: string): Promise<boolean> {
    this.endAttempt();
    return this.attempt((task) => this.#open(task, id));
  }
  async #open(task: Task, id: string): Promise<void> {
    const payment = this.#session.unsent.find(id);
    if (payment === undefined) {
      this.#reset();
      return;
    }
    this.#id = id;
    if (payment.next === 'send') {
      this.step = 'ready';
      return;
    }
    const { set } = await task.wait(this.#session.unsent.sets(id));
    this.shown = payloadOf('unsigned', set);
    this.step = 'payment';
  }
  discard(): Promise<boolean> {
    return this.attempt((task) => this.#discard(task));
  }
  async #discard(task: Task): Promise<void> {
    await task.wait(this.#session.unsent.discard(this.#id));
    await task.wait(this.#session.reload());
    this.#reset();
  }
  /** Discards the payment, and fills the form of Send with it. */
  change(): Promise<boolean> {
    const { payment } = this;
    const { book } = this.#session;
    if (payment === undefined) return Promise.resolve(false);
    const { id, accountIndex: account, destinations = [], note } = payment;
    const again = draftAgain({ account, destinations });
    const draft = book.madeDraft?.id === id ? book.madeDraft.draft : again && { ...again, note };
    return this.attempt(async (task) => {
      await task.wait(this.#discard(task));
      book.sendDraft = draft;
    });
  }
  /**
   * Reads data of the signing device. A signed payment is compared with its request and stored before it is shown.
   */
  async receive(payload: AirgapPayload): Promise<boolean> {
    return this.attemptNext(async (task) => {
      const { client } = this.#session;
      if (payload.kind === 'signed') {
        const { id } = await task.wait(client.call('x_keep_payment', { txDataHex: payloadText(payload) }));
        await task.wait(this.#session.reload());
        return this.#open(task, id);
      }
      await task.wait(client.call('x_import_key_images', { hex: payloadText(payload) }));
      await task.wait(this.#session.reload());
      this.#reset();
    });
  }
  /** Sends the signed payment to the node. `onsent` gets its id, also when the person has left the step meanwhile. */
  send(onsent: (txid: string) => void): Promise<boolean> {
    return this.attempt(async (task) => {
      const { signed } = await task.wait(this.#session.unsent.sets(this.#id));
      const submitting = this.#session.client.call('submit_transfer', { txDataHex: signed });
      await task.wait(reportSent(this.#session, submitting, onsent));
      this.#reset();
    });
  }
  /** Leaves the step. What is under way for it is not shown any more. */
  idle(): void {
    this.endAttempt();
    this.#reset();
  }
  #reset(): void {
    this.step = 'idle';
    this.#id = '';
    this.shown = undefined;
    this.error = undefined;
  }
}
