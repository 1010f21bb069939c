/**
 * The review of one payment: made when its sheet opens, ended when it closes. It shows a frozen copy of what was asked
 * until the worker has prepared the payment, then the addresses and amounts of the prepared payment, and `send` sends
 * exactly this one by its id. What is prepared for a review that has ended is dropped.
 */
import { RpcError } from '../../../client/client.ts';
import { explain } from '../../messages/explain.ts';
import type { PaymentCost, PreparedCost } from '../../state/model.ts';
import type { SendDraft } from '../../state/send-draft.ts';
import { waitingIn } from '../../state/sending-mark.svelte.ts';
import type { Session } from '../../state/session.svelte.ts';
import { TaskOwner, type Task } from '../../state/task.ts';
import { fateOf, outcomeOf, type RecipientCounts } from './outcome.ts';
import { costOf, difference, prepare, type LevelCost, type WantedPayment } from './payment.ts';
import { RECIPIENTS_OF_ONE } from './recipients.svelte.ts';
import {
  stoppedBy,
  type PaymentToReview,
  type KnownPayee,
  type Phase,
  type Sent,
  type Share,
} from './review-phase.ts';

export class Review extends TaskOwner {
  phase = $state.raw<Phase>({ is: 'preparing' });
  priority = $state(0);
  /** The cost at each level: estimated, and exact at levels that were prepared. */
  levels = $state.raw<readonly LevelCost[]>([]);
  #wanted = $state.raw<WantedPayment>() as WantedPayment;
  /** The payment whose cost `levels` have. */
  #priced: WantedPayment;
  readonly #payees: ReadonlyMap<string, KnownPayee>;
  readonly #note: string;
  readonly #session: Session;
  readonly #preparing = this.latest();
  #ended = false;

