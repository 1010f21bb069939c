/**
 * Sending: the cost of the typed payment (fields.svelte.ts), and the payment itself. The worker prepares it when the
 * sheet opens, so that its numbers are exact; the button sends exactly this payment by its id. For a signing device it is
 * prepared and stored at once.
 */
import { RpcError } from '../../../client/client.ts';
import { explain } from '../../messages/explain.ts';
import type { ListedCoin } from '../../shared/coin-list.svelte.ts';
import type { PayeeInput } from '../../shared/payee.svelte.ts';
import type { SendDraft } from '../../state/send-draft.ts';
import { NORMAL, SendFields } from './fields.svelte.ts';
import { draftOf } from './draft.ts';
import type { WaitingNow } from './expected-wait.ts';
import { fateOf, outcomeOf, type Fate, type RecipientCounts } from './outcome.ts';
import { costOf, difference, prepare, type Level, type WantedPayment, type PreparedCost } from './payment.ts';

/**
 * Outcome of a payment. `toSign`: nothing was sent, others must sign it, and the wallet has stored it as `unsent`.
 */
export interface Sent {
  readonly toSign: boolean;
  /** Its transactions; empty while others must sign. */
  readonly txids: readonly string[];
  /** True: no answer of the node says whether it has the payment. */
  readonly unsure: boolean;
  /** Id of the stored payment that others must sign. */
  readonly unsent?: string;
}
/** A recipient in the review. */
export interface Share {
  /** Who it is, and the known address that it looks like, as known when the review was opened: afterwards the payment itself counts. */
  readonly words: string;
  readonly similar: PayeeInput['similar'];
  readonly address: string;
  readonly amount: bigint | undefined;
  /** Its fate, after a payment of which only some transactions were sent. */
  readonly fate: Fate | undefined;
}

export class SendState extends SendFields {
  reviewing = $state(false);
  busy = $state(false);
  /** True while the payment of the chosen level is being prepared. */
  preparing = $state(false);
  error = $state.raw<unknown>(undefined);
  /** True after an error that does not say whether the payment was sent. */
  uncertain = $state(false);
  /** Why the sheet's numbers have changed. */
  changed = $state('');
  /** Who was paid, after a payment of which only some transactions were sent. */
  outcome = $state.raw<RecipientCounts | undefined>(undefined);
  /** Number of recipients that were not paid and are left in the form after such a payment; 0: none. */
  leftOver = $state(0);
  /** The transactions that wait for a block, to estimate how long the payment will wait; undefined when unknown. */
  waiting = $state.raw<WaitingNow | undefined>(undefined);
  /** The payment was sent, or may have been. */
  finished = $state(false);
  /** True while the cost is computed again, because the fee is taken from elsewhere. */
  pricing = $state(false);
  #asked = 0;
  #priced = 0;
  #previewing = Promise.resolve();
  #prepared: PreparedCost | undefined;
  /** The payment that the open sheet shows. */
  #reviewed: WantedPayment | undefined;
  /** Of each recipient, as the open sheet shows it. */
  #known: readonly Pick<Share, 'words' | 'similar'>[] = [];

