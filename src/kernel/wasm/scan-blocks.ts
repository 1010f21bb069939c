/**
 * `Kernel.scanBlocks`: calls the steps of src/kernel/assembly/skim.ts and the batches one after the other on tables in
 * linear memory, and reads what the scan wants to know.
 */
import type { BlockLayout, Kernel, SkimmedBlocks } from '../interface.ts';
import type { KernelExports } from './exports.ts';
import type { KernelMemory } from './memory.ts';

/** More pairs of output and key than this for each output: somebody means to waste our memory. */
const MOST_EACH = 16;
const MOST_AT_LEAST = 4096;
/** Linear memory never shrinks: what is larger than any range should be is read. */
const MOST_BYTES = 16 << 20;

/** `secret` is the address of the view key, which the caller has put there and wipes. */
export function scanBlocksWith(
  exports: KernelExports,
  memory: KernelMemory,
  secret: number,
): (...given: ScanArguments) => SkimmedBlocks | undefined {
  return (bytes, startHeight, layout) => {
    const { blockAt, txFirst, txAt, outputCounts } = layout;
    const [blocks, txs] = [blockAt.length, txAt.length];
    const txCount = blocks + txs;
    const outputs = outputCounts.reduce((sum, count) => sum + count, 0);
    if (!isWhole(layout) || bytes.length > MOST_BYTES || outputs > bytes.length) return undefined;

    const area = areas(memory);
    const data = area.put(bytes);
    const places = area.put(
      ...[blockAt, layout.blockLength, txFirst, txAt, layout.txLength, outputCounts].map(bytesOf),
    );
    const facts = area.take(76 * blocks);
    const ids = area.take(32 * txCount);
    const rows = area.take(16 * (txCount + 1));
    const outs = area.take(8 * outputs);
    const most = bytes.length >>> 5;
    const [pointAt, imageAt, imageTx] = [area.take(4 * most), area.take(4 * most), area.take(4 * most)];
    const scratch = area.take(32 * (txs + 5));
    const images = exports.skimBlocks(
      data,
      bytes.length,
      places,
      blocks,
      txs,
      startHeight,
      facts,
      ids,
      rows,
      outs,
      pointAt,
      imageAt,
      imageTx,
      most,
      scratch,
    );
    const candidates = images < 0 ? 0 : exports.countCandidates(rows, txCount);
    if (images < 0 || candidates > Math.max(MOST_AT_LEAST, MOST_EACH * outputs)) return undefined;

    const u32s = (at: number, length: number): Uint32Array =>
      new Uint32Array(memory.read(at, 4 * length).buffer);
    const keys = (at: number, places: number, length: number): void =>
      exports.gather(at, data, places, length);
    const keyImages = area.take(32 * images);
    keys(keyImages, imageAt, images);

    const points = u32s(rows + 16 * txCount, 1)[0]!;
    const publicKeys = area.take(32 * points);
    const derivations = area.take(32 * points);
    keys(publicKeys, pointAt, points);
    exports.deriveBatch(derivations, secret, publicKeys, points, memory.room);

    const list = (): number => area.take(4 * candidates);
    const [tx, output, pk, which, keyAt] = [list(), list(), list(), list(), list()] as const;
    const tags = area.take(candidates);
    exports.listCandidates(rows, txCount, tx, output, pk, which);
    exports.viewTagBatch(tags, derivations, which, output, candidates);
    const count = exports.keepLikely(rows, outs, candidates, tags, tx, output, pk, which, keyAt);
    const outputKeys = area.take(32 * count);
    const spendKeys = area.take(32 * count);
    keys(outputKeys, keyAt, count);
    exports.spendKeyBatch(spendKeys, derivations, which, output, outputKeys, count, memory.room);

    const likely = area.take(64 * count);
    exports.gatherDerivations(likely, derivations, rows, count, tx, pk, which);
    const columns = facts + 64 * blocks;
    const found: SkimmedBlocks = {
      blockIds: memory.read(facts, 32 * blocks),
      previousIds: memory.read(facts + 32 * blocks, 32 * blocks),
      times: new Float64Array(memory.read(columns, 8 * blocks).buffer),
      majorVersions: u32s(columns + 8 * blocks, blocks),
      lastReward: blocks === 0 ? 0n : new BigUint64Array(memory.read(scratch, 8).buffer)[0]!,
      txIds: memory.read(ids, 32 * txCount),
      keyImages: memory.read(keyImages, 32 * images),
      keyImageTx: u32s(imageTx, images),
      derivations: memory.read(likely, 64 * count),
      likely: {
        count,
        txs: u32s(tx, count),
        outputs: u32s(output, count),
        pks: u32s(pk, count),
        derivations: Uint32Array.from({ length: count }, (_, i) => i),
        mains: Uint32Array.from({ length: count }, (_, i) => count + i),
        spendKeys: memory.read(spendKeys, 32 * count),
      },
    };
    memory.wipe(derivations, 32 * points);
    memory.wipe(likely, 64 * count);
    return found;
  };
}
type ScanArguments =
  Parameters<NonNullable<Kernel['scanBlocks']>> extends [unknown, ...infer Rest] ? Rest : never;

const isWhole = ({ blockAt, blockLength, txFirst, txAt, txLength, outputCounts }: BlockLayout): boolean =>
  blockLength.length === blockAt.length &&
  txFirst.length === blockAt.length + 1 &&
  txFirst[0] === 0 &&
  txFirst[blockAt.length] === txAt.length &&
  txLength.length === txAt.length &&
  outputCounts.length === blockAt.length + txAt.length;

const bytesOf = ({ buffer, byteOffset, byteLength }: Uint32Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

/** Areas of the list memory, one behind the other; those taken stay where they are. */
const areas = (memory: KernelMemory) => {
  let size = 0;
  const take = (length: number): number => {
    const from = size;
    size += (length + 63) & ~63;
    return memory.list(size) + from;
  };
  return {
    take,
    put: (...parts: readonly Uint8Array[]): number => {
      const at = take(parts.reduce((sum, { length }) => sum + length, 0));
      let to = at;
      for (const part of parts) {
        memory.write(to, part);
        to += part.length;
      }
      return at;
    },
  };
};
