/**
 * A range of compact blocks becomes one that the ledger applies: blocks that concern us are read whole from another node,
 * all others have no transactions. `prepare` may run ahead; `complete` runs in chain order, since it searches the spends of
 * all outputs that are known then.
 */
import type { CompactSource } from '../../ports/compact-source.ts';
import type { Random } from '../../ports/random.ts';
import type { CompactScan, ScannedRange, ScanPool } from '../../ports/scan-pool.ts';
import { positionsOf, readCompact, type CompactColumns } from '../../protocol/compact/compact-blocks.ts';
import { sliceCompact } from '../../protocol/compact/slice.ts';
import { fault } from '../faults.ts';
import { isInBlock } from '../ledger/spent-status.ts';
import { emptyRange } from '../relay/empty-range.ts';
import { blocksWithImages, groupsOf, imageStart, samplesOf, wholeBlocks } from '../relay/wanted-blocks.ts';
import { readWhole, type Said, type Witness } from '../relay/whole-blocks.ts';
import { countUpTo } from '../state/history-index.ts';
import type { WalletState } from '../state/state.ts';
import type { AddressTable } from './address-table.ts';
import type { Scanned } from './apply-range.ts';
import { joinRanges } from './join-ranges.ts';

/** Most blocks of one request for whole blocks. */
const MOST_WHOLE = 200;

export interface CompactDeps {
  readonly relay: { readonly address: string; readonly ports: CompactSource };
  readonly witnesses: readonly Witness[];
  readonly pool: ScanPool & { readonly compact: CompactScan };
  readonly table: Pick<AddressTable, 'version'>;
  readonly random: Random;
  readonly signal: AbortSignal;
}

/** The fault of a relay that contradicts itself. */
export function lied({ relay: { address } }: CompactDeps, height: number, what: string): Error {
  return fault('node_bad_answer', { address, kind: 'relay', what: `block ${height} ${what}` });
}

export interface PreparedRange {
  readonly said: Said;
  /** Blocks that were read whole, by their first height. */
  readonly whole: ReadonlyMap<number, ScannedRange>;
  /** The version of the address table that it was scanned with. */
  readonly version: number;
}

/** Undefined when no witness answers. Faults: the relay's; node_bad_answer of who lied (readWhole). */
export async function prepareRange(deps: CompactDeps, bytes: Uint8Array): Promise<PreparedRange | undefined> {
  const { relay, pool, table, random, signal } = deps;
  const { version } = table;
  const blocks = readCompact(bytes);
  const samples = samplesOf(blocks, random);
  const tagged = await pool.compact.tagged(bytes);
  const heights = new Set([...samples, ...[...tagged.blocks].map((block) => blocks.startHeight + block)]);
  const asked = [...heights].sort((a, b) => a - b);
  const answers = await relay.ports.outputKeys(asked, signal);
  const outputKeys = new Map(asked.map((height, i) => [height, answers[i]!]));
  const said = { blocks, outputKeys };
  checkKeys(deps, said);
  const keys = new Uint8Array(tagged.derivations.length);
  for (const [i, block] of tagged.blocks.entries()) {
    const at = 32 * tagged.outputs[i]!;
    keys.set(outputKeys.get(blocks.startHeight + block)!.subarray(at, at + 32), 32 * i);
  }
  const own = await pool.compact.own(tagged, keys);
  const wanted = [
    ...own.map((i) => blocks.startHeight + tagged.blocks[i]!),
    ...wholeBlocks(blocks),
    ...samples,
  ];
  const whole = await readGroups(deps, said, wanted, new Map());
  return whole && { said, whole, version };
}

/** Fault node_bad_answer when the relay sent another number of keys than of view tags. */
const checkKeys = (deps: CompactDeps, { blocks, outputKeys }: Said): void => {
  const { outputAt } = positionsOf(blocks);
  for (const [height, keys] of outputKeys) {
    const block = height - blocks.startHeight;
    if (keys.length !== 32 * (outputAt[block + 1]! - outputAt[block]!))
      throw lied(deps, height, 'has another number of keys than of view tags');
  }
};

