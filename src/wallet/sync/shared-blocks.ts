/**
 * Blocks that several wallets of a process read from one node: each range is asked once, split once and kept for a while, so
 * that wallets with near heights read the same ranges. Every wallet checks them as its own: a range that does not fit is
 * dropped, and the wallet asks the node itself.
 */
import { equalBytes } from '../../base/bytes.ts';
import { unlessAborted } from '../../base/unless-aborted.ts';
import type { BlockSource, ChainTip, RawBlocks } from '../../ports/block-source.ts';
import type { Clock } from '../../ports/clock.ts';
import { blocksFromHeight, splitIntoChunks } from '../scan/chunks.ts';
import { answerSize, blocksOfSize, bytesOf } from './answer-size.ts';
import { createKeptRanges, endsOf, type KeptRange } from './kept-ranges.ts';
import { FIRST_BLOCKS } from './read-ahead.ts';

/** Bytes of the ranges that are kept of a node: about a day of blocks. */
const MAX_BYTES = 48_000_000;
/** When no wallet has read any range for so long, all are dropped: a thousand wallets need minutes for each. */
const UNUSED_MS = 60_000;

/** The node as all its wallets ask it. */
export type SharedSource = Pick<BlockSource, 'blocksAfter' | 'blocksFrom'>;

/** The ranges of one node. */
export interface SharedRanges {
  /**
   * Blocks from `height` on, at least one. They are `shared` if they begin where a kept range does. Undefined if the node has
   * none, or answers with something else: then the wallet asks it for itself. `genesis`: id of the chain's first block. Rejects
   * with the reason of `signal`. Faults: the node's.
   */
  rangeAt(height: number, genesis: Uint8Array, signal: AbortSignal): Promise<RawBlocks | undefined>;
  /** Drops what contradicts this tip of the node, which was asked for at that time. */
  compareTip(tip: Pick<ChainTip, 'height' | 'topHash'>, askedAt: number): void;
  /** Drops ranges with which a wallet failed. */
  forget(failed: { has(range: RawBlocks): boolean }): void;
  /** Bytes that are kept. */
  readonly size: number;
}

export interface SharedBlocks {
  /** Returns one object for one source. Undefined while no other wallet could share. */
  of(source: SharedSource | undefined): SharedRanges | undefined;
}

/** `isShared`: there is more than one wallet. `maxBytes`: of each node. */
export function createSharedBlocks(
  clock: Pick<Clock, 'now'>,
  isShared: () => boolean,
  maxBytes = MAX_BYTES,
): SharedBlocks {
  const known = new WeakMap<SharedSource, SharedRanges>();
  return {
    of: (source) => {
      if (!source || !isShared()) return undefined;
      const ranges = known.get(source) ?? createSharedRanges(source, clock, maxBytes);
      known.set(source, ranges);
      return ranges;
    },
  };
}

/** An answer that is on its way. */
interface Answer {
  readonly from: number;
  readonly to: number;
  readonly done: Promise<void>;
}

const blocksFrom = (
  source: SharedSource,
  height: number,
  genesis: Uint8Array,
  maxBlocks: number,
): Promise<RawBlocks> =>
  height === 0 ? source.blocksAfter([genesis], { maxBlocks }) : source.blocksFrom(height, { maxBlocks });

/** The range has blocks that a chain with this tip cannot have. */
const contradicts = (
  { end, lastId }: KeptRange,
  { height, topHash }: Pick<ChainTip, 'height' | 'topHash'>,
): boolean => end > height || (end === height && !equalBytes(lastId, topHash));

const createSharedRanges = (
  source: SharedSource,
  clock: Pick<Clock, 'now'>,
  maxBytes: number,
): SharedRanges => {
  const kept = createKeptRanges(maxBytes);
  const answers = new Set<Answer>();
  let nextBlocks = FIRST_BLOCKS;
  let chainHeight = 0;
  let usedAt = clock.now();

  const take = (raw: RawBlocks, from: number, took: number): void => {
    if (raw.count === 0 || raw.newer || raw.startHeight !== from || !raw.offsets) return;
    chainHeight = raw.chainHeight;
    nextBlocks = blocksOfSize(answerSize(bytesOf(raw), took), raw);
    const [readAt, answerEnd] = [clock.now(), raw.startHeight + raw.count];
    // The last ones first: if there is no room for all, the first ones are those that are read next.
    for (const part of [...splitIntoChunks(raw)].reverse()) {
      const ids = endsOf(part);
      // The wallet that reads these blocks itself reports what is wrong with them.
      if (!ids) return;
      const end = part.startHeight + part.count;
      kept.keep({ raw: { ...part, shared: true }, end, answerEnd, ...ids, readAt });
    }
  };
  const ask = (from: number, genesis: Uint8Array): Answer => {
    const starts = [...kept.starts(), ...[...answers].map((answer) => answer.from)];
    const blocks = Math.min(
      nextBlocks,
      ...starts.filter((start) => start > from).map((start) => start - from),
    );
    const startedAt = clock.now();
    const read = async (): Promise<void> => {
      try {
        take(await blocksFrom(source, from, genesis, blocks), from, clock.now() - startedAt);
      } finally {
        answers.delete(answer);
      }
    };
    const answer: Answer = { from, to: from + blocks, done: Promise.resolve().then(read) };
    answers.add(answer);
    // Each wallet that waits for it gets the fault.
    answer.done.catch(() => undefined);
    return answer;
  };
  const running = (height: number): Answer | undefined =>
    [...answers].find(({ from, to }) => from <= height && height < to);
  /** Asks for the answer after that of this range, so that it is there when the wallets need it. */
  const readOn = ({ answerEnd }: KeptRange, genesis: Uint8Array): void => {
    if (answerEnd < chainHeight && !kept.covering(answerEnd) && !running(answerEnd)) ask(answerEnd, genesis);
  };
  return {
    rangeAt: async (height, genesis, signal) => {
      if (clock.now() - usedAt > UNUSED_MS) kept.drop(() => true);
      for (let asked = false; ;) {
        const found = kept.covering(height);
        if (found) {
          usedAt = clock.now();
          kept.use(found);
          readOn(found, genesis);
          return blocksFromHeight(found.raw, height);
        }
        const other = running(height);
        if (!other && asked) return undefined;
        asked = !other;
        await unlessAborted((other ?? ask(height, genesis)).done, signal);
      }
    },
    compareTip: (tip, askedAt) => {
      const isOlder = ({ readAt }: KeptRange): boolean => readAt < askedAt;
      if (kept.some((range) => isOlder(range) && contradicts(range, tip))) kept.drop(isOlder);
    },
    forget: (failed) => kept.drop(({ raw }) => failed.has(raw)),
    get size() {
      return kept.size;
    },
  };
};
