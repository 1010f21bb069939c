/** How long a wallet waits to ask its node again: at random, since a regular interval would let others recognise it. */
import type { Random } from '../../ports/random.ts';

/** A hidden page asks the node at most once a minute. */
const HIDDEN_SECONDS = 60;
/** On a development chain a person mines on request and wants to see the block soon. */
const DEVNET_SECONDS = 2;
/** Newer rules stay until this program is updated. */
const NEWER_RULES_SECONDS = 300;
const SPREAD = 0.3;
/** Milliseconds of the longest timer of Node and browsers: a longer one ends at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

export interface Pace {
  /** The interval that the caller chose. */
  readonly seconds: number;
  readonly hidden: boolean;
  readonly devnet: boolean;
  /** Failed requests in a row. */
  readonly failures: number;
  /** The last pass ended at newer rules. */
  readonly newerRules: boolean;
}

/** The next wait in milliseconds: 70 to 130 % of the interval; at least 60 and at most 96 seconds while hidden. */
export function nextWait(pace: Pace, random: Random): number {
  const due = dueSeconds(pace);
  const [a, b] = random.bytes(2);
  const between = (a! * 256 + b!) / 65_536;
  const wait = pace.hidden
    ? Math.max(HIDDEN_SECONDS, due) * (1 + 2 * SPREAD * between)
    : due * (1 - SPREAD + 2 * SPREAD * between);
  return Math.min(wait * 1000, LONGEST_TIMER);
}

const dueSeconds = ({ seconds, devnet, failures, newerRules }: Pace): number => {
  if (newerRules) return NEWER_RULES_SECONDS;
  if (failures > 0) return Math.min(60, 2 ** failures);
  return devnet ? Math.min(seconds, DEVNET_SECONDS) : seconds;
};
