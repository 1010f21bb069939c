/**
 * State of a shared wallet: the rounds of its creation, and spending. Knows the state of all signers from their
 * messages, and names the next step. The wallet stores messages and payments of other signers.
 */
import { PasswordAttempts } from '../../keys/password-attempts.svelte.ts';
import { payloadOf, payloadText, type AirgapPayload } from '../../airgap/payload.ts';
import type { ToSign } from '../../payments/to-sign.ts';
import { reportSent } from '../../payments/report-sent.ts';
import type { Session } from '../../state/session.svelte.ts';
import type { Task } from '../../state/task.ts';
import { loadFacts, type Facts, type SignerMessage } from './facts.ts';

export const MOST_SIGNERS = 16;
/**
 * plan: choose how many sign; disabled: multisig is not enabled; round: exchange messages; idle: ready; info:
 * exchange multisig info; review: a payment to sign; shown: a payment for the next signer; complete: enough signatures.
 */
export type SignersStep = 'plan' | 'disabled' | 'round' | 'idle' | 'info' | 'review' | 'shown' | 'complete';

export class SignersState extends PasswordAttempts {
  facts = $state.raw<Facts | undefined>(undefined);
  step = $state<SignersStep>('plan');
  threshold = $state(2);
  total = $state(3);
  /** Our data for the others. */
  shown = $state.raw<AirgapPayload | undefined>(undefined);
  payment = $state.raw<ToSign | undefined>(undefined);
  #id = $state('');
  #set = '';
  /** The password was right since this screen was opened. */
  #confirmed = false;
  readonly #session: Session;

