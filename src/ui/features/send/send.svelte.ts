/**
 * Sending: the cost of the typed payment (fields.svelte.ts), and its review (review.svelte.ts). For a signing device the
 * payment is prepared and stored at once, without a sheet.
 */
import type { ListedCoin } from '../../coins/coin-list.svelte.ts';
import type { SendDraft } from '../../state/send-draft.ts';
import type { Task } from '../../state/task.ts';
import { NORMAL, SendFields } from './fields.svelte.ts';
import { draftOf } from './draft.ts';
import type { WaitingNow } from './expected-wait.ts';
import { costOf, isSamePayment, type LevelCost } from './payment.ts';
import type { PaymentToReview, Sent } from './review-phase.ts';
import { Review } from './review.svelte.ts';

/** `making`: for a signing device. `uncertain`: no answer says whether the payment was sent. */
type Stage = 'form' | 'making' | 'sent' | 'uncertain';

export class SendState extends SendFields {
  stage = $state<Stage>('form');
  /** The review whose sheet is open. */
  review = $state.raw<Review>();
  /** Why the form's payment cannot be made. */
  error = $state.raw<unknown>(undefined);
  /** Number of recipients that were not paid and are left in the form after a payment that was sent partly; 0: none. */
  leftOver = $state(0);
  /** The transactions that wait for a block, to estimate how long the payment will wait; undefined when unknown. */
  waiting = $state.raw<WaitingNow | undefined>(undefined);
  /** The payment that is being made for a signing device. */
  #made = $state.raw<Review>();
  readonly #previews = this.latest();
  readonly #opening = this.latest();
  readonly #pool = this.latest();

