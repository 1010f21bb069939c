/** Finds differences between a signed transaction and its unsigned set, as far as that needs no transaction keys. */
import { haveSameKeys } from '../../protocol/keys/subaddress.ts';
import { sumAmounts } from '../../base/amount.ts';
import { toHex } from '../../base/hex.ts';
import type { ConstructionData, DestinationEntry } from '../../protocol/archive/construction.ts';
import type { PendingRecord } from '../../protocol/archive/sets.ts';
import { toRelativeOffsets } from '../../protocol/tx/offsets.ts';
import { keyInputs } from '../../protocol/tx/prefix.ts';
import type { OwnedOutput } from '../state/records/outputs.ts';
import type { SignedDifference } from '../state/records/payments.ts';

/** A signed transaction, our outputs that it spends (in the order of its inputs), and what it pays back to us. */
export interface SignedView {
  readonly record: PendingRecord;
  readonly spending: readonly OwnedOutput[];
  /** Piconero that return to the paying account. */
  readonly returned: bigint;
}

/** The transaction of an unsigned set that spends one of the same outputs; there is at most one. */
export function proposalFor(
  proposed: readonly ConstructionData[],
  spending: readonly OwnedOutput[],
): ConstructionData | undefined {
  const spent = new Set(spending.map(({ key }) => toHex(key)));
  return proposed.find(({ sources }) =>
    sources.some(({ ring, realIndex }) => spent.has(toHex(ring[realIndex]!.key))),
  );
}

/** Returns no items when nothing differs. `expectedBack`: piconero that the plan returns to the paying account. */
export function differencesFrom(
  { record: { tx, destinations }, spending, returned: back }: SignedView,
  plan: ConstructionData,
  expectedReturn: bigint,
): SignedDifference[] {
  const planned = sumAmounts(plan.sources) - sumAmounts(plan.outputs);
  const fee = tx.rct?.fee ?? 0n;
  const wrong: SignedDifference[] = [];
  if (!haveSameInputs(spending, plan)) wrong.push('inputs');
  else if (!haveSameRings(tx, spending, plan)) wrong.push('rings');
  if (fee !== planned) wrong.push('fee');
  if (back !== expectedReturn) wrong.push('change');
  // Everything that is neither returned nor fee is paid to others.
  if (sumAmounts(spending) - fee - back !== sumAmounts(plan.outputs) - expectedReturn) wrong.push('amount');
  if (!haveSamePayees(destinations, plan.destinations)) wrong.push('payees');
  if (tx.prefix.unlockTime !== 0n) wrong.push('locked');
  if (tx.prefix.outputs.length !== plan.outputs.length) wrong.push('outputs');
  return wrong;
}

const haveSameInputs = (spending: readonly OwnedOutput[], { sources }: ConstructionData): boolean => {
  const planned = sources.map(({ ring, realIndex }) => toHex(ring[realIndex]!.key));
  const spent = spending.map(({ key }) => toHex(key));
  return planned.sort().join() === spent.sort().join();
};

const haveSameRings = (
  { prefix }: PendingRecord['tx'],
  spending: readonly OwnedOutput[],
  { sources }: ConstructionData,
): boolean => {
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

const haveSamePayees = (
  stated: readonly DestinationEntry[],
  wanted: readonly DestinationEntry[],
): boolean => {
  const left = [...wanted];
  for (const entry of stated) {
    const at = left.findIndex(
      (each) =>
        each.amount === entry.amount && each.subaddress === entry.subaddress && haveSameKeys(each, entry),
    );
    if (at < 0) return false;
    left.splice(at, 1);
  }
  return left.length === 0;
};
