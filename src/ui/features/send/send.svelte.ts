/**
 * Sending: the typed fields, whether they are valid, the cost, and the payment itself. The worker prepares the
 * payment when the sheet opens, so that its numbers are exact; the button sends exactly this payment by its id.
 */
import { formatXmr, parseXmr } from '../../../base/amount.ts';
import { RpcError } from '../../../client/client.ts';
import { xmr } from '../../format/format.ts';
import { explain, oneLine } from '../../messages/explain.ts';
import type { Session } from '../../state/session.svelte.ts';
import { Payee } from './payee.svelte.ts';
import { costOf, difference, prepare, type Level, type Prepared, type PaymentRequest } from './payment.ts';

/**
 * Outcome of a payment. `toSign`: nothing was sent, others must sign it, and the wallet has stored it as `unsent`.
 */
export interface Sent {
  readonly toSign: boolean;
  /** Empty while others must sign. */
  readonly txid: string;
  /** True: no answer of the node says whether it has the payment. */
  readonly unsure: boolean;
  /** Id of the stored payment that others must sign. */
  readonly unsent?: string;
}
const NORMAL = 2;

export class SendState {
  amountText = $state('');
  all = $state(false);
  note = $state('');
  account = $state(0);
  priority = $state(NORMAL);
  levels = $state.raw<readonly Level[]>([]);
  reviewing = $state(false);
  busy = $state(false);
  /** True while the payment of the chosen level is being prepared. */
  preparing = $state(false);
  error = $state.raw<unknown>(undefined);
  /** True after an error that does not say whether the payment was sent. */
  uncertain = $state(false);
  /** Why the sheet's numbers have changed. */
  changed = $state('');
  readonly payee: Payee;
  readonly #session: Session;
  #asked = 0;
  #previewing = Promise.resolve();
  #prepared: Prepared | undefined;

