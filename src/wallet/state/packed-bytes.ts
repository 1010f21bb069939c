/**
 * Copies short byte arrays into common buffers: an array with a buffer of its own takes hundreds of bytes, and a payment
 * has several. For public fields of many records only: who posts one to a worker posts the others of its buffer as well.
 */
import type { TableName } from './tables.ts';

const BUFFER_SIZE = 8192;
/** Longer arrays get a buffer of their own. */
const MAX_PACKED = 64;

export interface PackedBytes {
  /** The value with packed copies of all byte arrays in it. What is packed already stays the same. */
  readonly pack: <T>(value: T) => T;
}

export function createPackedBytes(): PackedBytes {
  const buffers = new WeakSet<ArrayBufferLike>();
  let buffer = new ArrayBuffer(0);
  let used = 0;
  const packBytes = (bytes: Uint8Array): Uint8Array => {
    if (buffers.has(bytes.buffer)) return bytes;
    if (bytes.length > MAX_PACKED) return bytes.slice();
    if (used + bytes.length > buffer.byteLength) {
      buffer = new ArrayBuffer(BUFFER_SIZE);
      buffers.add(buffer);
      used = 0;
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

/** A copy of a record with each byte array replaced. */
export function mapBytes<T>(value: T, replace: (bytes: Uint8Array) => Uint8Array): T {
  const map = (each: unknown): unknown => {
    if (each instanceof Uint8Array) return replace(each);
    if (Array.isArray(each)) return each.length === 0 ? EMPTY : each.map(map);
    if (typeof each !== 'object' || each === null) return each;
    const copy: Record<string, unknown> = {};
    for (const name of Object.keys(each)) copy[name] = map((each as Record<string, unknown>)[name]);
    return copy;
  };
  return map(value) as T;
}

/** Most outputs have no additional keys. */
const EMPTY: readonly never[] = Object.freeze([]);
