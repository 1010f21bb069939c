/**
 * Compact blocks: what a scan needs to see whether a block may concern a wallet, as a relay of one's own sends it
 * (docs/adr/0016). Columns in the order of the chain, all numbers little-endian:
 *
 * | bytes      | of each             | what                                                                  |
 * | ---------- | ------------------- | --------------------------------------------------------------------- |
 * | 4          |                     | magic `OCB1`                                                          |
 * | 8 × 4      |                     | first height, counts: blocks, chain, txs, keys, outputs, images, odd  |
 * | 8, 32      |                     | RingCT outputs on the chain before, id of the block before            |
 * | 32, 4, 8   | block               | id, time in seconds, reward in piconero                               |
 * | 2, 4, 2    | block               | transactions (`WHOLE`: none is here), its RingCT outputs, the miner's |
 * | 1, 1       | transaction         | inputs, outputs; without those of the miner                           |
 * | 4, 1, 1, 2 | odd transaction     | its index, keys of tag 01, additional keys, 0                         |
 * | 32         | key                 | public keys of transactions; the miner's transaction comes first      |
 * | 1          | output              | view tag                                                              |
 * | 3          | input               | beginning of the key image                                            |
 *
 * A transaction that is not odd has one key. Indices of odd ones count the miner's transactions, too.
 */
import { Reader } from '../encoding/reader.ts';
import { fault } from '../faults.ts';

const MAGIC = 0x3142_434f;
export const IMAGE_BYTES = 3;
/** The number of transactions of a block of which nothing but this is here: it must be read whole. */
const WHOLE = 0xffff;
/** Most blocks of one answer, and most of all that they may contain. */
export const MOST_BLOCKS = 2000;
const MOST_OF_EACH = 500_000;
/** Most keys of tag 01 of a transaction that is told in compact form: each is tried with each output. */
export const MOST_MAIN_KEYS = 8;

/** A transaction that has not exactly one public key. */
export interface OddTx {
  readonly tx: number;
  readonly main: number;
  readonly additional: number;
}

export interface CompactColumns {
  readonly startHeight: number;
  readonly count: number;
  /** Blocks of the chain. */
  readonly chainHeight: number;
  /** Number of RingCT outputs on the chain before the first block. */
  readonly firstOutput: number;
  readonly previousId: Uint8Array;
  /** 32 bytes each. */
  readonly ids: Uint8Array;
  readonly times: Uint32Array;
  readonly rewards: readonly bigint[];
  /** 1 for a block that must be read whole. It has no transactions here. */
  readonly whole: Uint8Array;
  /** Transactions without the miner's. */
  readonly txs: Uint32Array;
  readonly rctOutputs: Uint32Array;
  readonly minerOutputs: Uint32Array;
  readonly inputs: Uint8Array;
  readonly outputs: Uint8Array;
  readonly odd: readonly OddTx[];
  readonly keys: Uint8Array;
  readonly tags: Uint8Array;
  readonly images: Uint8Array;
}

export function writeCompact(blocks: CompactColumns): Uint8Array<ArrayBuffer> {
  const { count, odd } = blocks;
  const { inputs, outputs, keys, tags, images } = blocks;
  const bytes = new Uint8Array(
    HEADER + BLOCK * count + 2 * inputs.length + ODD * odd.length + keys.length + tags.length + images.length,
  );
  const view = new DataView(bytes.buffer);
  let at = 0;
  const u32 = (value: number): void => {
    view.setUint32(at, value, true);
    at += 4;
  };
  const u16 = (value: number): void => {
    view.setUint16(at, value, true);
    at += 2;
  };
  const put = (part: Uint8Array): void => {
    bytes.set(part, at);
    at += part.length;
  };
  u32(MAGIC);
  u32(blocks.startHeight);
  u32(count);
  u32(blocks.chainHeight);
  u32(inputs.length);
  u32(keys.length / 32);
  u32(tags.length);
  u32(images.length / IMAGE_BYTES);
  u32(odd.length);
  view.setBigUint64(at, BigInt(blocks.firstOutput), true);
  at += 8;
  put(blocks.previousId);
  put(blocks.ids);
  blocks.times.forEach(u32);
  for (const reward of blocks.rewards) {
    view.setBigUint64(at, reward, true);
    at += 8;
  }
  blocks.txs.forEach((txs, i) => {
    u16(blocks.whole[i] ? WHOLE : txs);
  });
  blocks.rctOutputs.forEach(u32);
  blocks.minerOutputs.forEach(u16);
  put(inputs);
  put(outputs);
  for (const { tx, main, additional } of odd) {
    u32(tx);
    bytes[at++] = main;
    bytes[at++] = additional;
    u16(0);
  }
  put(keys);
  put(tags);
  put(images);
  return bytes;
}

/** An answer without blocks. */
export function noBlocks(startHeight: number, chainHeight: number): CompactColumns {
  const [none, numbers] = [new Uint8Array(0), new Uint32Array(0)];
  return {
    ...{ startHeight: Math.min(startHeight, chainHeight), count: 0, chainHeight, firstOutput: 0 },
    ...{ previousId: new Uint8Array(32), ids: none, times: numbers, rewards: [], whole: none },
    ...{ txs: numbers, rctOutputs: numbers, minerOutputs: numbers, inputs: none, outputs: none },
    ...{ odd: [], keys: none, tags: none, images: none },
  };
}

const HEADER = 4 + 8 * 4 + 8 + 32;
const BLOCK = 32 + 4 + 8 + 2 + 4 + 2;
const ODD = 8;

