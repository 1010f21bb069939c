/**
 * Reads from bytes with bounds checks: every read checks what is left before it reads or allocates anything.
 * Upstream: src/serialization/binary_archive.h.
 */
import { fault } from '../faults.ts';

export class Reader {
  readonly bytes: Uint8Array;
  #at: number;
  readonly #end: number;

  constructor(bytes: Uint8Array, at = 0, end = bytes.length) {
    this.bytes = bytes;
    this.#at = at;
    this.#end = end;
  }

  get at(): number {
    return this.#at;
  }
  get left(): number {
    return this.#end - this.#at;
  }

  u8(): number {
    this.#need(1);
    return this.bytes[this.#at++]!;
  }
  /** The next byte, without moving the position. */
  peek(): number {
    this.#need(1);
    return this.bytes[this.#at]!;
  }
  u32(): number {
    this.#need(4);
    const { bytes } = this;
    const at = this.#at;
    this.#at += 4;
    return (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)) >>> 0;
  }
  u64(): bigint {
    const low = this.u32();
    return BigInt(low) | (BigInt(this.u32()) << 32n);
  }
  /** A view of the next `n` bytes. */
  take(n: number): Uint8Array {
    this.#need(n);
    const view = this.bytes.subarray(this.#at, this.#at + n);
    this.#at += n;
    return view;
  }
  skip(n: number): void {
    this.#need(n);
    this.#at += n;
  }
  /** Little-endian base 128, at most 64 bits, without zero padding. Upstream: src/common/varint.h. */
  varint(): bigint {
    const start = this.#at;
    let low = 0; // bits 0-27
    let shift = 0;
    for (; shift < 28; shift += 7) {
      const byte = this.u8();
      low |= (byte & 127) << shift;
      if (byte < 128) {
        if (byte === 0 && shift > 0) throw fault('bad_varint', { at: start });
        return BigInt(low);
      }
    }
    let value = BigInt(low);
    for (; shift < 64; shift += 7) {
      const byte = this.u8();
      if (shift === 63 && byte > 1) throw fault('bad_varint', { at: start });
      value |= BigInt(byte & 127) << BigInt(shift);
      if (byte < 128) {
        if (byte === 0) throw fault('bad_varint', { at: start });
        return value;
      }
    }
    throw fault('bad_varint', { at: start });
  }
  /** Skips a varint, with the same checks as `varint`. */
  skipVarint(): void {
    const start = this.#at;
    for (let shift = 0; shift < 64; shift += 7) {
      const byte = this.u8();
      if (shift === 63 && byte > 1) break;
      if (byte >= 128) continue;
      if (byte === 0 && shift > 0) break;
      return;
    }
    throw fault('bad_varint', { at: start });
  }
  /** A varint as a number; faster than `varint` when short. Fault `list_too_long` above `max`. */
  count(max: number): number {
    const first = this.peek();
    if (first < 128 && first <= max) {
      this.#at++;
      return first;
    }
    const n = this.varint();
    if (n > BigInt(max)) throw fault('list_too_long', { n: Number(n), max });
    return Number(n);
  }
  /** A height or time. Fault `bad_format` above 2^53 - 1, which no chain reaches. */
  safeVarint(what: string): number {
    const n = this.varint();
    if (n > BigInt(Number.MAX_SAFE_INTEGER)) throw fault('bad_format', { what });
    return Number(n);
  }
  /** A key, hash or scalar: a view of 32 bytes. */
  key(): Uint8Array {
    return this.take(32);
  }
  /** `n` keys without a count before them; first checks that the input is long enough. */
  keys(n: number): Uint8Array[] {
    this.#need(n * 32);
    const keys: Uint8Array[] = [];
    for (let i = 0; i < n; i++) keys.push(this.take(32));
    return keys;
  }
  /** A list's count, checked against `max` and the bytes left (at least `minSize` each) before memory is allocated. */
  listSize(max: number, minSize: number): number {
    const n = this.count(max);
    if (n * minSize > this.left) throw fault('truncated', { at: this.#at, wanted: n * minSize });
    return n;
  }
  /** A list with its count, which is checked as in `listSize`. */
  list<T>(max: number, minSize: number, item: (reader: this) => T): T[] {
    const n = this.listSize(max, minSize);
    const items: T[] = [];
    for (let i = 0; i < n; i++) items.push(item(this));
    return items;
  }
  /** Fault `trailing_bytes` unless everything was read. */
  end(): void {
    if (this.left !== 0) throw fault('trailing_bytes', { left: this.left });
  }

  #need(n: number): void {
    if (n > this.#end - this.#at) throw fault('truncated', { at: this.#at, wanted: n });
  }
}
