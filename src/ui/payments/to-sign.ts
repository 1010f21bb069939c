/** The effect of a payment, as computed by the wallet that will sign it. */
import { decimal } from '../format/format.ts';

export interface ToSign {
  readonly recipients: readonly {
    readonly address: string;
    readonly amount: bigint;
    readonly own: boolean;
  }[];
  readonly fee: bigint;
  /** The fee in hundredths of a percent of the paid amount. */
  readonly feeShare: number;
  readonly change: bigint;
  readonly changeAddress: string;
  /** Sum of the spent coins. */
  readonly coins: bigint;
  readonly transactions: number;
  /** Number of outputs without amount, in the transaction with most of them. A payment without change has one. */
  readonly emptyOutputs: number;
}
interface Described {
  readonly summary: {
    readonly amount_in: bigint;
    readonly change_amount: bigint;
    readonly change_address: string;
    readonly fee: bigint;
    readonly fee_share?: number | undefined;
    readonly recipients?:
      | readonly { readonly address: string; readonly amount: bigint; readonly own?: boolean | undefined }[]
      | undefined;
  };
  readonly desc?: readonly { readonly dummy_outputs?: number | undefined }[] | undefined;
}
/** Converts the result of x_describe_set. */
export function toSign({ summary, desc = [] }: Described): ToSign {
  return {
    recipients: (summary.recipients ?? []).map(({ address, amount, own = false }) => ({
      address,
      amount,
      own,
    })),
    fee: summary.fee,
    feeShare: summary.fee_share ?? 0,
    change: summary.change_amount,
    changeAddress: summary.change_address,
    coins: summary.amount_in,
    transactions: desc.length,
    emptyOutputs: desc.reduce((most, { dummy_outputs = 0 }) => Math.max(most, dummy_outputs), 0),
  };
}
/** Sum of the amounts paid to others. */
export function toOthers({ recipients }: ToSign): bigint {
  return recipients.reduce((sum, { amount, own }) => (own ? sum : sum + amount), 0n);
}

/**
 * From this fee share on, in hundredths of a percent, the screen shows a warning: 5 %. At the normal fee level of
 * mainnet only payments below 0.004 XMR reach it, at the highest level those below 0.2 XMR.
 */
const HIGH_FEE_SHARE = 500;

export function isFeeHigh({ feeShare }: Pick<ToSign, 'feeShare'>): boolean {
  return feeShare >= HIGH_FEE_SHARE;
}

/** "0.12 %", "12 %", "less than 0.01 %". */
export function feeShareText({ feeShare, fee }: Pick<ToSign, 'feeShare' | 'fee'>): string {
  if (feeShare === 0) return fee > 0n ? `less than ${decimal(0.01, 2)}\u00a0%` : '0\u00a0%';
  const percent = feeShare / 100;
  return `${decimal(percent, percent >= 10 ? 0 : 2)}\u00a0%`;
}
