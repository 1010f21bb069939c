/**
 * Copies short byte arrays into common buffers: an array with a buffer of its own takes hundreds of bytes, and a payment
 * has several. For public fields of many records only: who posts one to a worker posts the others of its buffer as well.
 */
import type { TableName } from './tables.ts';

const BUFFER_SIZE = 8192;
/** Longer arrays get a buffer of their own. */
const MAX_PACKED = 64;
/** No packed array begins a buffer, so one at offset 0 is known as not packed without asking for its buffer: see below. */
const FIRST = 8;

export interface PackedBytes {
  /** The value with packed copies of all byte arrays in it. What is packed already stays the same. */
  readonly pack: <T>(value: T) => T;
}

export function createPackedBytes(): PackedBytes {
  const buffers = new WeakSet<ArrayBufferLike>();
  let buffer = new ArrayBuffer(0);
  let used = 0;
  const packBytes = (bytes: Uint8Array): Uint8Array => {
    // V8 makes a buffer of a short array only when it is asked for, which takes longer than the copy.
    if (bytes.byteOffset !== 0 && buffers.has(bytes.buffer)) return bytes;
    if (bytes.length > MAX_PACKED) return bytes.slice();
    if (used + bytes.length > buffer.byteLength) {
      buffer = new ArrayBuffer(BUFFER_SIZE);
      buffers.add(buffer);
      used = FIRST;
    }
    const packed = new Uint8Array(buffer, used, bytes.length);
    packed.set(bytes);
    used += bytes.length;
    return packed;
  };
  return { pack: (value) => mapBytes(value, packBytes) };
}

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

/** Most outputs have no additional keys. */
const EMPTY: readonly never[] = Object.freeze([]);
