/**
 * Signed packages of Chromium's extensions (CRX3): a header with a key and a signature before the zip file, which stays as
 * it is. Source: components/crx_file/crx3.proto and crx_verifier.cc of Chromium.
 */
import { createHash, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';

const MAGIC = 'Cr24';
const VERSION = 3;
const CONTEXT = Buffer.from('CRX3 SignedData\0');
/** Numbers of fields in the header. */
const RSA_PROOF = 2;
const SIGNED_DATA = 10_000;

export interface Crx {
  /** The extension's id: 32 letters from a to p. */
  readonly id: string;
  readonly zip: Buffer;
}

/** `key`: an RSA key, which decides the extension's id. */
export function crxOf(zip: Buffer, key: KeyObject): Buffer {
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' });
  const signed = field(1, idOf(publicKey));
  const signature = sign('sha256', messageOf(signed, zip), key);
  const proof = Buffer.concat([field(1, publicKey), field(2, signature)]);
  const header = Buffer.concat([field(RSA_PROOF, proof), field(SIGNED_DATA, signed)]);
  return Buffer.concat([Buffer.from(MAGIC), u32(VERSION), u32(header.length), header, zip]);
}

/** True if the bytes begin as a package of version CRX3 does. */
export function isCrx(bytes: Buffer): boolean {
  return bytes.subarray(0, 4).toString('latin1') === MAGIC;
}

/** Reads a package. Throws if no RSA key in it that belongs to its id has signed it. */
export function readCrx(bytes: Buffer): Crx {
  if (!isCrx(bytes) || bytes.length < 12 || bytes.readUInt32LE(4) !== VERSION)
    throw new Error('This is no package of version CRX3.');
  const end = 12 + bytes.readUInt32LE(8);
  const header = fieldsOf(bytes.subarray(12, end));
  const zip = bytes.subarray(end);
  const [signed] = header.get(SIGNED_DATA) ?? [];
  const [id] = fieldsOf(signed ?? Buffer.alloc(0)).get(1) ?? [];
  if (signed === undefined || id === undefined) throw new Error('The package names no id.');
  const proven = (header.get(RSA_PROOF) ?? []).some((proof) => {
    const [key] = fieldsOf(proof).get(1) ?? [];
    const [signature] = fieldsOf(proof).get(2) ?? [];
    if (key === undefined || signature === undefined || !idOf(key).equals(id)) return false;
    const publicKey = createPublicKey({ key, format: 'der', type: 'spki' });
    return verify('sha256', messageOf(signed, zip), publicKey, signature);
  });
  if (!proven) throw new Error('The key of this id did not sign the package.');
  return { id: lettersOf(id), zip };
}

const idOf = (publicKey: Buffer): Buffer => createHash('sha256').update(publicKey).digest().subarray(0, 16);
const lettersOf = (id: Buffer): string =>
  id.toString('hex').replaceAll(/./g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 16)));
const messageOf = (signed: Buffer, zip: Buffer): Buffer =>
  Buffer.concat([CONTEXT, u32(signed.length), signed, zip]);

const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};
/** A field of bytes in Protocol Buffers. */
const field = (number: number, bytes: Buffer): Buffer =>
  Buffer.concat([varint(number * 8 + 2), varint(bytes.length), bytes]);
const varint = (value: number): Buffer => {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return Buffer.from([...bytes, rest]);
};
/** All fields of bytes, by number. Throws for fields of other types, which these messages do not have. */
const fieldsOf = (bytes: Buffer): ReadonlyMap<number, readonly Buffer[]> => {
  const fields = new Map<number, Buffer[]>();
  let at = 0;
  const number = (): number => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = bytes[at++];
      if (byte === undefined || scale > 2 ** 28) throw new Error('The header of the package is damaged.');
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  };
  while (at < bytes.length) {
    const tag = number();
    const length = number();
    if (tag % 8 !== 2 || at + length > bytes.length) throw new Error('The header of the package is damaged.');
    const name = Math.floor(tag / 8);
    fields.set(name, [...(fields.get(name) ?? []), bytes.subarray(at, at + length)]);
    at += length;
  }
  return fields;
};
