/** The form of Send while it is typed and not sent. */
import { fieldAmount } from '../format/format.ts';
import type { Transfer } from './model.ts';

const NORMAL = 2;

/**
 * The form of Send, kept in memory while the wallet is open, so that it is as it was when the user comes back to it.
 */
export interface SendDraft {
  /** At least one; what was typed, or the checked address. */
  readonly recipients: readonly { readonly text: string; readonly amountText: string }[];
  readonly all: boolean;
  readonly note: string;
  /** Index of the paying account. */
  readonly account: number;
  /** Fee level. */
  readonly priority: number;
  readonly subtractFee: boolean;
  /** Key images of the chosen coins; empty: the worker chooses. */
  readonly coins: readonly string[];
}

/** A new payment to the same recipients with the same amounts. Undefined without known recipients. */
export function draftAgain({
  account,
  destinations,
}: Pick<Transfer, 'account' | 'destinations'>): SendDraft | undefined {
  if (destinations.length === 0) return undefined;
  return {
    recipients: destinations.map(({ address, amount }) => ({
      text: address,
      amountText: fieldAmount(amount),
    })),
    ...{ all: false, note: '', account, priority: NORMAL, subtractFee: false, coins: [] },
  };
}
