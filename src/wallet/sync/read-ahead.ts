/**
 * Reads the chain's blocks and splits them into chunks for the scan. While the chunks of one answer are in use, two
 * requests are in flight: otherwise a link would rest for a round trip after each answer. The second request begins
 * where the first one ends if the node sends as many blocks as were asked for. If it sends another number, the second
 * answer is dropped, and from then on one request at a time is made.
 */
import { isFault } from '../../base/fault.ts';
import type { NewerBlock, RawBlocks } from '../../ports/block-source.ts';
import type { Clock } from '../../ports/clock.ts';
import { splitIntoChunks } from '../scan/chunks.ts';
import { answerSize, blocksOfSize, bytesOf } from './answer-size.ts';

/** Blocks in the first request, when their size is not known yet. */
export const FIRST_BLOCKS = 200;
const IN_FLIGHT = 2;

export interface ReadAhead {
  /** Returns the next chunk, undefined at the end of the chain and at `newer`. Faults: the node's. */
  next(): Promise<RawBlocks | undefined>;
  /** Cancels the requests in flight. */
  stop(): void;
  /** The block at which reading ended because this build does not know its version. */
  readonly newer: NewerBlock | undefined;
}

export interface ReadAheadDeps {
  readonly first: Promise<RawBlocks>;
  /** Asks for at most `maxBlocks` blocks from `height` on. `room`: as in `RangeOptions`. */
  readonly from: (
    height: number,
    maxBlocks: number,
    signal: AbortSignal,
    room: ArrayBuffer,
  ) => Promise<RawBlocks>;
  readonly clock: Pick<Clock, 'now'>;
  readonly signal: AbortSignal;
}

interface Request {
  readonly height: number;
  /** The first height after the blocks that were asked for. */
  readonly end: number;
  /** True if another request for blocks was in flight when this one was made. */
  readonly second: boolean;
  readonly answer: Promise<RawBlocks>;
  /** Milliseconds from the request to its answer; undefined before. */
  readonly took: () => number | undefined;
  readonly cancel: () => void;
}

export function createReadAhead({ first, from, clock, signal }: ReadAheadDeps): ReadAhead {
  let chunks: Iterator<RawBlocks, void, undefined> = [].values();
  /** In chain order. */
  let requests: readonly Request[] = [requestOf(clock, { height: 0, blocks: 0, second: false }, () => first)];
  let most = IN_FLIGHT;
  let newer: NewerBlock | undefined;
  /** Buffers of earlier answers. */
  const rooms: ArrayBuffer[] = [];
  const takeBuffer = (): ArrayBuffer => rooms.pop() ?? new ArrayBuffer(0);

  const request = (height: number, blocks: number): void => {
    const second = requests.length > 0;
    const made = requestOf(
      clock,
      { height, blocks, second },
      (stopped) => from(height, blocks, stopped, takeBuffer()),
      signal,
    );
    requests = [...requests, made];
  };
  const cancelAll = (): void => {
    for (const { cancel } of requests) cancel();
    requests = [];
  };
  /** Asks for the blocks after `raw`, as many requests as may be in flight. */
  const refill = (raw: RawBlocks, took: number | undefined): void => {
    const next = raw.startHeight + raw.count;
    if (requests[0] && requests[0].height !== next) {
      cancelAll();
      most = 1;
    }
    const blocks = blocksOfSize(answerSize(bytesOf(raw), took), raw);
    // The first of two requests asks for half as much: if both ended at the same moment, the link would rest.
    if (requests.length === 0 && most > 1 && next < raw.chainHeight) request(next, Math.ceil(blocks / 2));
    while (requests.length < most) {
      const height = requests.at(-1)?.end ?? next;
      if (height >= raw.chainHeight) return;
      request(height, blocks);
    }
  };
  /** The answer of the first request. A node that refuses two requests at once gets it again, alone. */
  const answerOf = async ({ answer, second, height, end }: Request): Promise<RawBlocks> => {
    try {
      return await answer;
    } catch (error) {
      if (!second || signal.aborted || !refusesTwo(error)) throw error;
      cancelAll();
      most = 1;
      return from(height, end - height, signal, takeBuffer());
    }
  };
  return {
    get newer() {
      return newer;
    },
    stop: cancelAll,
    next: async () => {
      for (;;) {
        const chunk = chunks.next();
        if (!chunk.done) return chunk.value;
        const [due, ...rest] = requests;
        if (!due) return undefined;
        const raw = await answerOf(due);
        requests = requests[0] === due ? rest : requests;
        newer = raw.newer;
        if (raw.count === 0) cancelAll();
        if (raw.count === 0) return undefined;
        if (newer || raw.startHeight + raw.count >= raw.chainHeight) cancelAll();
        else refill(raw, due.took());
        chunks = splitIntoChunks(raw, undefined, (buffer) => rooms.push(buffer));
      }
    },
  };
}

const requestOf = (
  clock: Pick<Clock, 'now'>,
  { height, blocks, second }: { readonly height: number; readonly blocks: number; readonly second: boolean },
  ask: (signal: AbortSignal) => Promise<RawBlocks>,
  outer?: AbortSignal,
): Request => {
  const own = new AbortController();
  const cancel = (): void => {
    own.abort(outer?.reason);
  };
  outer?.addEventListener('abort', cancel, { once: true });
  const startedAt = clock.now();
  let took: number | undefined;
  const answer = ask(own.signal).finally(() => {
    took = clock.now() - startedAt;
    outer?.removeEventListener('abort', cancel);
  });
  answer.catch(() => undefined); // the rejection is handled when next() awaits the answer
  return { height, end: height + blocks, second, answer, took: () => took, cancel };
};

/** Faults with which a node, or a proxy before it, may answer because two requests run at once. */
const refusesTwo = (error: unknown): boolean =>
  isFault(error) && ['node_unreachable', 'node_http', 'node_busy'].includes(error.code);