  /**
   * The typed form, for the wallet to keep: without recipients who were paid or may have been paid. Undefined when nothing
   * is typed, while the payment is being sent, and when it may have been sent.
   */
  get draft(): SendDraft | undefined {
    const { outcome } = this;
    if (outcome !== undefined) return draftOf(this, outcome.paid + outcome.unknown);
    const partly = this.error !== undefined && explain(this.error).fault === 'sent_partly';
    return this.busy || this.finished || this.uncertain || partly ? undefined : draftOf(this);
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
  /** The rows of the open sheet, one for each recipient; the amount is undefined while it is not known. */
  get shares(): readonly Share[] {
    const { level, outcome } = this;
    return [{ payee: this.payee, amount: this.amount }, ...this.others.list].map(({ payee, amount }, i) => ({
      words: this.#known[i]?.words ?? '',
      similar: this.#known[i]?.similar,
      address: level?.payees[i]?.address ?? payee.address,
      amount: this.several
        ? (level?.payees[i]?.amount ?? (this.subtractFee ? undefined : amount))
        : level?.amount,
      fate: outcome && fateOf(i, outcome),
    }));
  }
  /** The fee in hundredths of a percent of what others get; 0 if nothing goes to others. */
  get feeShare(): number {
    const { book } = this.session;
    const paid = this.shares.reduce(
      (sum, { address, amount = 0n }) => (book.owns(address) ? sum : sum + amount),
      0n,
    );
    return this.level === undefined || paid === 0n ? 0 : Number((this.level.fee * 10_000n) / paid);
  }
  /**
   * True when the open sheet must not send again: the node gave answers about outputs that cannot be true, or the last
   * attempt sent something or may have sent something. The user may close the sheet and open it again.
   */
  get stopped(): boolean {
    if (!this.reviewing || this.error === undefined) return false;
    return this.uncertain || ['decoys_suspicious', 'sent_partly'].includes(explain(this.error).fault);
  }
  /**
   * Estimates the cost at each level; the node learns nothing. Changes nothing while the sheet is open: its numbers and
   * its error belong to the prepared payment.
   */
  preview(): Promise<void> {
    this.#previewing = this.#look();
    return this.#previewing;
  }
  async #look(): Promise<void> {
    if (this.reviewing) return;
    const { wanted } = this;
    this.#asked += 1;
    const asked = this.#asked;
    const isLate = (): boolean => asked !== this.#asked || this.reviewing;
    if (wanted === undefined) {
      this.levels = [];
      return;
    }
    try {
      const levels = await costOf(this.session.client, wanted);
      if (isLate()) return;
      this.error = undefined;
      this.levels = levels;
      if (this.level?.tooMuch === true)
        this.priority = this.levels.findLast(({ tooMuch }) => !tooMuch)?.priority ?? NORMAL;
    } catch (error) {
      if (isLate()) return;
      this.levels = [];
      this.error = error;
    }
  }
  async review(): Promise<void> {
    if (!(await this.#begin())) return;
    this.reviewing = true;
    void this.lookAtWaiting();
    await this.#prepareShown();
  }
  /**
   * Prepares the typed payment, and stores it for the signing device. There is no sheet: the next screen shows the payment
   * with its code, and nothing is sent. Returns undefined if it was not stored: `error` says why.
   */
  async make(): Promise<Sent | undefined> {
    if (this.busy || this.finished) return undefined;
    this.busy = true;
    const ready = await this.#begin();
    this.busy = false;
    return ready ? this.send() : undefined;
  }
  /** Sets the payment to prepare. False while something is missing, and after an error. */
  async #begin(): Promise<boolean> {
    if (this.whyNot !== '') return false;
    const { book } = this.session;
    // An address that looks like one of an old payment is found in the whole history only.
    if (!book.complete)
      try {
        await book.whole();
      } catch (error) {
        this.error = error;
        return false;
      }
    // The form also calls this while the user types: only the last answer counts.
    let last = this.preview();
    await last;
    while (last !== this.#previewing) {
      last = this.#previewing;
      await last;
    }
    this.#reviewed = this.wanted;
    if (this.level === undefined || this.level.tooMuch || this.#reviewed === undefined) return false;
    this.changed = '';
    this.error = undefined;
    this.uncertain = false;
    this.outcome = undefined;
    this.leftOver = 0;
    this.#known = [this, ...this.others.list].map(({ payee: { reviewWords: words, similar } }) => ({
      words,
      similar,
    }));
    return true;
  }
  /** Without an answer no wait is shown. A test network has no usual wait. */
  async lookAtWaiting(): Promise<void> {
    if (this.session.testNetwork) return;
    this.waiting = await this.session.client.call('x_mempool', {}).catch(() => undefined);
  }
  async choose(priority: number): Promise<void> {
    if (this.stopped || this.pricing) return;
    this.priority = priority;
    if (!this.reviewing) return;
    this.changed = '';
    this.error = undefined;
    this.#drop();
    await this.#prepareShown();
  }
  /**
   * Takes the fee from the amounts, or not, and prepares the payment again. Does nothing while a payment is being
   * prepared or sent: what was prepared before must not come in between.
   */
  async setSubtractFee(on: boolean): Promise<void> {
    if (this.stopped || this.busy || this.preparing) return;
    this.subtractFee = on;
    if (!this.reviewing) return this.preview();
    this.changed = '';
    this.error = undefined;
    this.#drop();
    this.preparing = true;
    this.pricing = true;
    this.#priced += 1;
    const priced = this.#priced;
    try {
      const reviewed = { ...this.#shown, subtractFee: on };
      this.#reviewed = reviewed;
      const levels = await costOf(this.session.client, reviewed);
      if (priced !== this.#priced) return;
      this.levels = levels;
      this.pricing = false;
      await this.#prepareShown();
    } catch (error) {
      if (priced === this.#priced) this.error = error;
    } finally {
      if (priced === this.#priced) this.pricing = this.preparing = false;
    }
  }
  /** After a payment of which only some transactions were sent, the recipients who were not paid stay in the form. */
  closeReview(): void {
    this.reviewing = false;
    if (this.outcome !== undefined) {
      const { paid, unknown, unpaid } = this.outcome;
      this.outcome = undefined;
      this.dropFirst(paid + unknown);
      this.leftOver = unpaid;
    }
    this.#priced += 1;
    if (this.pricing) this.pricing = this.preparing = false;
    this.error = undefined;
    this.#drop();
  }
  /**
   * Sends the payment that the sheet shows, or stores it for others to sign. Returns the outcome if the payment was
   * sent, may have been sent, or was stored. Undefined otherwise: `error` or `changed` says why. After sent_partly, and
   * when `uncertain`, some of its transactions were or may have been sent, and the sheet is stopped.
   */
  async send(): Promise<Sent | undefined> {
    const shown = this.level;
    if (this.busy || this.preparing || this.stopped || shown === undefined) return undefined;
    this.busy = true;
    // If the user leaves meanwhile and comes back, the form must not ask for the same payment again.
    this.session.book.sendDraft = undefined;
    this.error = undefined;
    this.changed = '';
    try {
      if (this.#prepared === undefined) {
        // Preparing failed, or the last attempt used up the prepared payment. If the new one differs, show it first.
        const prepared = await this.#prepare(shown);
        this.#prepared = prepared;
        this.#show(prepared.level);
        this.changed = this.reviewing ? difference(shown, prepared.level) : '';
        if (this.changed !== '') return undefined;
      }
      const { id } = this.#prepared;
      // A prepared payment can be sent once, whatever the outcome.
      this.#prepared = undefined;
      const sent = await this.#sendPrepared(id, this.level?.parts ?? []);
      this.finished = sent !== undefined;
      return sent;
    } catch (error) {
      this.error = error;
      return undefined;
    } finally {
      this.busy = false;
    }
  }

  async #sendPrepared(id: string, parts: readonly number[]): Promise<Sent | undefined> {
    const { client } = this.session;
    try {
      const answer = await client.call('x_send_prepared', { id, note: this.note.trim() });
      await this.#showNewState();
      const { tx_hash_list: txids = [], unsent } = answer;
      if (unsent !== undefined) return { toSign: true, txids: [], unsure: false, unsent };
      return { toSign: false, txids, unsure: false };
    } catch (error) {
      const { fault } = explain(error);
      const txid = fault === 'relay_unknown' && error instanceof RpcError ? error.data['txid'] : undefined;
      // A fault of the wallet says what was sent; any other error says nothing about it.
      this.uncertain = fault === '' || fault === 'internal';
      this.error = error;
      if (this.several) this.outcome = outcomeOf(error, parts);
      if (txid !== undefined || this.stopped) await this.#showNewState();
      if (typeof txid !== 'string') return undefined;
      this.error = undefined;
      return { toSign: false, txids: [txid], unsure: true };
    }
  }
  /** After a payment. An error here must not look as if nothing had been sent: a second press would pay twice. */
  async #showNewState(): Promise<void> {
    await this.session.lookAgain().catch(() => undefined);
  }
  /** Prepares the payment that the sheet shows, so that its numbers become exact. */
  async #prepareShown(): Promise<void> {
    const shown = this.level;
    if (shown === undefined) return;
    this.preparing = true;
    try {
      const prepared = await this.#prepare(shown);
      // The user may have chosen another level meanwhile.
      if (shown.priority !== this.priority || !this.reviewing) {
        this.#forget(prepared);
        return;
      }
      this.#prepared = prepared;
      this.#show(prepared.level);
    } catch (error) {
      if (shown.priority === this.priority) this.error = error;
    } finally {
      if (shown.priority === this.priority) this.preparing = false;
    }
  }
  #show(level: Level): void {
    this.levels = this.levels.map((each) => (each.priority === level.priority ? level : each));
  }
  #prepare(shown: Level): Promise<PreparedCost> {
    return prepare(this.session.client, this.#shown, shown);
  }
  get #shown(): WantedPayment {
    if (this.#reviewed === undefined) throw new Error('no payment is shown');
    return this.#reviewed;
  }
  #drop(): void {
    if (this.#prepared !== undefined) this.#forget(this.#prepared);
    this.#prepared = undefined;
  }
  /** Drops a prepared payment. Errors are ignored: the worker drops old payments itself. */
  #forget({ id }: PreparedCost): void {
    void this.session.client.call('x_drop_prepared', { id }).catch(() => undefined);
  }
  protected override stale(): void {
    super.stale();
    this.#drop();
    this.error = undefined;
  }
}
