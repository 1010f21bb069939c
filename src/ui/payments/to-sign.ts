/** The effect of a payment, as computed by the wallet that will sign it. */
import { sumAmounts } from '../../base/amount.ts';
import type { Result } from '../../client/client.ts';
import { decimal } from '../format/format.ts';

export type ToSign = Result<'x_describe_set'>;
type FeeShare = Pick<ToSign['summary'], 'fee' | 'feeShare'>;

/** Number of outputs without amount, in the transaction with most of them. A payment without change has one. */
export function emptyOutputs({ desc = [] }: ToSign): number {
  return desc.reduce((most, { dummyOutputs }) => Math.max(most, dummyOutputs), 0);
}
/** Sum of the amounts paid to others. */
export function toOthers({ summary: { recipients = [] } }: ToSign): bigint {
  return sumAmounts(recipients.filter(({ own = false }) => !own));
}

/**
 * From this fee share on, in hundredths of a percent, the screen shows a warning: 5 %. At the normal fee level of
 * mainnet only payments below 0.004 XMR reach it, at the highest level those below 0.2 XMR.
 */
const HIGH_FEE_SHARE = 500;

export function isFeeHigh({ feeShare = 0 }: Pick<FeeShare, 'feeShare'>): boolean {
  return feeShare >= HIGH_FEE_SHARE;
}

/** "0.12 %", "12 %", "less than 0.01 %". */
export function feeShareText({ feeShare = 0, fee }: FeeShare): string {
  if (feeShare === 0) return fee > 0n ? `less than ${decimal(0.01, 2)}\u00a0%` : '0\u00a0%';
  const percent = feeShare / 100;
  return `${decimal(percent, percent >= 10 ? 0 : 2)}\u00a0%`;
}
