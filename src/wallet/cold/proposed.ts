/** Whether a signed transaction is the one that an unsigned set of ours asked for, as far as its outside shows. */
import { equalBytes } from '../../base/bytes.ts';
import { toHex } from '../../base/hex.ts';
import type { ConstructionData, DestinationEntry } from '../../protocol/archive/construction.ts';
import type { PendingRecord } from '../../protocol/archive/sets.ts';
import { toRelativeOffsets } from '../../protocol/tx/offsets.ts';
import { keyInputs } from '../../protocol/tx/prefix.ts';
import type { OwnedOutput } from '../state/types.ts';

/** A signed transaction, the outputs of ours that it spends, in the order of its inputs, and what it pays back to us. */
export interface SignedView {
  readonly record: PendingRecord;
  readonly spending: readonly OwnedOutput[];
  /** Piconero that the account which pays gets back. */
  readonly back: bigint;
}

/** The transaction of an unsigned set that spends one of the same outputs; none spends the same as another one. */
export const proposalFor = (
  proposed: readonly ConstructionData[],
  spending: readonly OwnedOutput[],
): ConstructionData | undefined => {
  const spent = new Set(spending.map(({ key }) => toHex(key)));
  return proposed.find(({ sources }) =>
    sources.some(({ ring, realIndex }) => spent.has(toHex(ring[realIndex]!.key))),
  );
};

/** `expectedBack`: piconero that the plan pays to the account which pays. */
export const isAsProposed = (
  { record: { tx, destinations }, spending, back }: SignedView,
  plan: ConstructionData,
  expectedBack: bigint,
): boolean => {
  const fee = sum(plan.sources) - sum(plan.outputs);
  return (
    tx.prefix.unlockTime === 0n &&
    (tx.rct?.fee ?? 0n) === fee &&
    tx.prefix.outputs.length === plan.outputs.length &&
    back === expectedBack &&
    haveSameRings(tx, spending, plan) &&
    haveSamePayees(destinations, plan.destinations)
  );
};

const sum = (items: readonly { readonly amount: bigint }[]): bigint =>
  items.reduce((total, { amount }) => total + amount, 0n);

const haveSameRings = (
  { prefix }: PendingRecord['tx'],
  spending: readonly OwnedOutput[],
  { sources }: ConstructionData,
): boolean => {
  if (sources.length !== spending.length) return false;
  const rings = new Map(
    sources.map(({ ring, realIndex }) => [
      toHex(ring[realIndex]!.key),
      toRelativeOffsets(ring.map(({ index }) => BigInt(index))).join(),
    ]),
  );
  return keyInputs(prefix).every(
    ({ keyOffsets }, i) => rings.get(toHex(spending[i]!.key)) === keyOffsets.join(),
  );
};

const haveSamePayees = (said: readonly DestinationEntry[], wanted: readonly DestinationEntry[]): boolean => {
  const left = [...wanted];
  for (const entry of said) {
    const at = left.findIndex(
      ({ amount, spendPublic, viewPublic, subaddress }) =>
        amount === entry.amount &&
        subaddress === entry.subaddress &&
        equalBytes(spendPublic, entry.spendPublic) &&
        equalBytes(viewPublic, entry.viewPublic),
    );
    if (at < 0) return false;
    left.splice(at, 1);
  }
  return left.length === 0;
};
