/**
 * Estimates how long a new payment waits for a block, from what waits now (x_mempool). Miners take the transactions that
 * pay most per byte of weight first. So everything of the payment's own fee level or a higher one counts as ahead of it,
 * and what pays less does not. Each block is taken to hold `blockWeight`: the most that costs its miner no penalty. This is
 * an estimate: others may pay more meanwhile, and the time between two blocks varies.
 */
export interface WaitingNow {
  /** The weight that one block takes. */
  readonly blockWeight: number;
  /** Below the lowest fee level, then one for each level, ascending. */
  readonly bands?: readonly { readonly weight: number }[] | undefined;
}

/** The block that takes a new payment of fee level `priority` (from 1): 1 is the next. Undefined when unknown. */
export function expectedBlock({ blockWeight, bands = [] }: WaitingNow, priority: number): number | undefined {
  if (blockWeight <= 0 || bands[priority] === undefined) return undefined;
  const ahead = bands.slice(priority).reduce((sum, { weight }) => sum + weight, 0);
  return Math.floor(ahead / blockWeight) + 1;
}
