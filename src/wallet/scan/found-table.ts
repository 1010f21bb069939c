/** Found outputs as typed arrays, for messages: objects would be ten times as many arrays to clone. Keys are views. */
import { asKeyImage, asPublicKey, type PublicKey, type Scalar } from '../../base/brands.ts';
import { concatAll } from '../../base/bytes.ts';
import type { FoundOutput } from '../../ports/scan-pool.ts';

/** One entry per output in each column. */
export interface FoundTable {
  readonly count: number;
  /** tx, outputIndex, major, minor, pkIndex, additional keys, bytes of payment id, flags. */
  readonly numbers: Uint32Array;
  readonly globalIndices: Float64Array;
  /** amount, unlockTime, fee. */
  readonly amounts: BigUint64Array;
  /** 32 bytes each: key, mask, txPublicKey, keyImage, payment id (zeros where missing). */
  readonly bytes: Uint8Array;
  readonly additionalKeys: Uint8Array;
  /** 64 bytes for each output of Carrot. */
  readonly extensions: Uint8Array;
}

const NUMBERS = 8;
const AMOUNTS = 3;
const BYTE_FIELDS = 5;
const NO_ID = 0xff;
const FLAGS = { rct: 1, coinbase: 2, keyImage: 4, carrot: 8 } as const;

export function packFound(found: readonly FoundOutput[]): FoundTable {
  const count = found.length;
  const numbers = new Uint32Array(NUMBERS * count);
  const globalIndices = new Float64Array(count);
  const amounts = new BigUint64Array(AMOUNTS * count);
  const bytes = new Uint8Array(32 * BYTE_FIELDS * count);
  const additionalKeys = new Uint8Array(
    32 * found.reduce((sum, { additionalKeys: keys }) => sum + keys.length, 0),
  );
  const extensions = concatAll(found.flatMap(({ carrot }) => (carrot ? [carrot.g, carrot.t] : [])));
  let additional = 0;
  for (const [i, output] of found.entries()) {
    const { subaddress, keyImage, paymentId, rct, coinbase, carrot } = output;
    const flags =
      (rct ? FLAGS.rct : 0) |
      (coinbase ? FLAGS.coinbase : 0) |
      (keyImage ? FLAGS.keyImage : 0) |
      (carrot ? FLAGS.carrot : 0);
    const idSize = paymentId?.length ?? NO_ID;
    const { tx, outputIndex, pkIndex } = output;
    const { major, minor } = subaddress;
    numbers.set(
      [tx, outputIndex, major, minor, pkIndex, output.additionalKeys.length, idSize, flags],
      NUMBERS * i,
    );
    globalIndices[i] = output.globalIndex;
    amounts.set([output.amount, output.unlockTime, output.fee], AMOUNTS * i);
    let at = 32 * BYTE_FIELDS * i;
    for (const field of [output.key, output.mask, output.txPublicKey, keyImage, paymentId]) {
      if (field) bytes.set(field, at);
      at += 32;
    }
    for (const key of output.additionalKeys) {
      additionalKeys.set(key, additional);
      additional += 32;
    }
  }
  return { count, numbers, globalIndices, amounts, bytes, additionalKeys, extensions };
}

export function unpackFound(table: FoundTable): FoundOutput[] {
  const { numbers, globalIndices, amounts, bytes } = table;
  const found: FoundOutput[] = [];
  let additional = 0;
  let extension = 0;
  const nextScalar = (): Scalar => table.extensions.subarray(extension, (extension += 32));
  for (let i = 0; i < table.count; i++) {
    const number = (column: number): number => numbers[NUMBERS * i + column]!;
    const amount = (column: number): bigint => amounts[AMOUNTS * i + column]!;
    const bytesOf = (column: number, size = 32): Uint8Array => {
      const at = 32 * (BYTE_FIELDS * i + column);
      return bytes.subarray(at, at + size);
    };
    const flags = number(7);
    const additionalKeys: PublicKey[] = [];
    for (let left = number(5); left > 0; left--) {
      additionalKeys.push(asPublicKey(table.additionalKeys.subarray(additional, additional + 32)));
      additional += 32;
    }
    const idSize = number(6);
    found.push({
      tx: number(0),
      outputIndex: number(1),
      globalIndex: globalIndices[i]!,
      key: asPublicKey(bytesOf(0)),
      subaddress: { major: number(2), minor: number(3) },
      amount: amount(0),
      mask: bytesOf(1),
      rct: (flags & FLAGS.rct) !== 0,
      txPublicKey: asPublicKey(bytesOf(2)),
      pkIndex: number(4),
      additionalKeys,
      ...(idSize !== NO_ID && { paymentId: bytesOf(4, idSize) }),
      unlockTime: amount(1),
      fee: amount(2),
      coinbase: (flags & FLAGS.coinbase) !== 0,
      ...((flags & FLAGS.keyImage) !== 0 && { keyImage: asKeyImage(bytesOf(3)) }),
      ...((flags & FLAGS.carrot) !== 0 && { carrot: { g: nextScalar(), t: nextScalar() } }),
    });
  }
  return found;
}

/** All arrays of the table, for transferring instead of copying. */
export function columnsOf(table: FoundTable): ArrayBufferView[] {
  const { numbers, globalIndices, amounts, bytes, additionalKeys, extensions } = table;
  return [numbers, globalIndices, amounts, bytes, additionalKeys, extensions];
}
