/**
 * Coders of the reference's binary archive. A coder reads and writes one format; coders are combined to larger ones.
 * Upstream: src/serialization/serialization.h, container.h, pair.h, tuple.h, string.h.
 *
 *   plain field      integers little-endian in their full width; keys and other blobs unchanged
 *   VARINT_FIELD     base 128
 *   in a container   integers wider than a byte are varints; also in pairs and tuples
 *   container        varint count, items
 *   pair, tuple      a byte with the number of parts, the parts
 */
import {
  asCommitment,
  asKeyImage,
  asPublicKey,
  asSecretKey,
  asTxId,
  type Commitment,
  type KeyImage,
  type PublicKey,
  type SecretKey,
  type TxId,
} from '../../base/brands.ts';
import { fault } from '../faults.ts';
import { Reader } from '../encoding/reader.ts';
import { Writer } from '../encoding/writer.ts';

export interface Coder<T> {
  /** Fewest bytes of a value. With it, a count is checked against the remaining bytes before memory is allocated. */
  readonly min: number;
  read(reader: Reader): T;
  write(writer: Writer, value: T): void;
}
export type Coded<C> = C extends Coder<infer T> ? T : never;

/** The reference takes a varint whose last bytes are missing at the end of the input. Upstream: src/common/varint.h. */
class ArchiveReader extends Reader {
  override varint(): bigint {
    const rest = this.bytes.subarray(this.at);
    if (rest.length === 0 || rest.length > 8 || rest.some((byte) => byte < 128)) return super.varint();
    this.skip(rest.length);
    return rest.reduceRight((value, byte) => (value << 7n) | BigInt(byte & 127), 0n);
  }
}

/** Decodes all bytes; none may be left. Faults truncated, trailing_bytes, bad_varint, list_too_long, bad_format. */
export function decode<T>(coder: Coder<T>, bytes: Uint8Array): T {
  const reader = new ArchiveReader(bytes);
  const value = coder.read(reader);
  reader.end();
  return value;
}

export function encode<T>(coder: Coder<T>, value: T): Uint8Array {
  const writer = new Writer();
  coder.write(writer, value);
  return writer.done();
}

const coder = <T>(
  min: number,
  read: (reader: Reader) => T,
  write: (writer: Writer, value: T) => void,
): Coder<T> => ({ min, read, write });

export const u8: Coder<number> = coder(
  1,
  (r) => r.u8(),
  (w, value) => w.u8(value),
);
/** Every byte but 0 is true, as upstream. */
export const bool: Coder<boolean> = coder(
  1,
  (r) => r.u8() !== 0,
  (w, value) => w.u8(value ? 1 : 0),
);
export const u32: Coder<number> = coder(
  4,
  (r) => r.u32(),
  (w, value) => w.u32(value),
);
export const u64: Coder<bigint> = coder(
  8,
  (r) => r.u64(),
  (w, value) => w.u64(value),
);
export const varint: Coder<bigint> = coder(
  1,
  (r) => r.varint(),
  (w, value) => w.varint(value),
);
/** An index or height as varint. */
export const index: Coder<number> = coder(
  1,
  (r) => r.safeVarint('index'),
  (w, value) => w.varint(value),
);
/** A varint of 32 bits. */
export const index32: Coder<number> = coder(
  1,
  (r) => r.count(0xffffffff),
  (w, value) => w.varint(value),
);
const key32 = <T extends Uint8Array>(name: (bytes: Uint8Array) => T): Coder<T> =>
  coder(
    32,
    (r) => name(r.key().slice()),
    (w, value) => w.key(value),
  );
/** 32 bytes, copied out of the input: a hash, a scalar, or a point that is none of the following. */
export const bytes32: Coder<Uint8Array> = key32((bytes) => bytes);
export const publicKey: Coder<PublicKey> = key32(asPublicKey);
export const secretKey: Coder<SecretKey> = key32(asSecretKey);
export const keyImage: Coder<KeyImage> = key32(asKeyImage);
export const commitment: Coder<Commitment> = key32(asCommitment);
export const txid: Coder<TxId> = key32(asTxId);
/** `size` bytes without a length. */
export function fixed(size: number): Coder<Uint8Array> {
  return coder(
    size,
    (r) => r.take(size).slice(),
    (w, value) => {
      if (value.length !== size) throw new Error(`a field of ${value.length} bytes instead of ${size}`);
      w.bytes(value);
    },
  );
}
/** A string, or a vector of bytes. */
export function blob(max: number): Coder<Uint8Array> {
  return coder(
    1,
    (r) => r.take(r.count(max)).slice(),
    (w, value) => w.varint(value.length).bytes(value),
  );
}
/** A string of any bytes, each a character from U+0000 to U+00FF. Nothing may be shown from it that was not checked. */
export function latin1(max: number): Coder<string> {
  return coder(
    1,
    (r) => r.take(r.count(max)).reduce((text, byte) => text + String.fromCharCode(byte), ''),
    (w, value) => w.varint(value.length).bytes(Uint8Array.from(value, (char) => char.charCodeAt(0))),
  );
}
/** A string of UTF-8. */
export function text(max: number): Coder<string> {
  return coder(
    1,
    (r) => new TextDecoder().decode(r.take(r.count(max))),
    (w, value) => {
      const bytes = new TextEncoder().encode(value);
      w.varint(bytes.length).bytes(bytes);
    },
  );
}

