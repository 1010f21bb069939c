/** Reduces blocks with pruned transactions to compact ones, and to the keys of their outputs. */
import { concatAll, equalBytes } from '../../base/bytes.ts';
import { sumAmounts } from '../../base/amount.ts';
import { blockId, formsOf, readBlock } from '../block/block.ts';
import { fault } from '../faults.ts';
import { additionalPublicKeys, parseExtra, txPublicKeys } from '../tx/extra.ts';
import { keyInputs } from '../tx/prefix.ts';
import { readWithoutRings } from '../tx/transaction.ts';
import type { TxPrefix } from '../tx/types.ts';
import { IMAGE_BYTES, MOST_MAIN_KEYS, type CompactColumns, type OddTx } from './compact-blocks.ts';

/** The parts of a decoded answer (`DecodedBlock`). */
interface BlockBytes {
  readonly block: Uint8Array;
  readonly txs: readonly Uint8Array[];
  readonly indicesOf: (tx: number) => readonly number[];
}

export interface ReducedBlocks {
  readonly blocks: CompactColumns;
  /** Keys of the outputs of each block, 32 bytes each, in the order of the view tags; empty for a whole block. */
  readonly outputKeys: readonly Uint8Array[];
}

const U8 = 0xff;
const U16 = 0xffff;
const U32 = 0xffff_ffff;
const RINGCT_VERSION = 2;

/**
 * The compact form of blocks. Faults of a block or transaction that does not parse; bad_format without blocks, and when one
 * does not follow the one before.
 */
export function reduceBlocks(
  decoded: readonly BlockBytes[],
  startHeight: number,
  chainHeight: number,
): ReducedBlocks {
  const all = decoded.map(readParts);
  const [first] = all;
  if (!first) throw fault('bad_format', { what: 'no blocks to reduce' });
  if (all.some(({ previousId }, i) => i > 0 && !equalBytes(previousId, all[i - 1]!.id)))
    throw fault('bad_format', { what: 'blocks that do not follow each other' });
  let txsBefore = 0;
  const odd: OddTx[] = [];
  for (const { whole, txs } of all) {
    if (whole) continue;
    for (const [i, { main, additional }] of txs.entries())
      if (main.length !== 1 || additional.length > 0)
        odd.push({ tx: txsBefore + i, main: main.length, additional: additional.length });
    txsBefore += txs.length;
  }
  const here = all.map((each) => (each.whole ? [] : each.txs));
  const others = here.flatMap((txs) => txs.slice(1));
  const outputs = here.flat().flatMap(({ prefix }) => prefix.outputs);
  return {
    blocks: {
      startHeight,
      count: all.length,
      chainHeight,
      firstOutput: all.find(({ firstOutput }) => firstOutput !== undefined)?.firstOutput ?? 0,
      previousId: first.previousId,
      ids: concatAll(all.map(({ id }) => id)),
      times: Uint32Array.from(all, ({ time }) => Math.min(time, U32)),
      rewards: all.map(({ reward }) => reward),
      whole: Uint8Array.from(all, ({ whole }) => (whole ? 1 : 0)),
      txs: Uint32Array.from(here, (txs) => Math.max(0, txs.length - 1)),
      rctOutputs: Uint32Array.from(all, ({ rctOutputs }) => rctOutputs),
      minerOutputs: Uint32Array.from(here, ([miner]) => miner?.prefix.outputs.length ?? 0),
      inputs: Uint8Array.from(others, ({ images }) => images.length),
      outputs: Uint8Array.from(others, ({ prefix }) => prefix.outputs.length),
      odd,
      keys: concatAll(here.flat().flatMap(({ main, additional }) => [...main, ...additional])),
      tags: Uint8Array.from(outputs, ({ viewTag }) => viewTag!),
      images: concatAll(others.flatMap(({ images }) => images.map((each) => each.subarray(0, IMAGE_BYTES)))),
    },
    outputKeys: here.map((txs) =>
      concatAll(txs.flatMap(({ prefix }) => prefix.outputs.map(({ key }) => key))),
    ),
  };
}

interface TxParts {
  readonly prefix: TxPrefix;
  readonly main: readonly Uint8Array[];
  readonly additional: readonly Uint8Array[];
  readonly images: readonly Uint8Array[];
}

interface BlockParts {
  readonly id: Uint8Array;
  readonly previousId: Uint8Array;
  readonly time: number;
  readonly reward: bigint;
  /** True if the compact form cannot tell it: an output without today's view tag, or a number that does not fit. */
  readonly whole: boolean;
  /** The miner's transaction first. */
  readonly txs: readonly TxParts[];
  readonly rctOutputs: number;
  /** Global index of its first RingCT output; undefined without one. */
  readonly firstOutput: number | undefined;
}

const readParts = ({ block: bytes, txs: blobs, indicesOf }: BlockBytes): BlockParts => {
  const block = readBlock(bytes);
  const { header, minerTx, txHashes } = block;
  if (txHashes.length !== blobs.length) throw fault('bad_format', { what: 'transactions of a block' });
  const forms = formsOf(header);
  const prefixes = [minerTx.prefix, ...blobs.map((blob) => readWithoutRings(blob, forms).prefix)];
  const txs = prefixes.map(partsOf);
  const firstRct = prefixes.findIndex((each) => isRct(each) && each.outputs.length > 0);
  return {
    id: blockId(block),
    previousId: header.prevHash,
    time: header.timestamp,
    reward: sumAmounts(minerTx.prefix.outputs),
    whole: forms !== 'today' || header.timestamp > U32 || !txs.every(fits) || !isSmall(txs),
    txs,
    rctOutputs: prefixes.reduce((sum, each) => sum + (isRct(each) ? each.outputs.length : 0), 0),
    firstOutput: firstRct < 0 ? undefined : indicesOf(firstRct)[0],
  };
};

const isRct = ({ version }: TxPrefix): boolean => version >= RINGCT_VERSION;

const isSmall = ([miner, ...others]: readonly TxParts[]): boolean =>
  miner!.prefix.outputs.length <= U16 &&
  others.length < U16 &&
  others.every(({ prefix, images }) => prefix.outputs.length <= U8 && images.length <= U8);

/** Additional keys count only together with a key of tag 01, as in wallets. */
const partsOf = (prefix: TxPrefix): TxParts => {
  const extra = parseExtra(prefix.extra);
  const main = txPublicKeys(extra);
  const additional = main.length > 0 ? additionalPublicKeys(extra) : [];
  return { prefix, main, additional, images: keyInputs(prefix).map(({ keyImage }) => keyImage) };
};

const fits = ({ prefix, main, additional }: TxParts): boolean =>
  isRct(prefix) &&
  main.length <= MOST_MAIN_KEYS &&
  additional.length <= U8 &&
  prefix.outputs.every(({ viewTag, carrot }) => viewTag !== undefined && carrot === undefined);