  constructor(session: Session) {
    this.#session = session;
    this.account = session.book.current?.index ?? 0;
    this.payee = new Payee(session, ({ amount, note }) => {
      if (amount > 0n) this.setAmount(formatXmr(amount));
      if (note !== '' && this.note === '') this.note = note;
    });
  }
  get spendable(): bigint {
    return this.#session.book.accounts.find(({ index }) => index === this.account)?.unlocked ?? 0n;
  }
  get #total(): bigint {
    return this.#session.book.accounts.find(({ index }) => index === this.account)?.balance ?? 0n;
  }
  get #wanted(): PaymentRequest {
    return { account: this.account, address: this.payee.address, all: this.all };
  }
  setAmount(text: string): void {
    this.amountText = text;
    this.all = false;
    this.#stale();
  }
  setAccount(account: number): void {
    this.account = account;
    this.#stale();
    void this.preview();
  }
  async sendAll(): Promise<void> {
    this.all = true;
    this.amountText = '';
    this.#stale();
    await this.preview();
  }
  /** In piconero; undefined when the text is not an amount. */
  get amount(): bigint | undefined {
    if (this.all) return this.level?.amount;
    try {
      return this.amountText.trim() === '' ? undefined : parseXmr(this.amountText);
    } catch {
      return undefined;
    }
  }
  get amountFault(): string {
    if (this.all) return this.spendable === 0n ? 'There is nothing to spend in this account right now.' : '';
    if (this.amountText.trim() === '') return '';
    try {
      const amount = parseXmr(this.amountText);
      if (amount === 0n) return 'The amount is zero. Enter how much to send.';
      if (amount <= this.spendable) return this.#tooMuchWithFee;
      const rest = this.#total - this.spendable;
      return `You can spend ${xmr(this.spendable)} right now.${amount <= this.#total && rest > 0n ? ' The rest is yours but still locked.' : ''}`;
    } catch (error) {
      return oneLine(explain(error));
    }
  }
  get #tooMuchWithFee(): string {
    const cheapest = this.levels[0];
    return this.levels.length > 0 && this.levels.every(({ tooMuch }) => tooMuch) && cheapest !== undefined
      ? `With the fee of ${xmr(cheapest.fee)} this is more than the ${xmr(this.spendable)} you can spend. Send less, or choose All.`
      : '';
  }
  get level(): Level | undefined {
    return this.levels.find(({ priority }) => priority === this.priority);
  }
  get whyNot(): string {
    if (this.payee.address === '') return 'The address is still missing.';
    if (this.amountFault !== '') return 'The amount does not fit.';
    if (!this.all && this.amount === undefined) return 'The amount is still missing.';
    return '';
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
    const { address } = this.payee;
    const amount = this.all ? 0n : this.amount;
    this.#asked += 1;
    const asked = this.#asked;
    const isLate = (): boolean => asked !== this.#asked || this.reviewing;
    if (address === '' || amount === undefined || (!this.all && amount > this.spendable)) {
      this.levels = [];
      return;
    }
    try {
      const levels = await costOf(this.#session.client, this.#wanted, amount);
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
    if (this.whyNot !== '') return;
    // The form also calls this while the user types: only the last answer counts.
    let last = this.preview();
    await last;
    while (last !== this.#previewing) {
      last = this.#previewing;
      await last;
    }
    if (this.level === undefined || this.level.tooMuch) return;
    this.changed = '';
    this.error = undefined;
    this.uncertain = false;
    this.reviewing = true;
    await this.#prepareShown();
  }
  async choose(priority: number): Promise<void> {
    if (this.stopped) return;
    this.priority = priority;
    this.changed = '';
    this.error = undefined;
    this.#drop();
    await this.#prepareShown();
  }
  closeReview(): void {
    this.reviewing = false;
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
    this.error = undefined;
    this.changed = '';
    try {
      if (this.#prepared === undefined) {
        // Preparing failed, or the last attempt used up the prepared payment. If the new one differs, show it first.
        const prepared = await this.#prepare(shown);
        this.#prepared = prepared;
        this.#show(prepared.level);
        this.changed = difference(shown, prepared.level);
        if (this.changed !== '') return undefined;
      }
      const { id } = this.#prepared;
      // A prepared payment can be sent once, whatever the outcome.
      this.#prepared = undefined;
      return await this.#sendPrepared(id);
    } catch (error) {
      this.error = error;
      return undefined;
    } finally {
      this.busy = false;
    }
  }

  async #sendPrepared(id: string): Promise<Sent | undefined> {
    const { client } = this.#session;
    try {
      const answer = await client.call('x_send_prepared', { id, note: this.note.trim() });
      await this.#showNewState();
      const { tx_hash_list: [txid = ''] = [], unsent } = answer;
      if (unsent !== undefined) return { toSign: true, txid: '', unsure: false, unsent };
      return { toSign: false, txid, unsure: false };
    } catch (error) {
      const { fault } = explain(error);
      const txid = fault === 'relay_unknown' && error instanceof RpcError ? error.data['txid'] : undefined;
      // A fault of the wallet says what was sent; any other error says nothing about it.
      this.uncertain = fault === '' || fault === 'internal';
      this.error = error;
      if (txid !== undefined || this.stopped) await this.#showNewState();
      if (typeof txid !== 'string') return undefined;
      this.error = undefined;
      return { toSign: false, txid, unsure: true };
    }
  }
  /** After a payment. An error here must not look as if nothing had been sent: a second press would pay twice. */
  async #showNewState(): Promise<void> {
    await this.#session.lookAgain().catch(() => undefined);
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
  #prepare(shown: Level): Promise<Prepared> {
    return prepare(this.#session.client, this.#wanted, shown);
  }
  #drop(): void {
    if (this.#prepared !== undefined) this.#forget(this.#prepared);
    this.#prepared = undefined;
  }
  /** Drops a prepared payment. Errors are ignored: the worker drops old payments itself. */
  #forget({ id }: Prepared): void {
    void this.#session.client.call('x_drop_prepared', { id }).catch(() => undefined);
  }
  #stale(): void {
    this.levels = [];
    this.#drop();
    this.error = undefined;
  }
}
