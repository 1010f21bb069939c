/**
 * Reads blocks again to find spends of outputs whose key images were imported late (ledger/spend-search.ts). The node
 * sees the same block requests as in any scan, and none of our key images or transactions. Each commit holds a range
 * and the search position, so that the search continues after a crash.
 */
import type { BlockSource, RawBlocks } from '../../ports/block-source.ts';
import type { NodeControl } from '../../ports/node-control.ts';
import type { ScanPool, ScannedRange } from '../../ports/scan-pool.ts';
import { fault } from '../faults.ts';
import { endedSearch, reduceSearch } from '../ledger/spend-search.ts';
import { createReadAhead, FIRST_BLOCKS } from './read-ahead.ts';
import type { Ledger } from '../state/state.ts';
import type { SpendSearch } from '../state/records/outputs.ts';

export interface SearchDeps {
  readonly blocks: BlockSource & Pick<NodeControl, 'node'>;
  readonly pool: ScanPool;
  readonly ledger: Ledger;
  /** Called after each commit with the search position. */
  readonly onProgress: (search: SpendSearch) => void;
}

/**
 * Searches until nothing is left. Faults: the node's; chain_mismatch when its blocks are not on the scanned chain.
 */
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
  const { blocks, pool, ledger, onProgress } = deps;
  const current = (): SpendSearch | undefined => ledger.state.tables.spendSearch.get('');
  const reader = createReadAhead(
    blocks.blocksFrom(search.next, { maxBlocks: FIRST_BLOCKS, signal }),
    (height, maxBlocks) =>
      height < (current()?.to ?? 0)
        ? blocks.blocksFrom(height, { maxBlocks, signal })
        : Promise.resolve(NO_BLOCKS),
  );
  const ahead: Promise<ScannedRange>[] = [];
  let position = search.next;
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
    if (range?.startHeight !== position) throw otherBlocks(deps, range?.startHeight, position);
    const found = { otherChain: false };
    await ledger.commit((state) => {
      const searched = reduceSearch(state, range);
      found.otherChain = searched.otherChain;
      return searched.change;
    });
    if (found.otherChain) throw fault('chain_mismatch', { height: position });
    position += range.blocks.count;
    const left = current();
    if (left?.next !== position) return;
    onProgress(left);
  }
};

const NO_BLOCKS: RawBlocks = { bytes: new ArrayBuffer(0), startHeight: 0, count: 0, chainHeight: 0 };

const otherBlocks = ({ blocks }: SearchDeps, got: number | undefined, wanted: number): Error =>
  fault('node_bad_answer', {
    address: blocks.node?.address ?? '',
    what: got === undefined ? `no blocks from ${wanted}` : `blocks from ${got} instead of ${wanted}`,
  });