/** A counted container. Fault list_too_long above `max`. */
export function list<T>(item: Coder<T>, max: number): Coder<readonly T[]> {
  return coder<readonly T[]>(
    1,
    (r) => r.list(max, Math.max(1, item.min), (reader) => item.read(reader)),
    (w, values) => {
      w.list(values, (writer, value) => {
        item.write(writer, value);
      });
    },
  );
}

/** A pair: the byte 2, then both parts. */
export function pair<A, B>(first: Coder<A>, second: Coder<B>): Coder<readonly [A, B]> {
  return coder<readonly [A, B]>(
    1 + first.min + second.min,
    (r) => {
      expectParts(r, 2);
      return [first.read(r), second.read(r)];
    },
    (w, [a, b]) => {
      w.u8(2);
      first.write(w, a);
      second.write(w, b);
    },
  );
}

/** A tuple of three: the byte 3, then its parts. */
export function triple<A, B, C>(
  first: Coder<A>,
  second: Coder<B>,
  third: Coder<C>,
): Coder<readonly [A, B, C]> {
  return coder<readonly [A, B, C]>(
    1 + first.min + second.min + third.min,
    (r) => {
      expectParts(r, 3);
      return [first.read(r), second.read(r), third.read(r)];
    },
    (w, [a, b, c]) => {
      w.u8(3);
      first.write(w, a);
      second.write(w, b);
      third.write(w, c);
    },
  );
}

const expectParts = (reader: Reader, parts: number): void => {
  const count = reader.u8();
  if (count !== parts) throw fault('bad_format', { what: `tuple of ${count} parts instead of ${parts}` });
};

/** A map: a counted container of pairs, in any order. */
export function map<K, V>(name: Coder<K>, value: Coder<V>, max: number): Coder<readonly (readonly [K, V])[]> {
  return list(pair(name, value), max);
}

type Fields = Readonly<Record<string, Coder<never>>>;
type Struct<F> = { readonly [Name in keyof F]: Coded<F[Name]> };

/** Fields one after the other, in the order of the object's properties. */
export function struct<const F extends Readonly<Record<string, Coder<unknown>>>>(
  fields: F,
): Coder<Struct<F>> {
  const entries = Object.entries(fields as unknown as Fields);
  return coder<Struct<F>>(
    entries.reduce((sum, [, { min }]) => sum + min, 0),
    (r) => Object.fromEntries(entries.map(([name, each]) => [name, each.read(r)])) as unknown as Struct<F>,
    (w, value) => {
      for (const [name, each] of entries) each.write(w, value[name as keyof F] as never);
    },
  );
}

interface Versions<T> {
  /** Readers of earlier versions. */
  readonly old?: Readonly<Record<number, (reader: Reader) => T>>;
  /** Higher versions are read like the current one, as upstream does where it only compares with older ones. */
  readonly newer?: boolean;
}

/**
 * A version number, then the content. A version below the current one that `old` does not read is fault old_format
 * {what, version}, a higher one bad_format. Always writes the current version.
 */
export function versioned<T>(
  what: string,
  current: number,
  body: Coder<T>,
  { old = {}, newer = false }: Versions<T> = {},
): Coder<T> {
  return coder<T>(
    1,
    (r) => {
      const version = r.count(0xffffffff);
      if (version === current || (newer && version > current)) return body.read(r);
      const reader = old[version];
      if (reader) return reader(r);
      throw version < current
        ? fault('old_format', { what, version })
        : fault('bad_format', { what: `${what} of version ${version}` });
    },
    (w, value) => {
      w.varint(current);
      body.write(w, value);
    },
  );
}

/** Makes a coder that reads and writes the bytes of `inner` as another type of value. */
export function mapped<A, B>(inner: Coder<A>, read: (value: A) => B, write: (value: B) => A): Coder<B> {
  return coder<B>(
    inner.min,
    (r) => read(inner.read(r)),
    (w, value) => {
      inner.write(w, write(value));
    },
  );
}
