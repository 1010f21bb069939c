/** Sentences about rules of Monero that this build does not know. */
import type { Status } from './model.ts';

const BLOCKS_PER_DAY = 720;
/** Planned rules are announced on Home this many blocks ahead. */
const ANNOUNCED = 60 * BLOCKS_PER_DAY;

export interface NewRules {
  /** Address of the node that says so. */
  readonly address: string;
  /** Height of the first block with the new rules. */
  readonly height: number;
  /** Time of that block in milliseconds; 0 when not known. */
  readonly time: number;
  /** Payments of this build are still taken. */
  readonly sending: boolean;
  /** First block that refuses payments of this build; 0 when none is known. */
  readonly sendingEnds: number;
}

/** Undefined unless the scan ended at a block that this build cannot read. */
export function newRulesOf({ problem }: Pick<Status, 'problem'>): NewRules | undefined {
  if (problem?.fault !== 'newer_rules') return undefined;
  const { address, height, time, sending, sending_ends: ends } = problem.data;
  return {
    address: typeof address === 'string' ? address : '',
    height: Number(height ?? 0),
    time: 1000 * Number(time ?? 0),
    sending: sending === true,
    sendingEnds: Number(ends ?? 0),
  };
}

/** Number of blocks until planned rules that are near enough to announce; undefined when there are none. */
export function blocksToNextRules({
  nextRules,
  targetHeight,
}: Pick<Status, 'nextRules' | 'targetHeight'>): number | undefined {
  if (!nextRules || targetHeight === 0) return undefined;
  const left = nextRules.height - targetHeight;
  return left >= 0 && left <= ANNOUNCED ? left : undefined;
}
