/** The typed fields of a payment: recipients, amounts, account, note; whether they are complete and can be paid. */
import { fieldAmount, xmr } from '../../format/format.ts';
import { CoinList, sumOf, type ListedCoin } from '../../coins/coin-list.svelte.ts';
import { PayeeInput, type Asked } from '../../payments/payee.svelte.ts';
import type { Session } from '../../state/session.svelte.ts';
import { TaskOwner } from '../../state/task.ts';
import type { LevelCost, WantedPayment } from './payment.ts';
import { amountToPay } from './amount-to-pay.ts';
import {
  OtherRecipients,
  RECIPIENTS_OF_ONE,
  type RecipientInput,
  type TypedRecipient,
} from './recipients.svelte.ts';

export const NORMAL = 2;

/** The sheets that help to fill the form, drawn outside of it, because forms cannot nest. */
export type FillSheet =
  | { readonly what: 'choose'; readonly payee: PayeeInput }
  | { readonly what: 'save'; readonly payee: PayeeInput }
  /** `pasted`: a list that cannot be used as it is. */
  | { readonly what: 'list'; readonly pasted?: string };

export class SendFields extends TaskOwner {
  amountText = $state('');
  all = $state(false);
  note = $state('');
  account = $state(0);
  priority = $state(NORMAL);
  /** The recipients get less by the fee, in equal parts. */
  subtractFee = $state(false);
  levels = $state.raw<readonly LevelCost[]>([]);
  /** The coins that the payment spends, all of them. Empty: the worker chooses. */
  coins = $state.raw<readonly ListedCoin[]>([]);
  /** The first recipient, or the only one. */
  readonly payee: PayeeInput;
  readonly others: OtherRecipients;
  protected readonly session: Session;
  /** Settles when the coins of a kept draft were looked up. */
  protected coinsFound: Promise<unknown> = Promise.resolve();
  /** Coins of a kept draft are being looked up; what the user does with the form ends this. */
  readonly #restoring = this.latest();
  /** Key images of the coins of a kept draft, until they are found or the person chooses. */
  #sought = $state.raw<readonly string[]>([]);
  /** Why none of them can be spent; empty while they are looked up. */
  #notFound = $state('');
  /** The note of the link that was taken last; empty without. */
  #linkNote = '';

