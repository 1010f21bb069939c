/** A whole unsigned set for a person: each transaction examined, and what they come to together. */
import { toHex } from '../../base/hex.ts';
import { formatAddress, type Address } from '../../protocol/address/address.ts';
import type { ConstructionData } from '../../protocol/archive/construction.ts';
import { fault } from '../faults.ts';
import { examine, readUnsignedSet, type Examined, type Examiner, type Recipient } from './examine.ts';

export interface Described {
  readonly txs: readonly { readonly data: ConstructionData; readonly examined: Examined }[];
  readonly total: {
    readonly amountIn: bigint;
    readonly amountOut: bigint;
    readonly fee: bigint;
    readonly change: bigint;
    readonly changeAddress?: Address;
    readonly recipients: readonly Recipient[];
  };
}

/** Faults watch_only, bad_unsigned_set, old_format. Nothing changes. */
export const describeSet = async (examiner: Examiner, bytes: Uint8Array): Promise<Described> => {
  if (!examiner.account.spendSecret) throw fault('watch_only');
  const set = readUnsignedSet(examiner.account, bytes);
  const txs: { data: ConstructionData; examined: Examined }[] = [];
  for (const data of set.txs) txs.push({ data, examined: await examine(examiner, data) });
  const all = txs.map(({ examined }) => examined);
  const changes = all.flatMap(({ changeAddress }) => (changeAddress ? [changeAddress] : []));
  if (new Set(changes.map(formatAddress)).size > 1)
    throw fault('bad_unsigned_set', { why: 'Change goes to more than one address' });
  const keys = all.flatMap(({ inputs }) => inputs.map(({ output }) => toHex(output.key)));
  if (new Set(keys).size < keys.length)
    throw fault('bad_unsigned_set', { why: 'two transactions spend one output' });
  const sum = (field: 'amountIn' | 'amountOut' | 'fee' | 'change'): bigint =>
    all.reduce((total, each) => total + each[field], 0n);
  return {
    txs,
    total: {
      amountIn: sum('amountIn'),
      amountOut: sum('amountOut'),
      fee: sum('fee'),
      change: sum('change'),
      ...(changes[0] && { changeAddress: changes[0] }),
      recipients: together(all.flatMap(({ recipients }) => recipients)),
    },
  };
};

const together = (recipients: readonly Recipient[]): Recipient[] => {
  const byAddress = new Map<string, Recipient>();
  for (const each of recipients) {
    const text = formatAddress(each.address);
    const known = byAddress.get(text);
    byAddress.set(text, known ? { ...known, amount: known.amount + each.amount } : each);
  }
  return [...byAddress.values()];
};
