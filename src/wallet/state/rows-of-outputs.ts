/** An output as a row (rows.ts). */
import { asKeyImage, asPublicKey, asTxId } from '../../base/brands.ts';
import { isU32, isU64, type RowReader, type RowWriter } from './row-bytes.ts';
import type { OwnedOutput } from './records/outputs.ts';
import type { RowSharing } from './row-sharing.ts';
import type { Put } from './tables.ts';

const NO_KEYS: readonly never[] = Object.freeze([]);

type OutputPut = Extract<Put, { readonly table: 'outputs' }>;
type Mutable<T> = { -readonly [F in keyof T]: T[F] };

const FLAGS = { rct: 1, coinbase: 2, frozen: 4, keyImage: 8, requested: 16, spent: 32 } as const;
const KEYS = { txid: 0, key: 32, mask: 64, txPublicKey: 96, keyImage: 128 } as const;
const NUMBERS = {
  flags: 0,
  index: 4,
  outputIndex: 8,
  major: 12,
  minor: 16,
  height: 20,
  pkIndex: 24,
  /** The height of the spending transaction. */
  spent: 28,
  globalIndex: 32,
  timestamp: 40,
  amount: 48,
  /** 64 bits, but what is larger than 32 bits is odd. */
  unlockTime: 56,
} as const;

export function rowOfOutput(row: RowWriter, { key, value }: OutputPut): boolean {
  const index = Number(key);
  const { outputIndex, subaddress, height, pkIndex, spent, keyImage } = value;
  const { major, minor } = subaddress;
  const unlockTime = Number(value.unlockTime);
  const spentAt = spent?.height ?? 0;
  const isPlain =
    String(index) === key &&
    isU32(index) &&
    isU32(outputIndex) &&
    isU32(major) &&
    isU32(minor) &&
    isU32(height) &&
    isU32(pkIndex) &&
    isU32(spentAt) &&
    isU32(unlockTime) &&
    isU64(value.amount) &&
    value.additionalKeys.length === 0 &&
    !value.carrot &&
    !value.replaces;
  if (!isPlain) return false;
  row.key(KEYS.txid, value.txid);
  row.key(KEYS.key, value.key);
  row.key(KEYS.mask, value.mask);
  row.key(KEYS.txPublicKey, value.txPublicKey);
  if (keyImage) row.key(KEYS.keyImage, keyImage);
  if (spent) row.rare(spent.txid);
  row.u32(
    NUMBERS.flags,
    (value.rct ? FLAGS.rct : 0) |
      (value.coinbase ? FLAGS.coinbase : 0) |
      (value.frozen ? FLAGS.frozen : 0) |
      (keyImage ? FLAGS.keyImage : 0) |
      (value.keyImageRequested ? FLAGS.requested : 0) |
      (spent ? FLAGS.spent : 0),
  );
  row.u32(NUMBERS.index, index);
  row.u32(NUMBERS.outputIndex, outputIndex);
  row.u32(NUMBERS.major, major);
  row.u32(NUMBERS.minor, minor);
  row.u32(NUMBERS.height, height);
  row.u32(NUMBERS.pkIndex, pkIndex);
  row.u32(NUMBERS.spent, spentAt);
  row.f64(NUMBERS.globalIndex, value.globalIndex);
  row.f64(NUMBERS.timestamp, value.timestamp);
  row.u64(NUMBERS.amount, value.amount);
  row.u32(NUMBERS.unlockTime, unlockTime);
  return true;
}

export function readOutput(row: RowReader, sharing: RowSharing): OutputPut {
  const flags = row.u32(NUMBERS.flags);
  const has = (flag: number): boolean => (flags & flag) !== 0;
  const until = row.u32(NUMBERS.unlockTime);
  const unlockTime = until === 0 ? 0n : BigInt(until);
  // Two whole literals: a field that is added later would be in an object of its own.
  const value: Mutable<OwnedOutput> = has(FLAGS.keyImage)
    ? {
        txid: asTxId(row.key(KEYS.txid)),
        outputIndex: row.u32(NUMBERS.outputIndex),
        globalIndex: row.f64(NUMBERS.globalIndex),
        key: asPublicKey(row.key(KEYS.key)),
        keyImage: asKeyImage(row.key(KEYS.keyImage)),
        amount: row.u64(NUMBERS.amount),
        mask: row.key(KEYS.mask),
        rct: has(FLAGS.rct),
        coinbase: has(FLAGS.coinbase),
        subaddress: sharing.subaddress(row.u32(NUMBERS.major), row.u32(NUMBERS.minor)),
        height: row.u32(NUMBERS.height),
        timestamp: row.f64(NUMBERS.timestamp),
        unlockTime,
        txPublicKey: asPublicKey(row.key(KEYS.txPublicKey)),
        pkIndex: row.u32(NUMBERS.pkIndex),
        additionalKeys: NO_KEYS,
        frozen: has(FLAGS.frozen),
      }
    : {
        txid: asTxId(row.key(KEYS.txid)),
        outputIndex: row.u32(NUMBERS.outputIndex),
        globalIndex: row.f64(NUMBERS.globalIndex),
        key: asPublicKey(row.key(KEYS.key)),
        amount: row.u64(NUMBERS.amount),
        mask: row.key(KEYS.mask),
        rct: has(FLAGS.rct),
        coinbase: has(FLAGS.coinbase),
        subaddress: sharing.subaddress(row.u32(NUMBERS.major), row.u32(NUMBERS.minor)),
        height: row.u32(NUMBERS.height),
        timestamp: row.f64(NUMBERS.timestamp),
        unlockTime,
        txPublicKey: asPublicKey(row.key(KEYS.txPublicKey)),
        pkIndex: row.u32(NUMBERS.pkIndex),
        additionalKeys: NO_KEYS,
        frozen: has(FLAGS.frozen),
      };
  if (has(FLAGS.requested)) value.keyImageRequested = true;
  if (has(FLAGS.spent)) value.spent = { height: row.u32(NUMBERS.spent), txid: asTxId(row.rare()) };
  sharing.addOutput(value);
  return { table: 'outputs', key: String(row.u32(NUMBERS.index)), value };
}