/** Adds the groups of these heights to those that were read already; undefined when no witness answers. */
const readGroups = async (
  deps: CompactDeps,
  said: Said,
  heights: readonly number[],
  known: ReadonlyMap<number, ScannedRange>,
): Promise<ReadonlyMap<number, ScannedRange> | undefined> => {
  const { startHeight, count } = said.blocks;
  const read = (height: number): boolean =>
    [...known.values()].some(
      ({ startHeight: from, blocks }) => from <= height && height < from + blocks.count,
    );
  const missing = heights.filter((height) => !read(height));
  const spans = groupsOf(missing, { from: startHeight, end: startHeight + count }, MOST_WHOLE);
  const all = new Map(known);
  // Together: with a node far away each one would cost a round trip.
  const ranges = await Promise.all(
    spans.map(async (span) => {
      const range = await readWhole({ ...deps, relay: deps.relay.address }, said, span);
      if (range) all.set(span.from, range);
      return range;
    }),
  );
  return ranges.every((range) => range !== undefined) ? all : undefined;
};

/**
 * The range with all spends of outputs that `state` or the range itself has. `again` scans it with a newer address table.
 * Undefined as of `prepareRange`.
 */
export async function completeRange(
  deps: CompactDeps,
  prepared: PreparedRange,
  state: Pick<WalletState, 'outputs' | 'history'>,
  again: () => Promise<Scanned>,
): Promise<Scanned | undefined> {
  const { said, version } = prepared;
  let { whole } = prepared;
  for (;;) {
    const spends = blocksWithImages(said.blocks, imagesOf(state, said.blocks, whole));
    const more = await readGroups(deps, said, spends, whole);
    if (!more) return undefined;
    if (more.size === whole.size) break;
    whole = more;
  }
  const range = joinRanges(partsOf(said.blocks, whole));
  if (!range) throw lied(deps, said.blocks.startHeight, 'and those after it contradict each other');
  return { range, version, again };
}

/**
 * The beginnings of the key images of outputs that no block is known to spend, and of our transactions that wait or were
 * in these blocks before a rescan: after one with a later birthday, the wallet does not know the outputs that they spend.
 */
const imagesOf = (
  { outputs, history: { outgoing, unmined } }: Pick<WalletState, 'outputs' | 'history'>,
  { startHeight, count }: CompactColumns,
  whole: ReadonlyMap<number, ScannedRange>,
): ReadonlySet<number> => {
  const starts = new Set<number>();
  for (const { keyImage, spent } of outputs)
    if (keyImage && !(spent && isInBlock(spent))) starts.add(imageStart(keyImage));
  const end = countUpTo(outgoing, startHeight + count - 1);
  const sent = [...unmined.values(), ...outgoing.slice(countUpTo(outgoing, startHeight - 1), end)];
  for (const { keyImages } of sent) for (const keyImage of keyImages) starts.add(imageStart(keyImage));
  for (const { found } of whole.values())
    for (const { keyImage } of found) if (keyImage) starts.add(imageStart(keyImage));
  return starts;
};

/** The whole blocks in their places, and ranges without transactions between them. */
const partsOf = (
  blocks: CompactColumns,
  whole: ReadonlyMap<number, ScannedRange>,
): readonly ScannedRange[] => {
  const { startHeight, count } = blocks;
  const positions = positionsOf(blocks);
  const parts: ScannedRange[] = [];
  const addEmpty = (from: number, end: number): void => {
    if (from < end)
      parts.push(emptyRange(sliceCompact(blocks, from - startHeight, end - startHeight, positions)));
  };
  let next = startHeight;
  for (const [from, range] of [...whole].sort(([a], [b]) => a - b)) {
    addEmpty(next, from);
    parts.push(range);
    next = from + range.blocks.count;
  }
  addEmpty(next, startHeight + count);
  return parts;
};
