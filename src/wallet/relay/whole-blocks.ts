/**
 * Reads blocks whole from a node beside a relay, and compares them with the compact ones. Who says something else than two
 * others, or than the only other, has lied.
 */
import { equalBytes } from '../../base/bytes.ts';
import { isFault } from '../../base/fault.ts';
import type { BlockSource, RawBlocks } from '../../ports/block-source.ts';
import type { CompactForm, CompactScan, ScannedRange, ScanPool } from '../../ports/scan-pool.ts';
import { readCompact, type CompactColumns } from '../../protocol/compact/compact-blocks.ts';
import { sliceCompact } from '../../protocol/compact/slice.ts';
import { fault } from '../faults.ts';
import { firstBlocksOf } from '../scan/chunks.ts';
import { differenceOf, type BlockSpan } from './wanted-blocks.ts';

/** A node, with its address for messages. */
export interface Witness {
  readonly address: string;
  readonly ports: Pick<BlockSource, 'blocksFrom'>;
}

interface WholeBlocksDeps {
  /** Address of the relay. */
  readonly relay: string;
  /** Nodes to read from, in this order: the next one when one does not answer. */
  readonly witnesses: readonly Witness[];
  readonly pool: Pick<ScanPool, 'scan'> & { readonly compact: CompactScan };
  readonly signal: AbortSignal;
}

/** The words of a relay. `outputKeys` are by height, of those blocks whose keys were asked. */
export interface Said {
  readonly blocks: CompactColumns;
  readonly outputKeys: ReadonlyMap<number, Uint8Array>;
}

/** A block that the relay has with another content than a node. */
interface Lie {
  readonly height: number;
  readonly what: string;
}

/**
 * The blocks of a span, scanned. Undefined when no witness has them. Fault node_bad_answer with the kind `relay` when the
 * relay said something else of one of them; without it when a witness did.
 */
export async function readWhole(
  deps: WholeBlocksDeps,
  said: Said,
  span: BlockSpan,
): Promise<ScannedRange | undefined> {
  for (const witness of deps.witnesses) {
    const raw = await blocksOf(deps, witness, span);
    if (!raw) continue;
    const lie = await lieIn(deps.pool.compact, said, raw, span);
    if (!lie) return deps.pool.scan(raw);
    await judge(deps, witness, said, lie);
  }
  return undefined;
}

/** Throws the fault of the relay, or of the witness if another one confirms what the relay said. */
const judge = async (deps: WholeBlocksDeps, first: Witness, said: Said, lie: Lie): Promise<never> => {
  const { relay, witnesses, pool } = deps;
  const span = { from: lie.height, end: lie.height + 1 };
  for (const other of witnesses) {
    if (other === first) continue;
    const raw = await blocksOf(deps, other, span);
    if (!raw) continue;
    if (!(await lieIn(pool.compact, said, raw, span)))
      throw fault('node_bad_answer', {
        address: first.address,
        what: `block ${lie.height}: ${lie.what}, other than two nodes`,
      });
    break;
  }
  throw relayLied(relay, lie, first.address);
};

const relayLied = (relay: string, { height, what }: Lie, witness: string): Error =>
  fault('node_bad_answer', {
    address: relay,
    kind: 'relay',
    what: `block ${height}: ${what}, other than ${witness === relay ? 'in the whole block' : witness}`,
  });

/** Undefined when the node does not answer, or not with these blocks. */
const blocksOf = async (
  { signal }: WholeBlocksDeps,
  { ports }: Witness,
  { from, end }: BlockSpan,
): Promise<RawBlocks | undefined> => {
  const count = end - from;
  try {
    const raw = await ports.blocksFrom(from, { maxBlocks: count, signal });
    return raw.startHeight === from && raw.count >= count ? firstBlocksOf(raw, count) : undefined;
  } catch (error) {
    signal.throwIfAborted();
    if (!isFault(error) || !error.code.startsWith('node_')) throw error;
    return undefined;
  }
};

const lieIn = async (
  compact: CompactScan,
  { blocks, outputKeys }: Said,
  raw: RawBlocks,
  { from, end }: BlockSpan,
): Promise<Lie | undefined> => {
  const form: CompactForm = await compact.reduce(raw);
  const truth = readCompact(form.bytes);
  for (let height = from; height < end; height++) {
    const [mine, other] = [height - from, height - blocks.startHeight];
    const what = differenceOf(sliceCompact(truth, mine, mine + 1), sliceCompact(blocks, other, other + 1));
    if (what !== undefined) return { height, what };
    const keys = outputKeys.get(height);
    if (keys && !equalBytes(keys, form.outputKeys[mine]!)) return { height, what: 'keys of its outputs' };
  }
  return undefined;
};
