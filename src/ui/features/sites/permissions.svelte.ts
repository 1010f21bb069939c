/** The form of one site's permissions: accounts that it may read, the account that pays, its budget. */
import { parseXmr } from '../../../base/amount.ts';
import type { Params } from '../../../client/client.ts';
import { readAmount } from '../../amounts/typed-amount.ts';
import { decimalSign, fieldAmount } from '../../format/format.ts';
import type { Site } from './sites.svelte.ts';

/** The choice of an account that pays: the site may not ask for payments. */
export const NO_PAYMENTS = -1;

export class PermissionsForm {
  read = $state.raw<readonly number[]>([]);
  payFrom = $state(NO_PAYMENTS);
  /** The budget's amount in XMR as it is typed. */
  amount = $state('');
  period = $state('day');
  /** Within the budget the site pays without asking. */
  unasked = $state(false);
  readonly #site: Site;
  /** Undefined also when the budget has expired: the site must ask for a new one. */
  readonly #budget: NonNullable<Site['spend']>['budget'];

  /** `now`: seconds. */
  constructor(site: Site, now = Date.now() / 1000) {
    this.#site = site;
    this.read = site.read ?? [];
    this.payFrom = site.spend?.account ?? NO_PAYMENTS;
    const budget = site.spend?.budget;
    if (!budget || budget.expires <= now) return;
    this.#budget = budget;
    this.unasked = true;
    this.amount = fieldAmount(budget.amount);
    this.period = budget.period;
  }
  /** A site gets a budget only by asking for it; here it can be changed or ended. */
  get hasBudget(): boolean {
    return this.#budget !== undefined && this.payFrom !== NO_PAYMENTS;
  }
  toggle(account: number): void {
    this.read = this.read.includes(account)
      ? this.read.filter((each) => each !== account)
      : [...this.read, account];
  }
  /** Why the amount cannot be used; empty if it can. */
  get badAmount(): string {
    if (!this.hasBudget || !this.unasked) return '';
    const { amount, fault } = readAmount(this.amount);
    return amount === 0n ? 'More than nothing. To end the budget, take the tick away.' : fault;
  }
  get changed(): boolean {
    const { read, spend } = this.#site;
    const budget = this.#budget;
    return (
      [...this.read].sort().join() !== [...(read ?? [])].sort().join() ||
      this.payFrom !== (spend?.account ?? NO_PAYMENTS) ||
      (this.hasBudget &&
        (!this.unasked ||
          readAmount(this.amount).amount !== budget?.amount ||
          this.period !== budget?.period))
    );
  }
  get permissions(): Params<'x_set_site'> {
    const { origin } = this.#site;
    const budget = this.#budget;
    return {
      origin,
      read: [...this.read],
      ...(this.payFrom !== NO_PAYMENTS && {
        spend: {
          account: this.payFrom,
          ...(budget &&
            this.unasked && {
              budget: {
                amount: parseXmr(this.amount, decimalSign()),
                period: this.period,
                expires: budget.expires,
              },
            }),
        },
      }),
    };
  }
}
