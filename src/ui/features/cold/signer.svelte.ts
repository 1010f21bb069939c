/**
 * State of an offline signing wallet: imports coins and payments, shows what a payment does (computed by this wallet
 * itself), signs it, and shows the result.
 */
import { Attempts } from '../../state/attempts.svelte.ts';
import type { ToSign } from '../../payments/to-sign.ts';
import { payloadOf, payloadText, type AirgapPayload } from '../../airgap/payload.ts';
import { explain } from '../../messages/explain.ts';
import type { Session } from '../../state/session.svelte.ts';
import type { Task } from '../../state/task.ts';

export type SignerStep = 'idle' | 'keyImages' | 'review' | 'signed';

export class SignerState extends Attempts {
  step = $state<SignerStep>('idle');
  /** Data shown to the other device. */
  shown = $state.raw<AirgapPayload | undefined>(undefined);
  payment = $state.raw<ToSign | undefined>(undefined);
  /** Number of coins that were new in the last import. */
  newCoins = $state(0);
  #unsigned = '';
  readonly #session: Session;

  constructor(session: Session) {
    super(session.book);
    this.#session = session;
  }
  async receive(payload: AirgapPayload): Promise<boolean> {
    return payload.kind === 'outputs' ? this.#coins(payload) : this.#payment(payload);
  }
  /** Shows key images again: the requested ones, or all. */
  showKeyImages(all: boolean): Promise<boolean> {
    return this.attempt((task) => this.#showKeyImages(task, all));
  }
  sign(): Promise<boolean> {
    return this.attempt(async (task) => {
      const { signedTxset } = await task.wait(
        this.#session.client.call('sign_transfer', { unsignedTxset: this.#unsigned }),
      );
      this.shown = payloadOf('signed', signedTxset);
      this.step = 'signed';
      this.#unsigned = '';
      await this.#session.reload();
    });
  }
  /** Leaves the step. What is under way for it is not shown any more. */
  idle(): void {
    this.endAttempt();
    this.step = 'idle';
    this.shown = undefined;
    this.payment = undefined;
    this.error = undefined;
    this.#unsigned = '';
  }

  #coins(payload: AirgapPayload): Promise<boolean> {
    return this.attemptNext(async (task) => {
      const before = this.#session.status.coins;
      await task.wait(this.#session.client.call('import_outputs', { outputsDataHex: payloadText(payload) }));
      await task.wait(this.#session.reload());
      this.newCoins = Math.max(0, this.#session.status.coins - before);
      await this.#showKeyImages(task, false);
    });
  }
  async #showKeyImages(task: Task, all: boolean): Promise<void> {
    const { hex } = await task.wait(this.#session.client.call('x_export_key_images', { all }));
    this.shown = payloadOf('keyImages', hex);
    this.step = 'keyImages';
  }
  #payment(payload: AirgapPayload): Promise<boolean> {
    return this.attemptNext(async (task) => {
      const set = payloadText(payload);
      const described = this.#session.client.call('x_describe_set', { unsignedTxset: set });
      this.payment = await task.wait(described);
      this.#unsigned = set;
      this.step = 'review';
      // The payment may have brought new coins.
      await this.#session.reload();
    });
  }
  /** The refused data belongs to another wallet: a common mistake with two wallets on a device. */
  get foreign(): boolean {
    const { fault } = explain(this.error);
    return fault === 'foreign_account' || fault === 'bad_envelope';
  }
}
