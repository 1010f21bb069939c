/**
 * Reads blocks again to find spends of outputs whose key images were imported late (ledger/spend-search.ts). The node
 * sees the same block requests as in any scan, and none of our key images or transactions. Each commit holds a range
 * and the search position, so that the search continues after a crash.
 */
import type { BlockSource, RawBlocks } from '../../ports/block-source.ts';
import type { Clock } from '../../ports/clock.ts';
import type { NodeControl } from '../../ports/node-control.ts';
import type { ScanPool, ScannedRange } from '../../ports/scan-pool.ts';
import { fault } from '../faults.ts';
import { endedSearch, reduceSearch } from '../ledger/spend-search.ts';
import { createReadAhead, FIRST_BLOCKS, type ReadAhead } from './read-ahead.ts';
import type { Ledger } from '../state/state.ts';
import type { SpendSearch } from '../state/records/outputs.ts';

const NO_BLOCKS: RawBlocks = { bytes: new ArrayBuffer(0), startHeight: 0, count: 0, chainHeight: 0 };

export interface SearchDeps {
  readonly blocks: BlockSource & Pick<NodeControl, 'node'>;
  readonly pool: ScanPool;
  readonly ledger: Ledger;
  readonly clock: Pick<Clock, 'now'>;
  /** Called after each commit with the search position. */
  readonly onProgress: (search: SpendSearch) => void;
}

/** Searches until nothing is left. Faults: the node's; chain_mismatch when its blocks are not the scanned chain. */
export async function searchSpends(deps: SearchDeps, signal: AbortSignal): Promise<void> {
  const { state } = deps.ledger;
  for (;;) {
    await deps.ledger.commit(endedSearch);
    const search = state.tables.spendSearch.get('');
    if (!search) return;
    deps.onProgress(search);
    await readOnce(deps, search, signal);
  }
}

/** Reads from `next` on until the search ends, or restarts because more key images were imported. */
const readOnce = async (deps: SearchDeps, search: SpendSearch, signal: AbortSignal): Promise<void> => {
  const { blocks, ledger, clock } = deps;
  const current = (): SpendSearch | undefined => ledger.state.tables.spendSearch.get('');
  const reader = createReadAhead({
    first: blocks.blocksFrom(search.next, { maxBlocks: FIRST_BLOCKS, signal }),
    from: (height, maxBlocks, stopped, room) =>
      height < (current()?.to ?? 0)
        ? blocks.blocksFrom(height, { maxBlocks, signal: stopped, room })
        : Promise.resolve(NO_BLOCKS),
    clock,
    signal,
  });
  try {
    await commitAll(deps, reader, search.next, signal);
  } finally {
    reader.stop();
  }
};

/** Commits ranges from height `from` on in chain order. */
const commitAll = async (
  { blocks, pool, ledger, onProgress }: SearchDeps,
  reader: ReadAhead,
  from: number,
  signal: AbortSignal,
): Promise<void> => {
  const ahead: Promise<ScannedRange>[] = [];
  let position = from;
  /** Set when reading ended; `error` if it failed. Ranges read before the failure still count. */
  let end: { readonly error?: unknown } | undefined;
  for (;;) {
    while (!end && ahead.length < pool.size) {
      const raw = await reader.next().catch((error: unknown) => {
        end = { error };
        return undefined;
      });
      if (!raw) {
        end ??= {};
        break;
      }
      const scanned = pool.scan(raw);
      scanned.catch(() => undefined); // the rejection is handled when its turn comes
      ahead.push(scanned);
    }
    const range = await ahead.shift();
    signal.throwIfAborted();
    if (!range && end && 'error' in end) throw end.error;
    if (range?.startHeight !== position) throw otherBlocks({ blocks }, range?.startHeight, position);
    const found = { otherChain: false };
    await ledger.commit((state) => {
      const searched = reduceSearch(state, range);
      found.otherChain = searched.otherChain;
      return searched.change;
    });
    if (found.otherChain) throw fault('chain_mismatch', { height: position });
    position += range.blocks.count;
    const left = ledger.state.tables.spendSearch.get('');
    if (left?.next !== position) return;
    onProgress(left);
  }
};

const otherBlocks = (
  { blocks }: Pick<SearchDeps, 'blocks'>,
  got: number | undefined,
  wanted: number,
): Error =>
  fault('node_bad_answer', {
    address: blocks.node?.address ?? '',
    what: got === undefined ? `no blocks from ${wanted}` : `blocks from ${got} instead of ${wanted}`,
  });