  /**
   * The typed form, for the wallet to keep: without recipients who were paid or may have been paid. Undefined when nothing
   * is typed, while the payment is being sent or stored, and when it may have been sent.
   */
  get draft(): SendDraft | undefined {
    const { outcome, notSent = true } = this.review ?? this.#made ?? {};
    if (outcome !== undefined) return draftOf(this, outcome.paid + outcome.unknown);
    return (this.stage === 'form' || this.fixed) && notSent ? draftOf(this) : undefined;
  }
  get fitOne(): boolean {
    return this.others.fitOne;
  }
  get fixed(): boolean {
    return this.stage === 'making';
  }
  override setCoins(coins: readonly ListedCoin[]): void {
    super.setCoins(coins);
    void this.preview();
  }
  override clear(): void {
    super.clear();
    this.leftOver = 0;
  }
  async sendAll(): Promise<void> {
    if (this.several) return;
    this.all = true;
    this.amountText = '';
    this.stale();
    await this.preview();
  }
  /** Estimates the cost at each level; the node learns nothing. */
  async preview(): Promise<void> {
    const { wanted } = this;
    if (wanted === undefined) {
      this.#previews.end();
      this.levels = [];
      return;
    }
    await this.#previews.run(async (task) => {
      try {
        this.#show(await task.wait(costOf(this.session.client, wanted)));
      } catch (error) {
        if (!task.ended) this.#refuse(error);
      }
    });
  }
  choose(priority: number): void {
    this.priority = priority;
  }
  async setSubtractFee(on: boolean): Promise<void> {
    this.subtractFee = on;
    await this.preview();
  }
  /** Opens the review and resolves when its payment is prepared. False: the form says what is missing or wrong. */
  async openReview(): Promise<boolean> {
    if (this.review !== undefined || this.stage === 'sent') return true;
    let asked: PaymentToReview | undefined;
    const done = await this.#opening.run(async (task) => {
      asked = await this.#ask(task);
    });
    if (asked === undefined || !done) return !done;
    const review = new Review(this.session, asked);
    this.review = review;
    void this.loadWaiting();
    await review.prepare();
    return true;
  }
  /**
   * Prepares the typed payment, and stores it for the signing device. There is no sheet: the next screen shows the payment
   * with its code, and nothing is sent. Returns undefined if it was not stored: `error` says why, or the form was changed
   * meanwhile.
   */
  async make(): Promise<Sent | undefined> {
    if (this.stage === 'making' || this.stage === 'sent') return undefined;
    this.stage = 'making';
    let sent: Sent | undefined;
    await this.#opening.run(async (task) => {
      const asked = await this.#ask(task, 'making');
      if (asked === undefined) return;
      const review = new Review(this.session, asked);
      this.#made = review;
      await review.prepare();
      const { wanted } = this;
      if (task.ended || wanted === undefined || !isSamePayment(wanted, asked.wanted)) review.end();
      else sent = await review.send();
      if (!task.ended) this.error = review.error;
    });
    this.#made = undefined;
    this.stage = sent === undefined ? 'form' : 'sent';
    return sent;
  }
  /**
   * After a payment of which only some transactions were sent, the recipients who were not paid stay in the form. A review that
   * sends stays open, so that it tells the outcome.
   */
  closeReview(review = this.review): void {
    this.#opening.end();
    if (review === undefined || review !== this.review || review.phase.is === 'sending') return;
    review.end();
    this.review = undefined;
    const { outcome, phase, priority, subtractFee } = review;
    if (phase.is === 'sent') this.stage = 'sent';
    if (phase.is === 'stopped' && phase.by === 'uncertain') this.stage = 'uncertain';
    this.priority = priority;
    if (!this.all && this.fitOne) this.subtractFee = subtractFee;
    if (outcome !== undefined) {
      this.dropFirst(outcome.paid + outcome.unknown);
      this.leftOver = outcome.unpaid;
    }
    void this.preview();
  }
  /** The screen is gone: no answer is used any more. */
  override end(): void {
    super.end();
    this.review?.end();
    this.#made?.end();
  }
  /** Without an answer no wait is shown. A test network has no usual wait. */
  async loadWaiting(): Promise<void> {
    if (this.session.testNetwork) return;
    await this.#pool.run(async (task) => {
      this.waiting = await task.wait(this.session.client.call('x_mempool', {}).catch(() => undefined));
    });
  }

  /** The form's payment, with its cost. Undefined while something is missing, and after an error. */
  async #ask(task: Task, stage: Stage = 'form'): Promise<PaymentToReview | undefined> {
    const { book, client } = this.session;
    try {
      await task.wait(Promise.all([this.checkAddresses(), this.coinsFound]));
      if (this.whyNot !== '') return undefined;
      // An address that looks like one of an old payment is found in the whole history only.
      if (!book.complete) await task.wait(book.whole());
      for (;;) {
        const { wanted } = this;
        if (wanted === undefined) return undefined;
        const levels = await task.wait(costOf(client, wanted));
        // The user may have typed something else meanwhile.
        if (this.wanted === undefined || !isSamePayment(wanted, this.wanted)) continue;
        this.#previews.end();
        this.#show(levels);
        if (this.level === undefined || this.level.tooMuch === true) return undefined;
        this.leftOver = 0;
        this.stage = stage;
        return { wanted, levels, priority: this.priority, note: this.note.trim(), payees: this.#payees() };
      }
    } catch (error) {
      if (!task.ended) this.#refuse(error);
      return undefined;
    }
  }
  #payees(): PaymentToReview['payees'] {
    return [this, ...this.others.list].map(({ payee: { address, reviewWords: words, similar } }) => ({
      address,
      words,
      similar,
    }));
  }
  #show(levels: readonly LevelCost[]): void {
    this.error = undefined;
    this.levels = levels;
    if (this.level?.tooMuch === true)
      this.priority = levels.findLast(({ tooMuch }) => tooMuch !== true)?.priority ?? NORMAL;
  }
  #refuse(error: unknown): void {
    this.levels = [];
    this.error = error;
  }
  protected override stale(): void {
    super.stale();
    this.error = undefined;
  }
}
