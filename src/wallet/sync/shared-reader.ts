/**
 * Reads the chain's blocks together with the other wallets of the process (shared-blocks.ts). The first blocks are the wallet's
 * own question when the shared ones do not continue its chain: after a reorganisation, or at the tip.
 */
import type { RawBlocks } from '../../ports/block-source.ts';
import { genesisId } from '../../protocol/block/genesis.ts';
import { splitIntoChunks } from '../scan/chunks.ts';
import type { SyncContext } from './context.ts';
import { firstHeight, firstRange } from './first-range.ts';
import { createReadAhead, FIRST_BLOCKS, type ReadAhead } from './read-ahead.ts';
import { follows } from './kept-ranges.ts';
import type { SharedRanges } from './shared-blocks.ts';

export interface SharedReader extends ReadAhead {
  /** The wallet failed with blocks that it got: it reads others next time. */
  failed(): void;
}

/** Reads up to `target`, the height of the node's chain. */
export function createSharedReader(
  context: Pick<SyncContext, 'blocks' | 'ledger' | 'rules' | 'clock'>,
  ranges: SharedRanges,
  target: number,
  signal: AbortSignal,
): SharedReader {
  const { blocks, clock, ledger } = context;
  const { state } = ledger;
  const genesis = genesisId(state.account.network);
  const taken = new WeakSet<RawBlocks>();
  let chunks: Iterator<RawBlocks, void, undefined> = [].values();
  let at: number | undefined;
  /** Reads without the others. */
  let own: ReadAhead | undefined;

  const readAlone = (first: Promise<RawBlocks>): Promise<RawBlocks | undefined> => {
    own = createReadAhead({
      first,
      from: (height, maxBlocks, stopped, room) =>
        blocks.blocksFrom(height, { maxBlocks, signal: stopped, room }),
      clock,
      signal,
    });
    return own.next();
  };
  const took = (raw: RawBlocks): RawBlocks => {
    taken.add(raw);
    at = raw.startHeight + raw.count;
    return raw;
  };
  const first = async (): Promise<RawBlocks | undefined> => {
    const { height, chain } = state;
    const isFresh = chain.hashes.length === 0;
    const from = isFresh ? firstHeight(state, target) : height;
    const shared = from < target ? await ranges.rangeAt(from, genesis, signal) : undefined;
    if (shared && (isFresh || follows(shared, chain.hashes.subarray(-32)))) return took(shared);
    const raw = await firstRange(context, target, signal);
    if (raw.count === 0 || raw.newer || !raw.offsets) return readAlone(Promise.resolve(raw));
    at = raw.startHeight + raw.count;
    chunks = splitIntoChunks(raw);
    return chunks.next().value ?? undefined;
  };
  return {
    get newer() {
      return own?.newer;
    },
    stop: () => own?.stop(),
    failed: () => ranges.forget(taken),
    next: async () => {
      if (own) return own.next();
      if (at === undefined) return first();
      const chunk = chunks.next();
      if (!chunk.done) return chunk.value;
      if (at >= target) return undefined;
      const raw = await ranges.rangeAt(at, genesis, signal);
      return raw ? took(raw) : readAlone(blocks.blocksFrom(at, { maxBlocks: FIRST_BLOCKS, signal }));
    },
  };
}
