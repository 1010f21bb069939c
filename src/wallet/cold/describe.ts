/** Describes an unsigned set to the user: examines each transaction, and sums them up. */
import { sumAmounts } from '../../base/amount.ts';
import { formatAddress, type Address } from '../../protocol/address/address.ts';
import { spendKeyOf } from '../account/spend-key.ts';
import { examineAll, readUnsignedSet, type ExaminedTx, type Examiner } from './examine.ts';
import { feeShare } from './fee-limit.ts';
import type { Recipient } from './payees.ts';

export interface Described {
  readonly txs: readonly ExaminedTx[];
  readonly total: {
    readonly amountIn: bigint;
    readonly amountOut: bigint;
    readonly fee: bigint;
    /** In hundredths of a percent of what all recipients get. */
    readonly feeShare: number;
    readonly change: bigint;
    readonly changeAddress?: Address;
    readonly recipients: readonly Recipient[];
  };
}

/** Faults watch_only, bad_unsigned_set, old_format. Changes nothing. */
export async function describeSet(examiner: Examiner, bytes: Uint8Array): Promise<Described> {
  spendKeyOf(examiner.account);
  return summed(await examineAll(examiner, readUnsignedSet(examiner.account, bytes)));
}

export function summed(txs: readonly ExaminedTx[]): Described {
  const all = txs.map(({ examined }) => examined);
  const changeAddress = all.find((each) => each.changeAddress)?.changeAddress;
  const sum = (field: 'amountIn' | 'amountOut' | 'fee' | 'change'): bigint =>
    all.reduce((total, each) => total + each[field], 0n);
  const recipients = together(all.flatMap((each) => each.recipients));
  const paid = sumAmounts(recipients);
  return {
    txs,
    total: {
      amountIn: sum('amountIn'),
      amountOut: sum('amountOut'),
      fee: sum('fee'),
      feeShare: feeShare(sum('fee'), paid, sum('amountIn')),
      change: sum('change'),
      ...(changeAddress && { changeAddress }),
      recipients,
    },
  };
}

const together = (recipients: readonly Recipient[]): Recipient[] => {
  const byAddress = new Map<string, Recipient>();
  for (const each of recipients) {
    const text = formatAddress(each.address);
    const known = byAddress.get(text);
    byAddress.set(text, known ? { ...known, amount: known.amount + each.amount } : each);
  }
  return [...byAddress.values()];
};
