/** Reads what the worker says of all accounts (x_overview) into the page's records. */
import type { Result } from '../../client/client.ts';
import type { Account, Upcoming } from './model.ts';
import { nextToCome } from './transfers.ts';

type Overview = Result<'x_overview'>;

// The engine's labels, compared with them.
// @wc-ignore
const DEFAULT_LABEL = 'Primary account';
// @wc-ignore
const UNTITLED = 'Untitled account';

export function accountsOf({ accounts = [] }: Overview): readonly Account[] {
  return accounts.map(({ label, balance, unlockedBalance, frozen = 0n }, index) => ({
    index,
    label: label === (index === 0 ? DEFAULT_LABEL : UNTITLED) ? '' : label,
    balance,
    unlocked: unlockedBalance,
    frozen,
  }));
}

/** The money that comes next to what the account can spend; undefined: none does. */
export function upcomingOf(
  account: Account | undefined,
  { locked = [], bound = 0n, old: preRingct = 0n, later: carrot = 0n }: Overview,
): Upcoming | undefined {
  const waits = account === undefined ? 0n : account.balance - account.unlocked - preRingct - carrot;
  return waits > 0n ? nextToCome(locked, waits - bound) : undefined;
}
