/**
 * `Kernel.scanBlocks`: calls the steps of src/kernel/assembly/skim.ts and the batches one after the other on tables
 * in linear memory, and copies the results out of it.
 */
import type { BlockLayout, SkimmedBlocks } from '../interface.ts';
import { createAreas, type Areas } from './areas.ts';
import { putScalar, type Instance } from './instance.ts';
import type { KernelMemory } from './memory.ts';

/** A range with more pairs of output and key than this per output is refused, since it would only waste memory. */
const MOST_EACH = 16;
const MOST_AT_LEAST = 4096;
/** A larger range is refused, since linear memory never shrinks. */
const MOST_BYTES = 16 << 20;

export function scanBlocks(
  instance: Instance,
  secrets: readonly Uint8Array[],
  bytes: Uint8Array,
  startHeight: number,
  layout: BlockLayout,
): readonly SkimmedBlocks[] | undefined {
  const { memory } = instance;
  const areas = createAreas(memory);
  const tables = readBlocks(instance, areas, bytes, startHeight, layout);
  if (!tables) return undefined;
  const common = copyTables(instance, areas.behind(), tables);
  const results: SkimmedBlocks[] = [];
  for (const secret of secrets) {
    putScalar(instance, instance.a, secret);
    // Each key's tables take the place of those of the key before.
    const found = findCandidates(instance, areas.behind(), tables);
    memory.wipeSlots();
    if (!found) return undefined;
    results.push({ ...common, ...copyFound(instance, found) });
    memory.wipe(found.derivations, 32 * found.points);
    memory.wipe(found.secrets, 32 * found.exchanges);
    memory.wipe(found.gathered, 64 * found.count);
  }
  return results;
}

/** Addresses of the tables that `skimBlocks` wrote (see there), and their numbers of entries. */
interface Tables {
  readonly blocks: number;
  readonly txCount: number;
  readonly outputCount: number;
  readonly data: number;
  readonly facts: number;
  readonly ids: number;
  readonly rows: number;
  readonly outs: number;
  readonly pointAt: number;
  readonly imageAt: number;
  readonly imageTx: number;
  readonly images: number;
  readonly exchangeAt: number;
  readonly contexts: number;
  /** Address of the sum of the last block's coinbase outputs. */
  readonly reward: number;
}

/** Undefined when something is malformed, unusual or too large. */
const readBlocks = (
  { exports }: Instance,
  areas: Areas,
  bytes: Uint8Array,
  startHeight: number,
  layout: BlockLayout,
): Tables | undefined => {
  const { blockAt, blockLength, firstTxBlob, txAt, txLength, outputCounts } = layout;
  const [blocks, txs] = [blockAt.length, txAt.length];
  const txCount = blocks + txs;
  const outputCount = outputCounts.reduce((sum, count) => sum + count, 0);
  if (!isWhole(layout) || bytes.length > MOST_BYTES || outputCount > bytes.length) return undefined;

  const data = areas.put(bytes);
  const offsets = areas.put(
    ...[blockAt, blockLength, firstTxBlob, txAt, txLength, outputCounts].map(bytesOf),
  );
  const facts = areas.take(76 * blocks);
  const ids = areas.take(32 * txCount);
  const rows = areas.take(16 * (txCount + 1));
  const outs = areas.take(8 * outputCount);
  const most = bytes.length >>> 5;
  const places = (): number => areas.take(4 * most);
  const [pointAt, imageAt, imageTx, exchangeAt] = [places(), places(), places(), places()];
  const contexts = areas.take(8 * txCount);
  const scratch = areas.take(32 * (txs + 7));
  const images = exports.skimBlocks(
    data,
    bytes.length,
    offsets,
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
    exchangeAt,
    contexts,
    most,
    scratch,
  );
  if (images < 0) return undefined;
  const sizes = { blocks, txCount, outputCount, images };
  const lists = { facts, ids, rows, outs, pointAt, imageAt, imageTx, exchangeAt, contexts };
  return { ...sizes, ...lists, data, reward: scratch };
};

/** Addresses of the outputs that may be ours (`count` entries in each list) and of the derivations. */
interface Candidates extends Tagged {
  readonly count: number;
  readonly tx: number;
  readonly output: number;
  readonly pk: number;
  readonly spendKeys: number;
  /** Derivations of all `points` transaction public keys; secret. */
  readonly derivations: number;
  readonly points: number;
  /** Derivations of the outputs that may be ours, two for each; secret. */
  readonly gathered: number;
}