  constructor(session: Session) {
    super(session.book);
    this.session = session;
    this.account = session.book.current?.index ?? 0;
    this.payee = new PayeeInput(session, (asked) => {
      this.#takeLink(asked);
    });
    this.others = new OtherRecipients(session, (note) => {
      this.addNote(note);
    });
  }
  /** Key images of the chosen coins, also while they are looked up. Empty: the worker chooses. */
  get chosen(): readonly string[] {
    return this.#sought.length > 0 ? this.#sought : this.coins.map(({ keyImage }) => keyImage);
  }
  get several(): boolean {
    return this.others.list.length > 0;
  }
  /** The amount that the payment can spend now: of the chosen coins, or else of the account. */
  get spendable(): bigint {
    if (this.coins.length > 0) return sumOf(this.coins);
    return this.session.book.accounts.find(({ index }) => index === this.account)?.unlocked ?? 0n;
  }
  get #balance(): bigint {
    return this.session.book.accounts.find(({ index }) => index === this.account)?.balance ?? 0n;
  }
  get level(): LevelCost | undefined {
    return this.levels.find(({ priority }) => priority === this.priority);
  }
  /** Amount of the first recipient, in piconero; undefined when the text is not an amount. */
  get amount(): bigint | undefined {
    return this.all ? this.level?.amount : amountToPay(this.amountText).amount;
  }
  /** Sum of all recipients, in piconero; undefined while an amount is missing. */
  get total(): bigint | undefined {
    return [this.amount, ...this.others.list.map(({ amount }) => amount)].reduce(
      (sum, amount) => (sum === undefined || amount === undefined ? undefined : sum + amount),
      0n,
    );
  }
  get amountFault(): string {
    if (this.all) return this.spendable === 0n ? 'There is nothing to spend in this account right now.' : '';
    const { amount, fault } = amountToPay(this.amountText);
    if (amount === undefined || this.several) return fault;
    return amount <= this.spendable ? this.#tooMuchWithFee : this.#tooMuch(amount);
  }
  /** Why all amounts together cannot be paid, if there are several recipients; empty when they can. */
  get totalFault(): string {
    const { total } = this;
    if (!this.several || total === undefined) return '';
    return total <= this.spendable ? this.#tooMuchWithFee : this.#tooMuch(total);
  }
  /** Why the chosen coins cannot be used; empty when they can, or when none are chosen. */
  get coinsFault(): string {
    if (this.#notFound !== '') return this.#notFound;
    return this.coins.length > 0 && !this.others.fitOne
      ? `Chosen coins can pay ${RECIPIENTS_OF_ONE} recipients at most. Let Ostro choose the coins, or pay fewer recipients.`
      : '';
  }
  get whyNot(): string {
    const { list } = this.others;
    if ([this.payee, ...list.map(({ payee }) => payee)].some(({ fault }) => fault !== ''))
      return this.several ? 'An address cannot be used.' : 'The address cannot be used.';
    if (this.payee.address === '' || list.some(({ payee }) => payee.address === ''))
      return this.several ? 'An address is still missing.' : 'The address is still missing.';
    if (this.amountFault !== '' || list.some(({ amountFault }) => amountFault !== ''))
      return 'The amount cannot be paid.';
    if (this.totalFault !== '') return 'The amounts do not fit.';
    if (this.coinsFault !== '') return 'The chosen coins cannot be used.';
    if (!this.all && this.total === undefined)
      return this.several ? 'An amount is still missing.' : 'The amount is still missing.';
    return '';
  }
  /** Changes with all that is typed and has a cost. */
  get typed(): string {
    const rows = [this, ...this.others.list].map(({ payee, amountText }) => `${payee.address} ${amountText}`);
    return this.all ? `* ${this.payee.address}` : rows.join('\n');
  }
  /** The payment as typed; undefined while something is missing, or if it is more than can be spent. */
  get wanted(): WantedPayment | undefined {
    const { account, all, subtractFee, total } = this;
    const rows = [{ payee: this.payee, amount: all ? 0n : this.amount }, ...this.others.list];
    const destinations = rows.flatMap(({ payee: { address }, amount }) =>
      address === '' || amount === undefined ? [] : [{ address, amount }],
    );
    if (destinations.length < rows.length) return undefined;
    if (!all && (total === undefined || total > this.spendable)) return undefined;
    if (this.#sought.length > 0 || this.coinsFault !== '') return undefined;
    const coins = this.chosen;
    return { account, all, destinations, subtractFee: subtractFee && !all && this.others.fitOne, coins };
  }
  setAmount(text: string): void {
    this.amountText = text;
    this.all = false;
    this.stale();
  }
  setAccount(account: number): void {
    this.account = account;
    this.setCoins([]);
  }
  setCoins(coins: readonly ListedCoin[]): void {
    this.#restoring.end();
    this.#sought = [];
    this.#notFound = '';
    this.coins = coins;
    this.stale();
  }
  /** Chooses the same coins of the account, except those that cannot be spent any more; `coinsFault` says why there are none. */
  async chooseAgain(keyImages: readonly string[]): Promise<void> {
    if (keyImages.length === 0) return;
    this.#sought = keyImages;
    const list = new CoinList(this.session);
    const looking = this.#restoring.run(async (task) => {
      await task.wait(list.load(this.account));
      const found = list.coins.filter(
        ({ state, keyImage }) => state === 'spendable' && keyImages.includes(keyImage),
      );
      if (found.length > 0) this.setCoins(found);
      else
        this.#notFound =
          list.loadError === undefined
            ? 'The coins that were chosen cannot be spent any more. Choose others, or let Ostro choose.'
            : 'The coins that were chosen were not read. Choose them again, or let Ostro choose.';
    });
    this.coinsFound = looking;
    await looking;
  }
  /** Adds an empty recipient; all the money goes to one recipient only. */
  addRecipient(): void {
    if (this.all) return;
    this.others.add();
    this.stale();
  }
  /** Removes a recipient; undefined is the first one, whose place the second takes. */
  async removeRecipient(recipient?: RecipientInput): Promise<void> {
    const gone = recipient ?? this.others.list[0];
    if (gone === undefined) return;
    const { text } = gone.payee;
    this.others.remove(gone);
    this.stale();
    if (recipient !== undefined) return;
    this.amountText = gone.amountText;
    await this.payee.set(text, true);
  }
  /** Removes the first `count` recipients, with all that was typed for them. */
  protected dropFirst(count: number): void {
    const rest = [{ payee: this.payee, amountText: this.amountText }, ...this.others.list].slice(count);
    const [first, ...others] = rest;
    this.others.list = this.others.list.slice(this.others.list.length - others.length);
    this.amountText = first?.amountText ?? '';
    if (first === undefined) this.payee.clear();
    else this.payee.take(first.payee.address);
    this.stale();
  }
  /** Fills empty fields with recipients, and adds the rest. Resolves when their addresses were checked. */
  async take(recipients: readonly TypedRecipient[], note: string): Promise<void> {
    const [first, ...rest] = recipients;
    const fillsFirst = first !== undefined && this.payee.text.trim() === '' && this.amountText.trim() === '';
    this.all = false;
    this.addNote(note);
    this.others.list = this.others.list.filter(({ empty }) => !empty);
    if (fillsFirst) this.amountText = first.amountText;
    this.stale();
    const filling = this.others.fill(fillsFirst ? rest : recipients);
    if (fillsFirst) await this.payee.set(first.address, true);
    await filling;
  }
  /** Checks the addresses that are typed, but not checked yet. */
  async checkAddresses(): Promise<void> {
    const payees = [this.payee, ...this.others.list.map(({ payee }) => payee)];
    const open = payees.filter(({ address }) => address === '');
    await Promise.all(open.map((payee) => payee.set(payee.text, true)));
  }
  /** Empties the form; the account stays. */
  clear(): void {
    this.payee.clear();
    this.others.clear();
    this.amountText = '';
    this.all = false;
    this.note = this.#linkNote = '';
    this.subtractFee = false;
    this.priority = NORMAL;
    this.setCoins([]);
  }
  /** Number of recipients of which something is typed. */
  get filled(): number {
    const first = this.payee.text.trim() === '' && this.amountText.trim() === '' ? 0 : 1;
    return first + this.others.list.filter(({ empty }) => !empty).length;
  }
  protected addNote(note: string): void {
    if (note !== '' && !this.note.includes(note))
      this.note = this.note === '' ? note : `${this.note}; ${note}`;
  }
  /** The estimated cost is out of date. */
  protected stale(): void {
    this.levels = [];
  }
  #takeLink({ amount, note, others }: Asked): void {
    if (amount > 0n) this.setAmount(fieldAmount(amount));
    if (this.note === this.#linkNote) this.note = note;
    this.#linkNote = note;
    if (others.length > 0) this.all = false;
    void this.others.fillAsked(this, others);
  }
  #tooMuch(amount: bigint): string {
    if (this.coins.length > 0)
      return `The coins that you chose hold ${xmr(this.spendable)}. Choose more coins, or send less.`;
    const locked = amount <= this.#balance && this.#balance > this.spendable;
    const now = locked
      ? `You can spend ${xmr(this.spendable)} right now. The rest is yours but still locked.`
      : `You can spend ${xmr(this.spendable)} right now.`;
    if (!this.several) return now;
    const sum = `Together this is ${xmr(amount)}.`;
    return `${sum} ${now}`;
  }
  get #tooMuchWithFee(): string {
    if (this.levels.length === 0 || !this.levels.every(({ tooMuch }) => tooMuch === true)) return '';
    if (this.coins.length > 0)
      return `With the fee this is more than the ${xmr(this.spendable)} chosen. Choose more coins, or send less.`;
    return this.several
      ? `With the fee, this is more than the ${xmr(this.spendable)} you can spend. Send less.`
      : `With the fee, this is more than the ${xmr(this.spendable)} you can spend. Send less, or choose “Send all”.`;
  }
}
