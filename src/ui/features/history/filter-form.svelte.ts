/** The form for the filter of the History. Nothing is filtered before it is submitted. */
import { fieldAmount } from '../../format/format.ts';
import { readAmount } from '../../amounts/typed-amount.ts';
import { NO_CRITERIA, type Criteria } from '../../state/history-view.svelte.ts';
import type { Transfer } from '../../state/model.ts';

/** Stands for all accounts: a select needs a value. */
export const ANY_ACCOUNT = -1;

export class FilterForm {
  account = $state(ANY_ACCOUNT);
  /** Empty, like all of the following: anything. */
  tag = $state('');
  payee = $state('');
  state = $state<Transfer['state'] | ''>('');
  from = $state('');
  to = $state('');
  leastText = $state('');
  mostText = $state('');
  /** The form was submitted: two fields that contradict each other are wrong only then. */
  #tried = $state(false);

  /** `now`: the filter that is in use. */
  constructor(now: Criteria) {
    this.account = now.account ?? ANY_ACCOUNT;
    this.tag = now.tag ?? '';
    this.payee = now.payee ?? '';
    this.state = now.state ?? '';
    this.from = now.from ?? '';
    this.to = now.to ?? '';
    this.leastText = now.least === undefined ? '' : fieldAmount(now.least);
    this.mostText = now.most === undefined ? '' : fieldAmount(now.most);
  }
  get toFault(): string {
    return this.#tried && this.#daysFault ? 'This day is before the first one.' : '';
  }
  get leastFault(): string {
    return readAmount(this.leastText).fault;
  }
  get mostFault(): string {
    const { fault } = readAmount(this.mostText);
    return fault === '' && this.#tried && this.#amountsFault
      ? 'This is less than the smallest amount.'
      : fault;
  }
  /** Undefined while a field is wrong. */
  get criteria(): Criteria | undefined {
    const least = readAmount(this.leastText).amount;
    const most = readAmount(this.mostText).amount;
    if (least === undefined || most === undefined || this.#daysFault || this.#amountsFault) return undefined;
    return {
      ...NO_CRITERIA,
      ...(this.account !== ANY_ACCOUNT && { account: this.account }),
      ...(this.tag !== '' && { tag: this.tag }),
      ...(this.payee !== '' && { payee: this.payee }),
      ...(this.state !== '' && { state: this.state }),
      ...(this.from !== '' && { from: this.from }),
      ...(this.to !== '' && { to: this.to }),
      ...(this.leastText.trim() !== '' && { least }),
      ...(this.mostText.trim() !== '' && { most }),
    };
  }
  /** The criteria; undefined when a field is wrong, which then says so. */
  submit(): Criteria | undefined {
    this.#tried = true;
    return this.criteria;
  }
  get #daysFault(): boolean {
    return this.from !== '' && this.to !== '' && this.to < this.from;
  }
  get #amountsFault(): boolean {
    const least = readAmount(this.leastText).amount ?? 0n;
    const most = readAmount(this.mostText).amount;
    return this.mostText.trim() !== '' && most !== undefined && most < least;
  }
}