/** Undefined when there are too many pairs of output and key. The view key is in slot a. */
const findCandidates = (instance: Instance, areas: Areas, tables: Tables): Candidates | undefined => {
  const { exports, memory, a: secret } = instance;
  const { txCount, outputCount, data, rows, outs, pointAt } = tables;
  const candidates = exports.countCandidates(rows, txCount);
  if (candidates > Math.max(MOST_AT_LEAST, MOST_EACH * outputCount)) return undefined;
  /** The 32-byte keys at these offsets of the data. */
  const gather = (offsets: number, length: number): number => {
    const keys = areas.take(32 * length);
    exports.gather(keys, data, offsets, length);
    return keys;
  };
  const points = readU32s(memory, rows + 16 * txCount, 1)[0]!;
  const publicKeys = gather(pointAt, points);
  const derivations = areas.take(32 * points);
  exports.deriveBatch(derivations, secret, publicKeys, points, memory.scratch);

  const list = (): number => areas.take(4 * candidates);
  const [tx, output, pk, which, keyAt] = [list(), list(), list(), list(), list()] as const;
  const tags = areas.take(candidates);
  exports.listCandidates(rows, txCount, tx, output, pk, which);
  exports.viewTagBatch(tags, derivations, which, output, candidates);
  const count = exports.keepLikely(rows, outs, candidates, tags, tx, output, pk, which, keyAt);

  const outputKeys = gather(keyAt, count);
  const spendKeys = areas.take(32 * count);
  exports.spendKeyBatch(spendKeys, derivations, which, output, outputKeys, count, memory.scratch);
  const gathered = areas.take(64 * count);
  exports.gatherDerivations(gathered, derivations, rows, count, tx, pk, which);
  const tagged = findTagged(instance, areas, tables);
  return { count, tx, output, pk, spendKeys, derivations, points, gathered, ...tagged };
};

/** Addresses of the outputs of Carrot with a matching view tag (`taggedCount` entries in each list). */
interface Tagged {
  readonly taggedCount: number;
  readonly taggedTx: number;
  readonly taggedOutput: number;
  /** Shared secrets of all `exchanges` with ephemeral keys; secret. */
  readonly secrets: number;
  readonly exchanges: number;
}

/** The view key is in slot a. */
const findTagged = (
  { exports, memory, a: secret }: Instance,
  areas: Areas,
  { txCount, outputCount, data, rows, outs, exchangeAt, contexts }: Tables,
): Tagged => {
  const exchanges = readU32s(memory, rows + 16 * txCount + 12, 1)[0]!;
  const most = exchanges > 0 ? 4 * outputCount : 0;
  const [keys, secrets] = [areas.take(32 * exchanges), areas.take(32 * exchanges)];
  const [taggedTx, taggedOutput] = [areas.take(most), areas.take(most)];
  exports.gather(keys, data, exchangeAt, exchanges);
  exports.mulX25519Batch(secrets, secret, keys, exchanges, memory.scratch);
  const lists = [taggedTx, taggedOutput] as const;
  const taggedCount = exports.keepTagged(data, rows, txCount, outs, contexts, secrets, ...lists);
  return { taggedCount, taggedTx, taggedOutput, secrets, exchanges };
};

type Common = Omit<SkimmedBlocks, 'derivations' | 'candidates' | 'tagged'>;

/** The lists that depend on no key. */
const copyTables = (
  { exports, memory }: Instance,
  areas: Areas,
  { blocks, txCount, data, facts, ids, imageAt, imageTx, images, reward }: Tables,
): Common => {
  const columns = facts + 64 * blocks;
  const keyImages = areas.take(32 * images);
  exports.gather(keyImages, data, imageAt, images);
  return {
    blockIds: memory.read(facts, 32 * blocks),
    previousIds: memory.read(facts + 32 * blocks, 32 * blocks),
    times: new Float64Array(memory.read(columns, 8 * blocks).buffer),
    majorVersions: readU32s(memory, columns + 8 * blocks, blocks),
    lastReward: blocks === 0 ? 0n : new BigUint64Array(memory.read(reward, 8).buffer)[0]!,
    txIds: memory.read(ids, 32 * txCount),
    keyImages: memory.read(keyImages, 32 * images),
    keyImageTx: readU32s(memory, imageTx, images),
  };
};

const copyFound = (
  { memory }: Instance,
  { count, tx, output, pk, spendKeys, gathered, ...found }: Candidates,
): Omit<SkimmedBlocks, keyof Common> => ({
  derivations: memory.read(gathered, 64 * count),
  candidates: {
    count,
    txs: readU32s(memory, tx, count),
    outputs: readU32s(memory, output, count),
    pks: readU32s(memory, pk, count),
    derivations: Uint32Array.from({ length: count }, (_, i) => i),
    mains: Uint32Array.from({ length: count }, (_, i) => count + i),
    spendKeys: memory.read(spendKeys, 32 * count),
  },
  tagged: {
    txs: readU32s(memory, found.taggedTx, found.taggedCount),
    outputs: readU32s(memory, found.taggedOutput, found.taggedCount),
  },
});

const isWhole = ({ blockAt, blockLength, firstTxBlob, txAt, txLength, outputCounts }: BlockLayout): boolean =>
  blockLength.length === blockAt.length &&
  firstTxBlob.length === blockAt.length + 1 &&
  firstTxBlob[0] === 0 &&
  firstTxBlob[blockAt.length] === txAt.length &&
  txLength.length === txAt.length &&
  outputCounts.length === blockAt.length + txAt.length;

const bytesOf = ({ buffer, byteOffset, byteLength }: Uint32Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

const readU32s = (memory: KernelMemory, at: number, length: number): Uint32Array =>
  new Uint32Array(memory.read(at, 4 * length).buffer);