  constructor(session: Session) {
    super(session.book);
    this.#session = session;
  }
  /** Loads the state. With the `id` of a payment, opens its next step. Call it first. */
  load(id = ''): Promise<boolean> {
    return this.attempt(async (task) => {
      await task.wait(this.#load(task));
      this.#reset();
      if (this.step === 'idle' && id !== '') await this.#open(task, id);
    });
  }
  /** Public keys of the signers who have signed the payment. */
  get signed(): readonly string[] {
    return this.#session.unsent.find(this.#id)?.signers ?? [];
  }
  /** Messages of the others in this round, or their multisig info. */
  get others(): readonly SignerMessage[] {
    return (this.step === 'info' ? this.facts?.info?.others : this.facts?.others) ?? [];
  }
  /** Number of messages of others that the step needs. */
  get wanted(): number {
    if (this.step === 'info') return Math.max(0, (this.facts?.threshold ?? 1) - 1);
    return this.total - 1;
  }
  get missing(): number {
    return Math.max(0, this.wanted - this.others.length);
  }
  get rounds(): number {
    return this.facts?.multisig ? this.facts.rounds : this.total - this.threshold + 2;
  }
  get round(): number {
    return this.facts?.multisig ? this.facts.round : 1;
  }
  get planFault(): string {
    if (this.facts?.used === true)
      return 'This wallet has been used. Take a new one: afterwards its words no longer open it.';
    const { hasNode, upToDate, status } = this.#session;
    if (hasNode && !status.cold && (!upToDate || status.missing > 0))
      return 'Ostro still reads the chain, to know that nothing was ever paid to this wallet.';
    if (this.threshold > this.total) return 'There cannot be more signatures than signers.';
    return '';
  }
  setTotal(total: number): void {
    this.total = total;
    this.threshold = Math.min(this.threshold, total);
  }
  /**
   * Creates our first message, which tells the others that this wallet takes part. It contains a part of its keys, so
   * the password is needed.
   */
  begin(): Promise<boolean> {
    if (this.planFault !== '') return Promise.resolve(false);
    const { threshold, total } = this;
    return this.#withPassword(async (task) => {
      await task.wait(this.#session.client.call('x_begin_multisig', { threshold, total }));
      await this.#settle(task);
    });
  }
  /** Shows our first message again, for which the password is needed again. */
  showFirst(): Promise<boolean> {
    return this.#withPassword(async (task) => {
      await task.wait(this.#load(task));
      this.#reset();
    });
  }
  /** Ends the creation: the wallet stays an ordinary one. */
  cancel(): Promise<boolean> {
    return this.attempt(async (task) => {
      await task.wait(this.#session.client.call('x_cancel_multisig', {}));
      this.#confirmed = false;
      await this.#settle(task);
    });
  }
  /** For a shared wallet that was imported: the user accepts that multisig is experimental. */
  enable(): Promise<boolean> {
    return this.attempt(async (task) => {
      await task.wait(this.#load(task, true));
      this.#reset();
    });
  }
  /**
   * Reads data of another signer: a message of the round, multisig info, or a payment, which is examined before it can be
   * signed.
   */
  receive(payload: AirgapPayload): Promise<boolean> {
    return this.attemptNext(async (task) => {
      const { client } = this.#session;
      const text = payloadText(payload);
      if (payload.kind === 'multisigSet') {
        const { id } = await task.wait(client.call('x_keep_payment', { txDataHex: text }));
        await task.wait(this.#session.reload());
        return this.#open(task, id);
      }
      const kind = payload.kind === 'multisigInfo' ? 'coins' : 'keys';
      await task.wait(client.call('x_take_signer_message', { kind, message: text }));
      await task.wait(this.#load(task));
    });
  }
  /** Removes the message of a signer, so that another one can be read. */
  remove(signer: string): Promise<boolean> {
    const kind = this.step === 'info' ? 'coins' : 'keys';
    return this.attempt(async (task) => {
      await task.wait(this.#session.client.call('x_take_signer_message', { kind, drop: signer }));
      await task.wait(this.#load(task));
    });
  }
  /** When all messages are there: continues with the next round, or finishes. */
  goOn(): Promise<boolean> {
    if (this.missing > 0) return Promise.resolve(false);
    return this.attempt(async (task) => {
      const { client } = this.#session;
      const round = { multisig_info: this.others.map(({ message }) => message), password: '' };
      if (this.facts?.multisig) await task.wait(client.call('exchange_multisig_keys', round));
      else await task.wait(client.call('make_multisig', { ...round, threshold: this.threshold }));
      await this.#settle(task);
    });
  }

  /** Shows our multisig info for the others: the same as before, unless it was imported or is outdated. */
  showInfo(): Promise<boolean> {
    return this.attempt(async (task) => {
      const { info } = this.facts ?? {};
      if (info === undefined || info.taken || info.outdated) {
        await task.wait(this.#session.client.call('x_export_multisig_info', {}));
        await task.wait(this.#load(task));
      }
      this.#showInfo();
    });
  }
  /** Shows our multisig info again, for a signer who has not read it yet. */
  showInfoAgain(): void {
    this.#showInfo();
  }
  importInfo(): Promise<boolean> {
    if (this.missing > 0) return Promise.resolve(false);
    return this.attempt(async (task) => {
      const info = this.others.map(({ message }) => message);
      await task.wait(this.#session.client.call('import_multisig_info', { info }));
      await this.#settle(task);
    });
  }
  openPayment(id: string): Promise<boolean> {
    this.endAttempt();
    return this.attempt((task) => this.#open(task, id));
  }
  sign(): Promise<boolean> {
    return this.attempt(async (task) => {
      await task.wait(this.#session.client.call('x_sign_multisig', { txDataHex: this.#set }));
      await task.wait(this.#session.reload());
      await this.#open(task, this.#id);
    });
  }
  discard(): Promise<boolean> {
    return this.attempt(async (task) => {
      await task.wait(this.#session.unsent.discard(this.#id));
      await task.wait(this.#session.reload());
      this.#reset();
    });
  }
  /** Sends the finished payment to the node. `onsent` gets its id, also when the person has left the step meanwhile. */
  send(onsent: (txid: string) => void): Promise<boolean> {
    return this.attempt(async (task) => {
      const submitting = this.#session.client.call('submit_multisig', { txDataHex: this.#set });
      await task.wait(reportSent(this.#session, submitting, onsent));
      await this.#settle(task);
    });
  }
  /** Leaves the step. What is under way for it is not shown any more. */
  idle(): void {
    this.endAttempt();
    this.#reset();
  }
  #reset(): void {
    const {
      multisig = false,
      ready = false,
      disabled = false,
      begun = false,
      message = '',
    } = this.facts ?? {};
    const usable = begun && this.facts?.used === false;
    this.step = !multisig ? (usable ? 'round' : 'plan') : disabled ? 'disabled' : ready ? 'idle' : 'round';
    this.error = undefined;
    this.payment = undefined;
    this.#id = '';
    this.#set = '';
    this.shown = this.step === 'round' && message !== '' ? payloadOf('multisigKeys', message) : undefined;
  }

  async #open(task: Task, id: string): Promise<void> {
    const payment = this.#session.unsent.find(id);
    if (payment === undefined) {
      this.#reset();
      return;
    }
    const { set } = await task.wait(this.#session.unsent.sets(id));
    const described = await task.wait(this.#session.client.call('x_describe_set', { multisigTxset: set }));
    this.#id = id;
    this.#set = set;
    this.payment = described;
    this.shown = payloadOf('multisigSet', set);
    const own = this.facts?.signers.find((signer) => signer.own)?.key ?? '';
    this.step = payment.next === 'send' ? 'complete' : payment.signers?.includes(own) ? 'shown' : 'review';
  }
  #showInfo(): void {
    const { info } = this.facts ?? {};
    if (info === undefined) return;
    this.shown = payloadOf('multisigInfo', info.message);
    this.step = 'info';
  }
  async #load(task: Task, enable = false): Promise<void> {
    const facts = await task.wait(loadFacts(this.#session.client, enable));
    // The first message contains a part of the keys of this wallet; those of later rounds do not.
    this.facts = facts.multisig || this.#confirmed ? facts : { ...facts, message: '' };
    if (facts.begun || facts.multisig) {
      this.total = facts.total;
      this.threshold = facts.threshold;
    }
  }
  #withPassword(work: (task: Task) => Promise<void>): Promise<boolean> {
    const { password } = this;
    return this.attemptWithPassword(async (task) => {
      await task.wait(this.#session.client.call('x_check_password', { password }));
      this.password = '';
      this.#confirmed = true;
      await work(task);
    });
  }
  /** After a step: state and shown message change together, so that no old message stays visible. */
  async #settle(task: Task): Promise<void> {
    await task.wait(this.#load(task));
    this.#reset();
    await task.wait(this.#session.reload());
  }
}
