/**
 * Watches for consensus rules that this build does not know. They are not a fault of the node: it follows the network,
 * and this build is too old to read further. A node can also make it up, since the wallet checks no proof of work; then
 * the wallet waits until the person takes another node, and nothing is lost.
 */
import { isFault } from '../../base/fault.ts';
import { toHex } from '../../base/hex.ts';
import type { BlockSource, ChainTip, NewerBlock } from '../../ports/block-source.ts';
import type { Clock } from '../../ports/clock.ts';
import type { NodeControl, NodeSettings } from '../../ports/node-control.ts';
import type { RulesInfo, RuleSource } from '../../ports/rule-source.ts';
import { KNOWN_RULES, MAY_PROVE, type KnownRules } from '../../protocol/block/known-rules.ts';
import { fault } from '../faults.ts';

/**
 * The node is asked for planned rules when it is first used, and then after this time; at every new tip by a build that
 * reads rules for which it cannot build payments.
 */
const ASK_AGAIN_MS = 12 * 3600 * 1000;

/** Consensus rules that the chain follows and this build does not know. */
export interface NewerRules {
  /** Height of their first block. */
  readonly height: number;
  /** Version of the first block that the wallet cannot read. */
  readonly version: number;
  /** The version that the next block must have. */
  readonly current: number;
  /** First block whose rules refuse the payments that this build makes; absent while no such block is known. */
  readonly sendingEnds?: number;
}

/** Consensus rules that are planned, and that this build does not read or for which it builds no payments. */
export interface NextRules {
  readonly version: number;
  /** Height of their first block. */
  readonly height: number;
  /** data: from planned-forks.ts. node: the node alone says so. */
  readonly from: 'data' | 'node';
}

export interface RulesWatch {
  /** Set when the last pass that read blocks ended at newer rules. */
  readonly newer: NewerRules | undefined;
  readonly next: NextRules | undefined;
  /** True if the network takes the transactions that this build makes, as far as it knows. */
  readonly sending: boolean;
  /** True if the next block takes no rings, and this build makes payments that prove membership instead. */
  readonly proving: boolean;
  /** True when this build reads the whole chain, and the rules for the next block refuse its payments. */
  readonly closed: boolean;
  /** Fault sending_needs_update unless `sending`; with `rings` also if the next block takes none. */
  requireSending(rings?: boolean): void;
  /** Notes that a pass to `tip` ended at this block; returns its fault. `fresh`: the wallet has read no block. */
  faultAt(block: NewerBlock, at: { tip: ChainTip; fresh: boolean }, signal: AbortSignal): Promise<Error>;
  /** Notes that a pass has read all blocks. */
  allBlocksRead(): void;
  /** Looks for planned rules, and at those of the next block. Returns whether `next` or `closed` changed. */
  checkNextRules(tip: ChainTip, signal: AbortSignal): Promise<boolean>;
}

export interface RulesWatchDeps {
  readonly blocks: BlockSource & RuleSource & Pick<NodeControl, 'node'>;
  readonly clock: Clock;
  readonly rules?: KnownRules | undefined;
}

/** Undefined when the node does not answer it: it is only a hint, and the wallet uses the node nevertheless. */
const ask = async (
  blocks: RuleSource,
  version: number,
  signal: AbortSignal,
): Promise<RulesInfo | undefined> => {
  try {
    return await blocks.rules(version, signal);
  } catch (error) {
    if (!isFault(error)) throw error;
    return undefined;
  }
};

const plannedAt = ({ planned }: KnownRules, version: number, tip: ChainTip): number | undefined =>
  planned[tip.devnet ? 'devnet' : tip.network]?.[version];

/** The height from which sending is closed; undefined when no such block above the tip is known. */
const sendingEnds = async (
  { blocks, rules }: { readonly blocks: RuleSource; readonly rules: KnownRules },
  tip: ChainTip,
  signal: AbortSignal,
): Promise<number | undefined> => {
  const version = rules.sends + 1;
  const height = plannedAt(rules, version, tip) ?? (await ask(blocks, version, signal))?.height;
  return height !== undefined && height > tip.height ? height : undefined;
};