/**
 * Large columns are views of the input. Faults truncated, trailing_bytes, list_too_long; bad_format when its numbers
 * contradict each other.
 */
export function readCompact(bytes: Uint8Array): CompactColumns {
  const reader = new Reader(bytes);
  if (reader.u32() !== MAGIC) throw bad('magic');
  const startHeight = reader.u32();
  const count = bounded(reader.u32(), MOST_BLOCKS);
  const chainHeight = reader.u32();
  if (startHeight + count > chainHeight) throw bad('a height above the chain');
  const [txCount, keyCount, outputCount, imageCount, oddCount] = [0, 0, 0, 0, 0].map(() =>
    bounded(reader.u32(), MOST_OF_EACH),
  ) as [number, number, number, number, number];
  const firstOutput = reader.u64();
  if (firstOutput > MOST_OUTPUTS) throw bad('a number of outputs');
  const list = (size: number, next: () => number): Uint32Array => Uint32Array.from({ length: size }, next);
  const previousId = reader.key();
  const ids = reader.take(32 * count);
  const times = list(count, () => reader.u32());
  const rewards = Array.from({ length: count }, () => reader.u64());
  const u16 = (): number => reader.u8() | (reader.u8() << 8);
  const txs = list(count, u16);
  const whole = Uint8Array.from(txs, (each) => (each === WHOLE ? 1 : 0));
  const blocks = {
    ...{ startHeight, count, chainHeight, firstOutput: Number(firstOutput), previousId },
    ...{ ids, times, rewards, whole, txs: txs.map((each) => (each === WHOLE ? 0 : each)) },
    rctOutputs: list(count, () => reader.u32()),
    minerOutputs: list(count, u16),
    inputs: reader.take(txCount),
    outputs: reader.take(txCount),
    odd: Array.from({ length: oddCount }, () => readOdd(reader)),
    keys: reader.take(32 * keyCount),
    tags: reader.take(outputCount),
    images: reader.take(IMAGE_BYTES * imageCount),
  };
  reader.end();
  check(blocks);
  return blocks;
}

const MOST_OUTPUTS = 2n ** 48n;

const readOdd = (reader: Reader): OddTx => {
  const [tx, main, additional] = [reader.u32(), reader.u8(), reader.u8()];
  if (reader.u8() !== 0 || reader.u8() !== 0) throw bad('padding');
  if (main > MOST_MAIN_KEYS) throw bad('a number of keys');
  return { tx, main, additional };
};

/** Fault bad_format when the sums of the counts differ from the sizes of the columns. */
const check = (blocks: CompactColumns): void => {
  const { count, odd, whole, minerOutputs, inputs, keys, tags, images } = blocks;
  const { txAt, keyAt, outputAt, imageAt } = positionsOf(blocks);
  if (txAt[count] !== inputs.length) throw bad('a number of transactions');
  if (keyAt[count] !== keys.length / 32) throw bad('a number of keys');
  if (outputAt[count] !== tags.length) throw bad('a number of outputs');
  if (imageAt[count] !== images.length / IMAGE_BYTES) throw bad('a number of key images');
  const all = inputs.length + whole.reduce((sum, each) => sum + 1 - each, 0);
  for (const [i, { tx }] of odd.entries())
    if (tx >= all || (i > 0 && tx <= odd[i - 1]!.tx)) throw bad('the order of odd transactions');
  if (whole.some((each, i) => each === 1 && minerOutputs[i] !== 0)) throw bad('outputs of a whole block');
};

/** Where the parts of block i begin; item `count` is the end. */
export interface CompactPositions {
  readonly txAt: Uint32Array;
  readonly keyAt: Uint32Array;
  readonly outputAt: Uint32Array;
  readonly imageAt: Uint32Array;
  /** Index of the block's first odd transaction. */
  readonly oddAt: Uint32Array;
}

export function positionsOf(blocks: CompactColumns): CompactPositions {
  const { count, whole, txs, minerOutputs, inputs, outputs, odd } = blocks;
  const list = (): Uint32Array => new Uint32Array(count + 1);
  const at = { txAt: list(), keyAt: list(), outputAt: list(), imageAt: list(), oddAt: list() };
  let [tx, key, output, image, oddIndex, all] = [0, 0, 0, 0, 0, 0];
  for (let block = 0; block < count; block++) {
    if (!whole[block]) {
      const end = Math.min(tx + txs[block]!, inputs.length);
      if (tx + txs[block]! > end) throw bad('a number of transactions');
      const allEnd = all + 1 + txs[block]!;
      key += 1 + txs[block]!;
      for (; odd[oddIndex] && odd[oddIndex]!.tx < allEnd; oddIndex++)
        key += odd[oddIndex]!.main + odd[oddIndex]!.additional - 1;
      output += minerOutputs[block]!;
      for (; tx < end; tx++) {
        output += outputs[tx]!;
        image += inputs[tx]!;
      }
      all = allEnd;
    }
    at.txAt[block + 1] = tx;
    at.keyAt[block + 1] = key;
    at.outputAt[block + 1] = output;
    at.imageAt[block + 1] = image;
    at.oddAt[block + 1] = oddIndex;
  }
  return at;
}

const bounded = (n: number, max: number): number => {
  if (n > max) throw fault('list_too_long', { n, max });
  return n;
};

const bad = (what: string) => fault('bad_format', { what: `compact blocks: ${what}` });
