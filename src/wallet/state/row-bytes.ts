/** The bytes of rows: keys and numbers of fixed size for each row, and 32-byte fields that few rows have. */
import { fault } from '../faults.ts';
import type { RowSharing } from './row-sharing.ts';
import { packedRows, rowsInBuffer } from './packed-bytes.ts';

export interface RowBytes {
  /** Byte arrays, at their places in each row. */
  readonly keys: Uint8Array;
  /** Numbers and flags, at their places in each row. */
  readonly numbers: Uint8Array;
  /** The fields that few rows have, 32 bytes each, in the order of the rows. */
  readonly rare: Uint8Array;
}

/** `keys`, `numbers`: bytes of a row. */
export interface RowFormat<P> {
  readonly keys: number;
  readonly numbers: number;
  /** False if the record does not fit; then what it wrote means nothing. */
  readonly write: (row: RowWriter, put: P) => boolean;
  readonly read: (row: RowReader, sharing: RowSharing) => P;
}

const RARE = 32;

export class RowWriter {
  readonly #format: { readonly keys: number; readonly numbers: number };
  readonly #keys: Uint8Array;
  readonly #numbers: DataView<ArrayBuffer>;
  readonly #rare: Uint8Array[] = [];
  #keysAt = 0;
  #numbersAt = 0;

  constructor(format: { readonly keys: number; readonly numbers: number }, count: number) {
    this.#format = format;
    this.#keys = new Uint8Array(count * format.keys);
    this.#numbers = new DataView(new ArrayBuffer(count * format.numbers));
  }
  begin(row: number): void {
    this.#keysAt = row * this.#format.keys;
    this.#numbersAt = row * this.#format.numbers;
  }
  key(at: number, bytes: Uint8Array): void {
    this.#keys.set(bytes, this.#keysAt + at);
  }
  u32(at: number, value: number): void {
    this.#numbers.setUint32(this.#numbersAt + at, value, true);
  }
  f64(at: number, value: number): void {
    this.#numbers.setFloat64(this.#numbersAt + at, value, true);
  }
  u64(at: number, value: bigint): void {
    this.#numbers.setBigUint64(this.#numbersAt + at, value, true);
  }
  rare(bytes: Uint8Array): void {
    this.#rare.push(bytes);
  }
  bytes(): RowBytes {
    const rare = new Uint8Array(RARE * this.#rare.length);
    for (const [i, bytes] of this.#rare.entries()) rare.set(bytes, RARE * i);
    return { keys: this.#keys, numbers: new Uint8Array(this.#numbers.buffer), rare };
  }
}

export class RowReader {
  readonly #keys: PackedRows;
  readonly #rare: PackedRows;
  readonly #numbers: DataView;
  readonly #size: number;
  #numbersAt = 0;
  #rareRow = 0;

  /** Fault file_damaged when the bytes do not fit `count` rows. */
  constructor(
    format: { readonly keys: number; readonly numbers: number },
    { keys, numbers, rare }: RowBytes,
    count: number,
  ) {
    if (keys.length !== count * format.keys || numbers.length !== count * format.numbers) throw damaged();
    this.#size = format.numbers;
    this.#keys = new PackedRows(keys, format.keys);
    this.#rare = new PackedRows(rare, RARE);
    this.#numbers = new DataView(numbers.buffer, numbers.byteOffset, numbers.length);
  }
  begin(row: number): void {
    this.#keys.begin(row);
    this.#numbersAt = row * this.#size;
  }
  key(at: number, length = 32): Uint8Array {
    return this.#keys.view(at, length);
  }
  u32(at: number): number {
    return this.#numbers.getUint32(this.#numbersAt + at, true);
  }
  f64(at: number): number {
    const value = this.#numbers.getFloat64(this.#numbersAt + at, true);
    // A small whole number as an integer, which takes no memory beside the field.
    return (value | 0) === value ? value | 0 : value;
  }
  u64(at: number): bigint {
    return this.#numbers.getBigUint64(this.#numbersAt + at, true);
  }
  rare(): Uint8Array {
    this.#rare.begin(this.#rareRow++);
    const bytes = this.#rare.view(0, RARE);
    if (bytes.length !== RARE) throw damaged();
    return bytes;
  }
}

/** Rows whose views are in packed buffers. To be read in ascending order. */
class PackedRows {
  readonly #bytes: Uint8Array;
  readonly #size: number;
  readonly #most: number;
  #copy: Uint8Array = new Uint8Array(0);
  /** The rows of the copy. */
  #first = 0;
  #end = 0;
  #at = 0;

  constructor(bytes: Uint8Array, size: number) {
    this.#bytes = bytes;
    this.#size = size;
    this.#most = rowsInBuffer(size);
  }
  begin(row: number): void {
    if (row >= this.#end) {
      this.#copy = packedRows(this.#bytes, row, this.#size);
      this.#first = row;
      this.#end = row + this.#most;
    }
    this.#at = (row - this.#first) * this.#size;
  }
  view(at: number, length: number): Uint8Array {
    const from = this.#at + at;
    return this.#copy.subarray(from, from + length);
  }
}

/** True for whole numbers of 32 bits. */
export function isU32(value: number): boolean {
  return value >>> 0 === value;
}
export function isU64(value: bigint): boolean {
  return value >= 0n && value <= 0xffff_ffff_ffff_ffffn;
}

const damaged = () => fault('file_damaged', { what: 'rows' });
