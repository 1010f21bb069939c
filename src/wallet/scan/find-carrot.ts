/**
 * Finds our outputs of Carrot in a batch of transactions: view tags of all outputs first, with the key exchanges of the
 * batch computed at once; the few outputs whose tag matches are read and checked completely (protocol/carrot/scan.ts).
 * Blocks from version 17 on have them, so it loads on demand (inline-pool.ts).
 */
import { copyBytes } from '../../base/bytes.ts';
import { asKeyImage, asPublicKey, type KeyImage, type PublicKey, type X25519Key } from '../../base/brands.ts';
import type { TaggedOutputs } from '../../kernel/interface.ts';
import { kernel } from '../../kernel/kernel.ts';
import type { FoundOutput, ScanKeys } from '../../ports/scan-pool.ts';
import { coinbaseContext, inputContext } from '../../protocol/carrot/enote.ts';
import { carrotKeyImage, openingOf } from '../../protocol/carrot/opening.ts';
import { scanCoinbaseEnote, scanEnote } from '../../protocol/carrot/scan.ts';
import { viewTagOf } from '../../protocol/carrot/secrets.ts';
import { coinbaseEnotesOf, coinbaseKeysOf, enotesOf, ephemeralKeysOf } from '../../protocol/carrot/tx.ts';
import type { SubaddressIndex } from '../../protocol/keys/subaddress.ts';
import { Reader } from '../../protocol/encoding/reader.ts';
import { parseExtra } from '../../protocol/tx/extra.ts';
import { readPrefix } from '../../protocol/tx/prefix.ts';
import { feeOf, type Scanner, type ScanTx } from './find-outputs.ts';
import type { TxScanOffsets } from './tx-scan-offsets.ts';

export type FindCarrot = typeof findCarrot;
export type FindTagged = typeof findTagged;

/** In chain order. `txOf` reads a whole transaction with a matching output. */
export function findCarrot(
  scanner: Scanner,
  offsets: readonly TxScanOffsets[],
  txOf: (txIndex: number) => ScanTx,
): FoundOutput[] {
  return findTagged(scanner, taggedOutputs(scanner.keys, offsets), txOf);
}

/** Finds own outputs where the kernel has compared the view tags (`Kernel.scanBlocks`). */
export function findTagged(
  scanner: Scanner,
  { txs, outputs }: TaggedOutputs,
  txOf: (txIndex: number) => ScanTx,
): FoundOutput[] {
  return Array.from(txs).flatMap((tx, i) => {
    const found = scanOutput(scanner, txOf(tx), outputs[i]!);
    return found ? [{ ...found, tx }] : [];
  });
}

/** The outputs whose view tag matches: ours, and one of 2^24 others. */
const taggedOutputs = ({ viewSecret }: ScanKeys, offsets: readonly TxScanOffsets[]): TaggedOutputs => {
  const txs = offsets.flatMap((tx, txIndex) => exchangesOf(tx, txIndex));
  const points = new Uint8Array(32 * txs.reduce((sum, { keys }) => sum + keys.length, 0));
  let end = 0;
  for (const { keys } of txs)
    for (const key of keys) {
      points.set(key, end);
      end += 32;
    }
  const secrets = kernel.mulX25519Batch(viewSecret, points);
  let first = 0;
  const tagged = txs.flatMap(({ txIndex, keys, context, tx }) => {
    const { bytes, outputKeysAt } = tx;
    const start = first;
    first += keys.length;
    return outputKeysAt.flatMap((keyAt, outputIndex) => {
      const at = 32 * (start + Math.min(outputIndex, keys.length - 1));
      const oneTimeKey = asPublicKey(bytes.subarray(keyAt, keyAt + 32));
      const tag = viewTagOf(secrets.subarray(at, at + 32), context, oneTimeKey);
      const tagOffset = keyAt + 32;
      return tag.every((byte, i) => byte === bytes[tagOffset + i]) ? [[txIndex, outputIndex] as const] : [];
    });
  });
  secrets.fill(0);
  return {
    txs: Uint32Array.from(tagged, ([txIndex]) => txIndex),
    outputs: Uint32Array.from(tagged, ([, outputIndex]) => outputIndex),
  };
};

