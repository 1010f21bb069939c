/** Locked money by the time when it becomes spendable. Pure; tests/unit/ui/balance.test.ts. */

/** Money that is unlocked after so many blocks, in piconero. */
export interface Locked {
  readonly blocks: number;
  readonly amount: bigint;
}
const BARS = 10;

/**
 * At most ten groups, soonest first, of the same number of blocks each. `blocks` of a group is the number after which all
 * of its money can be spent.
 */
export function groupLocked(locked: readonly Locked[]): Locked[] {
  const longest = locked.reduce((most, { blocks }) => Math.max(most, blocks), 0);
  const width = Math.max(1, Math.ceil(longest / BARS));
  const groups = new Map<number, Locked>();
  for (const { blocks, amount } of locked) {
    const key = Math.ceil(blocks / width);
    const group = groups.get(key);
    groups.set(key, {
      blocks: Math.max(blocks, group?.blocks ?? 0),
      amount: amount + (group?.amount ?? 0n),
    });
  }
  return [...groups.values()].sort((a, b) => a.blocks - b.blocks);
}
