/** Scans compact blocks: which outputs have a matching view tag, and which of these are ours. Pure; runs in the pool workers. */
import { kernel } from '../../kernel/kernel.ts';
import type { CompactForm, TaggedCandidates } from '../../ports/scan-pool.ts';
import type { RawBlocks } from '../../ports/block-source.ts';
import {
  positionsOf,
  readCompact,
  writeCompact,
  type CompactColumns,
} from '../../protocol/compact/compact-blocks.ts';
import { reduceBlocks } from '../../protocol/compact/reduce-blocks.ts';
import type { Scanner } from './find-outputs.ts';
import type { Decode } from './scan-fast.ts';

/** All pairs of an output and a derivation that may fit it, in chain order; one array per field, since there are many. */
interface Pairs {
  readonly count: number;
  readonly blocks: Uint32Array;
  /** Positions among the block's outputs. */
  readonly outputs: Uint32Array;
  /** Indices of the outputs in their transactions. */
  readonly indices: Uint32Array;
  readonly derivations: Uint32Array;
}

/** Finds the outputs of compact blocks whose view tag matches. Faults truncated, trailing_bytes, list_too_long, bad_format. */
export function findTaggedOutputs({ keys }: Scanner, bytes: Uint8Array): TaggedCandidates {
  const blocks = readCompact(bytes);
  const pairs = pairsOf(blocks);
  const derivations = kernel.deriveBatch(keys.viewSecret, blocks.keys);
  const { outputAt } = positionsOf(blocks);
  const tags = kernel.viewTagBatch(derivations, pairs.derivations, pairs.indices);
  const kept: number[] = [];
  for (let i = 0; i < pairs.count; i++)
    if (tags[i] === blocks.tags[outputAt[pairs.blocks[i]!]! + pairs.outputs[i]!]) kept.push(i);
  const own = new Uint8Array(32 * kept.length);
  for (const [n, i] of kept.entries()) {
    const at = 32 * pairs.derivations[i]!;
    own.set(derivations.subarray(at, at + 32), 32 * n);
  }
  const of = (list: Uint32Array): Uint32Array => Uint32Array.from(kept, (i) => list[i]!);
  return {
    blocks: of(pairs.blocks),
    outputs: of(pairs.outputs),
    indices: of(pairs.indices),
    derivations: own,
  };
}

const pairsOf = (blocks: CompactColumns): Pairs => {
  let count = 0;
  eachPair(blocks, () => count++);
  const list = (): Uint32Array => new Uint32Array(count);
  const pairs = { count, blocks: list(), outputs: list(), indices: list(), derivations: list() };
  let at = 0;
  eachPair(blocks, (block, output, index, derivation) => {
    pairs.blocks[at] = block;
    pairs.outputs[at] = output;
    pairs.indices[at] = index;
    pairs.derivations[at++] = derivation;
  });
  return pairs;
};

const USUAL = { main: 1, additional: 0 };

const eachPair = (
  { count, whole, txs, minerOutputs, outputs: outputCounts, odd }: CompactColumns,
  add: (block: number, output: number, index: number, derivation: number) => void,
): void => {
  let [all, tx, key, oddIndex] = [0, 0, 0, 0];
  for (let block = 0; block < count; block++) {
    if (whole[block]) continue;
    let output = 0;
    for (let i = 0; i <= txs[block]!; i++, all++) {
      const size = i === 0 ? minerOutputs[block]! : outputCounts[tx++]!;
      const { main, additional } = odd[oddIndex]?.tx === all ? odd[oddIndex++]! : USUAL;
      for (let index = 0; index < size; index++) {
        for (let pk = 0; pk < main; pk++) add(block, output + index, index, key + pk);
        if (main > 0 && index < additional) add(block, output + index, index, key + main + index);
      }
      key += main + additional;
      output += size;
    }
  }
};

/** The indices of candidates that are ours. `keys`: the key of each one's output, 32 bytes each. */
export function findOwnOutputs(
  scanner: Scanner,
  { derivations, indices }: Pick<TaggedCandidates, 'derivations' | 'indices'>,
  keys: Uint8Array,
): readonly number[] {
  const which = Uint32Array.from(indices, (_, i) => i);
  const spendKeys = kernel.spendKeyBatch(derivations, which, indices, keys);
  return [...which].filter((i) => scanner.rowOf(spendKeys, 32 * i) >= 0);
}

/** Reduces whole blocks to compact ones, to compare them with those of a relay. Fault bad_format. */
export function reduceRaw(
  { bytes, offsets, size, startHeight, chainHeight }: RawBlocks,
  decode: Decode,
): CompactForm {
  const decoded = decode(new Uint8Array(bytes, 0, size), offsets);
  const { blocks, outputKeys } = reduceBlocks(decoded, startHeight, chainHeight);
  return { bytes: writeCompact(blocks), outputKeys };
}
