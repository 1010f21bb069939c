/**
 * Copies short byte arrays into common buffers: an array with a buffer of its own takes hundreds of bytes, and a payment
 * has several. For public fields of many records only: who posts one to a worker posts the others of its buffer as well.
 */
import type { TableName } from './tables.ts';

/** Most outputs have no additional keys. */
const EMPTY: readonly never[] = Object.freeze([]);

const BUFFER_SIZE = 8192;
/** Longer arrays get a buffer of their own. */
const MAX_PACKED = 64;
/** No packed array begins a buffer, so one at offset 0 is known as not packed without asking for its buffer: see below. */
const FIRST = 8;

/** Buffers that hold packed arrays and nothing else. */
const packed = new WeakSet<ArrayBufferLike>();

const createBuffer = (size: number): ArrayBuffer => {
  const buffer = new ArrayBuffer(size);
  packed.add(buffer);
  return buffer;
};

export interface PackedBytes {
  /** The value with packed copies of all byte arrays in it. What is packed already stays the same. */
  readonly pack: <T>(value: T) => T;
}

export function createPackedBytes(): PackedBytes {
  let buffer = new ArrayBuffer(0);
  let used = 0;
  const packBytes = (bytes: Uint8Array): Uint8Array => {
    // V8 makes a buffer of a short array only when it is asked for, which takes longer than the copy.
    if (bytes.byteOffset !== 0 && packed.has(bytes.buffer)) return bytes;
    if (bytes.length > MAX_PACKED) return bytes.slice();
    if (bytes.length === PACKED_NO_PAYMENT_ID.length && bytes.every((byte) => byte === 0))
      return PACKED_NO_PAYMENT_ID;
    if (used + bytes.length > buffer.byteLength) {
      buffer = createBuffer(BUFFER_SIZE);
      used = FIRST;
    }
    const copy = new Uint8Array(buffer, used, bytes.length);
    copy.set(bytes);
    used += bytes.length;
    return copy;
  };
  return { pack: (value) => mapBytes(value, packBytes) };
}

/**
 * A packed copy for records that are to share it: each of them would get one of its own when it is applied.
 */
export function packedCopy(bytes: Uint8Array): Uint8Array {
  return shared.pack(bytes);
}

/** A packed copy of the rows that a buffer holds at most: from `row` on, `size` bytes each. */
export function packedRows(bytes: Uint8Array, row: number, size: number): Uint8Array {
  const rows = bytes.subarray(row * size, (row + rowsInBuffer(size)) * size);
  const copy = new Uint8Array(createBuffer(FIRST + rows.length), FIRST);
  copy.set(rows);
  return copy;
}
export function rowsInBuffer(size: number): number {
  return Math.floor((BUFFER_SIZE - FIRST) / size);
}

/** Most payments have this payment id, which means none: they share it. */
export const PACKED_NO_PAYMENT_ID: Uint8Array = new Uint8Array(createBuffer(FIRST + 8), FIRST);

const shared = createPackedBytes();

/** Records whose tables are long. */
export function isPacked(table: TableName): boolean {
  return table === 'outputs' || table === 'payments' || table === 'outgoing';
}

/** A copy of a record with each byte array replaced; the same record if none changes. */
export function mapBytes<T>(value: T, replace: (bytes: Uint8Array) => Uint8Array): T {
  const map = (each: unknown): unknown => {
    if (typeof each !== 'object' || each === null) return each;
    if (each instanceof Uint8Array) return replace(each);
    if (Array.isArray(each)) return mapList(each, map);
    let copy: Record<string, unknown> | undefined;
    for (const name in each) {
      const old = (each as Record<string, unknown>)[name];
      const next = map(old);
      if (next !== old) (copy ??= { ...each })[name] = next;
    }
    return copy ?? each;
  };
  return map(value) as T;
}

const mapList = (list: readonly unknown[], map: (each: unknown) => unknown): readonly unknown[] => {
  if (list.length === 0) return EMPTY;
  const copy = list.map(map);
  return copy.every((each, i) => each === list[i]) ? list : copy;
};
