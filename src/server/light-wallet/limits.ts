/** How much the callers of one address may ask of the light-wallet server: tokens that come back with time. */
import { callerOf } from '../http/connections.ts';

const LIMITS = {
  /** Tokens at first and at most; a call takes at least one. */
  most: 240,
  perSecond: 8,
  /** An address of a local network may be a proxy, which stands for many callers. */
  privateFactor: 20,
  /** Callers that are remembered. */
  callers: 10_000,
};

/** Answers true when the caller has so many tokens, and takes them. `now`: milliseconds. */
export type TakeTokens = (address: string, cost: number) => boolean;

export function createLimits(now: () => number = Date.now, given: Partial<typeof LIMITS> = {}): TakeTokens {
  const limits = { ...LIMITS, ...given };
  const buckets = new Map<string, { tokens: number; at: number }>();
  return (address, cost) => {
    const { network, isPrivate } = callerOf(address);
    const factor = isPrivate ? limits.privateFactor : 1;
    const most = limits.most * factor;
    const time = now();
    const { tokens, at } = buckets.get(network) ?? { tokens: most, at: time };
    const there = Math.min(most, tokens + (Math.max(0, time - at) / 1000) * limits.perSecond * factor);
    const enough = there >= cost;
    // At the end of the map are those that called last.
    buckets.delete(network);
    buckets.set(network, { tokens: enough ? there - cost : there, at: time });
    const [oldest] = buckets;
    if (buckets.size > limits.callers && oldest) buckets.delete(oldest[0]);
    return enough;
  };
}