interface Exchanges {
  readonly txIndex: number;
  readonly tx: TxScanOffsets;
  readonly context: Uint8Array;
  /** One that all outputs share, or one for each. */
  readonly keys: readonly X25519Key[];
}

/** None for a transaction without outputs of Carrot, or without what belongs to them. */
const exchangesOf = (tx: TxScanOffsets, txIndex: number): Exchanges[] => {
  if (!tx.carrot) return [];
  const { extra, imageAt } = tx.carrot;
  const count = tx.outputKeysAt.length;
  const parsed = parseExtra(extra);
  if (imageAt === undefined) {
    const [input] = readPrefix(new Reader(tx.bytes), false, 'carrot').inputs;
    const keys = coinbaseKeysOf(parsed, count);
    return keys && input?.kind === 'gen'
      ? [{ txIndex, tx, context: coinbaseContext(input.height), keys }]
      : [];
  }
  const keys = ephemeralKeysOf(parsed, count);
  const context = inputContext(asKeyImage(tx.bytes.subarray(imageAt, imageAt + 32)));
  return keys
    ? [{ txIndex, tx, context, keys: keys.every((key) => key === keys[0]) ? [keys[0]!] : keys }]
    : [];
};

const scanOutput = (
  { keys, rowOf }: Scanner,
  tx: ScanTx,
  outputIndex: number,
): Omit<FoundOutput, 'tx'> | undefined => {
  const { prefix, globalIndices } = tx;
  const { viewSecret, spendPublic, table } = keys;
  const find = (key: PublicKey): SubaddressIndex | undefined => {
    const row = rowOf(key, 0);
    return row < 0 ? undefined : { major: table.majors[row]!, minor: table.minors[row]! };
  };
  const set = tx.coinbase ? undefined : enotesOf(prefix, tx.rct);
  const mined = tx.coinbase ? coinbaseEnotesOf(prefix) : undefined;
  const enote = set?.enotes[outputIndex] ?? mined?.enotes[outputIndex];
  const found = set
    ? scanEnote({ viewSecret, find }, set.enotes[outputIndex]!, set.tx)
    : mined &&
      scanCoinbaseEnote({ viewSecret, mainKeys: [spendPublic] }, mined.enotes[outputIndex]!, mined.height);
  // Nothing can be spent of an output without an amount, as change often is.
  if (!enote || !found || found.amount === 0n) return undefined;
  const { index: subaddress, extension: carrot } = found;
  const keyImage = carrotImageOf(keys, { subaddress, carrot, key: enote.oneTimeKey });
  return {
    outputIndex,
    globalIndex: globalIndices[outputIndex] ?? 0,
    key: copyBytes(enote.oneTimeKey),
    subaddress,
    amount: found.amount,
    mask: found.mask,
    rct: true,
    txPublicKey: asPublicKey(new Uint8Array(enote.ephemeralKey)),
    pkIndex: 0,
    additionalKeys: [],
    ...(found.paymentId && { paymentId: found.paymentId }),
    unlockTime: prefix.unlockTime,
    fee: feeOf(tx),
    coinbase: tx.coinbase,
    carrot,
    ...(keyImage && { keyImage }),
  };
};

export type CarrotImageOf = typeof carrotImageOf;

/** The key image of an output of ours; undefined without the spend key. */
export function carrotImageOf(
  { spendSecret, viewSecret }: Pick<ScanKeys, 'spendSecret' | 'viewSecret'>,
  { subaddress, carrot, key }: Required<Pick<FoundOutput, 'subaddress' | 'carrot' | 'key'>>,
): KeyImage | undefined {
  if (!spendSecret) return undefined;
  const { x, y } = openingOf({ spendSecret, viewSecret }, { index: subaddress, extension: carrot });
  const keyImage = carrotKeyImage(x, key);
  x.wipe();
  y.wipe();
  return keyImage;
}
