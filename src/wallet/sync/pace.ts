/**
 * How long an open wallet waits before it asks its node again. Waits are drawn anew each time, so that requests keep no
 * beat by which a node, or somebody who sees the connection, would know one wallet again.
 */
import type { Random } from '../../ports/random.ts';

/** A page that nobody sees asks once a minute at most. */
const HIDDEN_SECONDS = 60;
/** A development chain has a new block whenever somebody wants one. */
const DEVNET_SECONDS = 2;
const SPREAD = 0.3;

export interface Pace {
  /** What the caller wishes. */
  readonly seconds: number;
  readonly hidden: boolean;
  readonly devnet: boolean;
  /** In a row. */
  readonly failures: number;
}

/** Milliseconds: 70 to 130 % of what is due; while hidden a minute to 1.6 minutes. */
export function nextWait({ seconds, hidden, devnet, failures }: Pace, random: Random): number {
  const due =
    failures > 0 ? Math.min(60, 2 ** failures) : devnet ? Math.min(seconds, DEVNET_SECONDS) : seconds;
  const [a, b] = random.bytes(2);
  const between = (a! * 256 + b!) / 65_536;
  if (hidden) return Math.max(HIDDEN_SECONDS, due) * 1000 * (1 + 2 * SPREAD * between);
  return due * 1000 * (1 - SPREAD + 2 * SPREAD * between);
}
