/** The view of History on the transfers. Kept while the wallet is open, so that Back finds it as it was. */
import { SvelteSet } from 'svelte/reactivity';
import type { Transfer } from './model.ts';

/** The criteria for shown transfers; undefined: all are shown. */
export interface Criteria {
  /** Index of an account. */
  readonly account: number | undefined;
  /** Tag of an account. */
  readonly tag: string | undefined;
  /** Address that was paid. */
  readonly payee: string | undefined;
  readonly state: Transfer['state'] | undefined;
  /** First and last day, as `2026-03-01`, by the device's clock. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** In piconero, without the fee. */
  readonly least: bigint | undefined;
  readonly most: bigint | undefined;
}
export const NO_CRITERIA: Criteria = {
  account: undefined,
  tag: undefined,
  payee: undefined,
  state: undefined,
  from: undefined,
  to: undefined,
  least: undefined,
  most: undefined,
};
/** Orders of the list; `newest` and `oldest` have months. */
export const ORDERS = ['newest', 'oldest', 'largest', 'smallest', 'name', 'account', 'state'] as const;
export type HistoryOrder = (typeof ORDERS)[number];

/** A tag and the indices of its accounts. */
export interface AccountTag {
  readonly name: string;
  readonly accounts: readonly number[];
}

export class HistoryView {
  /** Empty: all transfers. */
  filter = $state('');
  search = $state('');
  criteria = $state.raw(NO_CRITERIA);
  order = $state<HistoryOrder>('newest');
  /** Keys of the selected transfers; undefined while nothing is being selected. */
  selected = $state.raw<SvelteSet<string>>();
  /** The tags of accounts, as they were loaded last. */
  tags = $state.raw<readonly AccountTag[]>([]);
  /** Number of pages shown. */
  pages = $state(1);
  /** How far the list was scrolled, in CSS pixels; see `returning`. */
  scrolled = 0;
  /** A transfer of the list was opened: the way back leads to the same row. */
  returning = false;

  clear(): void {
    this.filter = '';
    this.search = '';
    this.criteria = NO_CRITERIA;
    this.order = 'newest';
    this.selected = undefined;
    this.tags = [];
    this.pages = 1;
    this.scrolled = 0;
    this.returning = false;
  }
}