  constructor(session: Session, { wanted, payees, note, levels, priority }: PaymentToReview) {
    super(session.book);
    this.#session = session;
    this.#wanted = this.#priced = wanted;
    this.#payees = new Map(payees.map((payee) => [payee.address, payee]));
    this.#note = note;
    this.levels = levels;
    this.priority = priority;
  }
  /** The cost that is shown: exact when the payment is prepared. */
  get cost(): PreparedCost | LevelCost | undefined {
    const { phase } = this;
    return 'prepared' in phase
      ? phase.prepared
      : this.levels.find(({ priority }) => priority === this.priority);
  }
  get all(): boolean {
    return this.#wanted.all;
  }
  get subtractFee(): boolean {
    return this.#wanted.subtractFee;
  }
  get several(): boolean {
    return this.#wanted.destinations.length > 1;
  }
  /** One transaction can pay all recipients. */
  get fitOne(): boolean {
    return this.#wanted.destinations.length <= RECIPIENTS_OF_ONE;
  }
  get error(): unknown {
    const { phase } = this;
    return 'error' in phase ? phase.error : undefined;
  }
  get outcome(): RecipientCounts | undefined {
    return this.phase.is === 'stopped' ? this.phase.outcome : undefined;
  }
  /** The fee cannot be chosen any more. */
  get fixed(): boolean {
    return !['preparing', 'ready', 'failed'].includes(this.phase.is);
  }
  /** For certain, nothing of the payment was sent. */
  get notSent(): boolean {
    return !this.fixed || (this.phase.is === 'stopped' && this.phase.by === 'suspicious');
  }
  /** The recipients with the addresses and amounts of the prepared payment, or as asked while it is not prepared. */
  get shares(): readonly Share[] {
    const { cost, outcome } = this;
    const { destinations } = this.#wanted;
    return destinations.map((asked, i) => {
      const prepared = cost?.destinations?.[i];
      const { address } = prepared ?? asked;
      const known = this.#payees.get(address) ?? { address, words: '', similar: undefined };
      const amount = prepared?.amount ?? (this.subtractFee ? undefined : asked.amount);
      // A sweep has its only recipient once in each transaction.
      return { ...known, amount: this.several ? amount : cost?.amount, fate: outcome && fateOf(i, outcome) };
    });
  }
  /** The fee in hundredths of a percent of what others get; 0 if nothing goes to others. */
  get feeShare(): number {
    const { book } = this.#session;
    const paid = this.shares.reduce(
      (sum, { address, amount = 0n }) => (book.addresses.owns(address) ? sum : sum + amount),
      0n,
    );
    return this.cost === undefined || paid === 0n ? 0 : Number((this.cost.fee * 10_000n) / paid);
  }
  /** Prepares the payment at the chosen level, so that its numbers become exact. Drops the one before. */
  async prepare(): Promise<void> {
    await this.#prepare();
  }
  async choose(priority: number): Promise<void> {
    if (this.fixed || this.#ended) return;
    this.priority = priority;
    await this.#prepare();
  }
  /** Takes the fee from the amounts, or not, and prepares the payment again. */
  async setSubtractFee(on: boolean): Promise<void> {
    if (this.fixed || this.#ended) return;
    this.#wanted = { ...this.#wanted, subtractFee: on };
    await this.#prepare();
  }
  /**
   * Sends the payment that is shown, or stores it for others to sign. Returns the outcome if the payment was sent, may
   * have been sent, or was stored, even if the review has ended meanwhile. Undefined otherwise: `phase` holds the reason.
   * After a failure the payment is prepared again first; if it differs, it is shown instead of sent.
   */
  async send(): Promise<Sent | undefined> {
    const { cost } = this;
    const again = this.phase.is === 'failed';
    if (cost === undefined || (again && !(await this.#prepare(cost)))) return undefined;
    const { phase } = this;
    if (phase.is !== 'ready' || this.#ended || (again && phase.changed !== '')) return undefined;
    const { prepared } = phase;
    // A prepared payment can be sent once, whatever the outcome.
    this.phase = { is: 'sending', prepared };
    const { book } = this.#session;
    const { generation, sendDraft } = book;
    // If the user leaves meanwhile and comes back, the form must not ask for the same payment again.
    book.sendDraft = undefined;
    const sent = await this.#send(prepared);
    if (sent !== undefined) this.phase = { is: 'sent' };
    else this.#putBack(sendDraft, generation);
    return sent;
  }
  /** The sheet has closed. What is being sent goes on. */
  override end(): void {
    super.end();
    this.#ended = true;
    this.#drop();
  }

  /** `before`: the cost that the user has agreed to. False: something else was chosen meanwhile, or the review has ended. */
  async #prepare(before?: PaymentCost): Promise<boolean> {
    if (this.#ended) return false;
    this.#drop();
    this.phase = { is: 'preparing' };
    return this.#preparing.run(async (task) => {
      try {
        const prepared = await this.#prepared(task);
        const { priority } = this;
        this.levels = this.levels.map((each) =>
          each.priority === priority ? { ...prepared, priority } : each,
        );
        this.phase = { is: 'ready', prepared, changed: before ? difference(before, prepared) : '' };
      } catch (error) {
        if (!task.ended) this.#fail(error);
      }
    });
  }
  async #prepared(task: Task): Promise<PreparedCost> {
    const { client } = this.#session;
    const wanted = this.#wanted;
    if (this.#priced !== wanted) {
      this.levels = await task.wait(costOf(client, wanted));
      this.#priced = wanted;
    }
    return task.wait(prepare(client, wanted, this.priority), (late) => {
      this.#forget(late.id);
    });
  }
  async #send({ id, transactions = [] }: PreparedCost): Promise<Sent | undefined> {
    const { client, book } = this.#session;
    const { generation } = book;
    // An error here must not look as if nothing had been sent: a second press would pay twice.
    const showNewState = async (): Promise<void> => {
      if (book.generation === generation) await this.#session.reload().catch(() => undefined);
    };
    const { sending, status, entry, watchOnly, shared } = this.#session;
    // A payment that others sign is not sent now.
    const marked = { ...status, createdAt: entry?.createdAt, waiting: waitingIn(book.transfers) };
    const mark = watchOnly || shared ? undefined : sending.begin(marked);
    try {
      const answer = await client.call('x_send_prepared', { id, note: this.#note });
      sending.end(mark);
      await showNewState();
      const { txHashList: txids = [], unsent } = answer;
      if (unsent !== undefined) return { toSign: true, txids: [], unsure: false, unsent };
      return { toSign: false, txids, unsure: false };
    } catch (error) {
      const { fault } = explain(error);
      const txid = fault === 'relay_unknown' && error instanceof RpcError ? error.data['txid'] : undefined;
      if (typeof txid === 'string') {
        sending.end(mark);
        await showNewState();
        return { toSign: false, txids: [txid], unsure: true };
      }
      this.#fail(error, transactions);
      const uncertain = this.phase.is === 'stopped' && this.phase.by === 'uncertain';
      if (!this.#ended) {
        if (!uncertain) sending.end(mark);
      } else if (mark && book.generation === generation) {
        // Only an uncertain outcome is looked for in the history: no transaction of several is the whole payment.
        const sought = uncertain ? mark : { ...mark, height: undefined, at: Infinity };
        sending.payment = { ...sought, unsure: !this.notSent };
      }
      // A call that did not reach the wallet has left it there.
      this.#forget(id);
      if (this.phase.is === 'stopped') await showNewState();
      return undefined;
    }
  }
  /**
   * After its screen was left, the form comes back, without those who were paid or may have been, unless another one is typed.
   * `generation`: that of the wallet at the press.
   */
  #putBack(draft: SendDraft | undefined, generation: number): void {
    const { book } = this.#session;
    if (!this.#ended || book.generation !== generation) return;
    const { paid, unknown } = this.outcome ?? { paid: this.notSent ? 0 : Infinity, unknown: 0 };
    const recipients = draft?.recipients.slice(paid + unknown) ?? [];
    if (draft && recipients.length > 0) book.sendDraft ??= { ...draft, recipients };
  }
  /** `tried`: the transactions, after an attempt to send. */
  #fail(error: unknown, tried?: PreparedCost['transactions']): void {
    const by = stoppedBy(explain(error).fault, tried !== undefined);
    const outcome = this.several && tried !== undefined ? outcomeOf(error, tried) : undefined;
    this.phase = by === undefined ? { is: 'failed', error } : { is: 'stopped', by, error, outcome };
  }
  #drop(): void {
    this.#preparing.end();
    if (this.phase.is === 'ready') this.#forget(this.phase.prepared.id);
    // A proof that is being made has no id yet.
    if (this.phase.is === 'preparing' && this.#session.status.proving) this.#forget('');
  }
  /** Drops a prepared payment. Errors are ignored: the worker drops old payments itself. */
  #forget(id: string): void {
    void this.#session.client.call('x_drop_prepared', { id }).catch(() => undefined);
  }
}
