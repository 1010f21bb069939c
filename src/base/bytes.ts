/** Functions on bytes. They depend on no protocol and no platform. */

export function concat(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return concatAll(parts);
}

/** For lists that may be long: some engines throw a RangeError when a call has more than 65,536 arguments. */
export function concatAll(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/** A copy with the same type name, which `slice` would lose. */
export function copyBytes<T extends Uint8Array>(bytes: T): T {
  return bytes.slice() as T;
}

/** Compares public bytes. It stops at the first difference, so never use it for secrets. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** Negative, zero or positive, like memcmp; if one is a prefix of the other, the shorter comes first. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const n = Math.min(a.length, b.length);
  for (let i = 0; i < n; i++) if (a[i] !== b[i]) return a[i]! - b[i]!;
  return a.length - b.length;
}

export function xorBytes(a: Uint8Array, b: Uint8Array): Uint8Array {
  return a.map((byte, i) => byte ^ b[i]!);
}

/** UTF-8 bytes of a text. */
export function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** `text` in ASCII, padded with zeros to `size` bytes, as in the protocol's domain separators. */
export function padAscii(text: string, size: number): Uint8Array {
  const out = new Uint8Array(size);
  out.set(utf8(text));
  return out;
}

/** Reads a little-endian unsigned integer of 1 to 32 bytes. */
export function bytesToBigint(bytes: Uint8Array): bigint {
  let value = 0n;
  for (let i = bytes.length - 1; i >= 0; i--) value = (value << 8n) | BigInt(bytes[i]!);
  return value;
}

/** Writes `size` little-endian bytes; higher bits are dropped. */
export function bigintToBytes(value: bigint, size: number): Uint8Array {
  const out = new Uint8Array(size);
  let rest = value;
  for (let i = 0; i < size; i++) {
    out[i] = Number(rest & 0xffn);
    rest >>= 8n;
  }
  return out;
}

export function u32le(value: number): Uint8Array {
  return Uint8Array.of(value & 255, (value >>> 8) & 255, (value >>> 16) & 255, (value >>> 24) & 255);
}

export function u64le(value: bigint): Uint8Array {
  return bigintToBytes(value, 8);
}