/** The fault of the first block that this build does not read. `time`: of that block; 0 if it is not known. */
const newerFault = (
  { height, version, sendingEnds: ends }: NewerRules,
  about: { readonly address: string; readonly time: number; readonly sending: boolean },
) => fault('newer_rules', { ...about, height, version, ...(ends !== undefined && { sending_ends: ends }) });

export function createRulesWatch({ blocks, clock, rules = KNOWN_RULES }: RulesWatchDeps): RulesWatch {
  let newer: NewerRules | undefined;
  let next: NextRules | undefined;
  let closed = false;
  let lastRequest:
    { readonly node: NodeSettings | undefined; readonly at: number; readonly tip: string } | undefined;
  const isProving = (): boolean => rules.proves === true && newer === undefined && closed;
  const isSending = (): boolean => (newer ? newer.current <= rules.sends : !closed);
  /** The first version that this build does not read or does not send by, and whether it reads it. */
  const end = Math.min(rules.reads, rules.sends) + 1;
  const isEndRead = end <= rules.reads;

  /** Settings of another node are another object. */
  const isRequested = (tip: string): boolean =>
    lastRequest !== undefined &&
    lastRequest.node === blocks.node &&
    (isEndRead ? lastRequest.tip === tip : Math.abs(clock.now() - lastRequest.at) < ASK_AGAIN_MS);
  const nextOf = async (tip: ChainTip, signal: AbortSignal): Promise<NextRules | undefined> => {
    const planned = plannedAt(rules, end, tip);
    const known: NextRules | undefined =
      planned === undefined ? undefined : { version: end, height: planned, from: 'data' };
    if (known && !isEndRead) return known;
    const top = toHex(tip.topHash);
    if (isRequested(top)) return known ?? next;
    lastRequest = { node: blocks.node, at: clock.now(), tip: top };
    const info = await ask(blocks, end, signal);
    const height = planned ?? info?.height;
    if (isEndRead) {
      closed = info ? info.current >= end : height === undefined ? closed : tip.height >= height;
    }
    return known ?? (height === undefined ? undefined : { version: end, height, from: 'node' });
  };
  return {
    get newer() {
      return newer;
    },
    get next() {
      return next;
    },
    get sending() {
      return isSending() || (MAY_PROVE && isProving());
    },
    get proving() {
      return MAY_PROVE && isProving();
    },
    get closed() {
      return newer === undefined && closed && !(MAY_PROVE && isProving());
    },
    requireSending: (rings) => {
      if (!isSending() && (!MAY_PROVE || rings || !isProving()))
        throw fault('sending_needs_update', { version: newer?.current ?? end });
    },
    faultAt: async (block, { tip, fresh }, signal) => {
      const address = blocks.node?.address ?? '';
      const info = await ask(blocks, rules.reads + 1, signal);
      // A wallet without blocks met this block by chance; the node says where the rules began.
      const height = fresh ? Math.min(block.height, info?.height ?? block.height) : block.height;
      const current = Math.max(block.version, info?.current ?? 0);
      const ends = current <= rules.sends ? await sendingEnds({ blocks, rules }, tip, signal) : undefined;
      newer = { height, version: block.version, current, ...(ends !== undefined && { sendingEnds: ends }) };
      next = undefined;
      const time = height === block.height ? block.timestamp : 0;
      return newerFault(newer, { address, time, sending: isSending() });
    },
    allBlocksRead: () => {
      newer = undefined;
    },
    checkNextRules: async (tip, signal) => {
      const before = [next, closed];
      const found = await nextOf(tip, signal);
      // A height that has passed announces nothing: its block follows known rules.
      next = found && found.height >= tip.height && !(MAY_PROVE && rules.proves) ? found : undefined;
      return next !== before[0] || closed !== before[1];
    },
  };
}
