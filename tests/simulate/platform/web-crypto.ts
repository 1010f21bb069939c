/**
 * WebCrypto as far as the store uses it, computed at once: the real one answers from threads, whose order no seed decides.
 * SHA-256 is the real one. The cipher has the form of AES-256-GCM (another key, nonce, additional data or byte is refused) and
 * costs a tenth of it: nobody attacks it in a simulated run.
 */
import { createHash } from 'node:crypto';
import type { Dice } from '../dice.ts';

interface Key {
  readonly raw: Uint8Array;
  readonly extractable: boolean;
}
interface Gcm {
  readonly iv: Uint8Array;
  readonly additionalData: Uint8Array;
}
const TAG = 16;

/** `onSealed` hears of each encryption, by its key and nonce. */
export function simulatedCrypto(
  dice: Dice,
  onSealed: (key: Uint8Array, nonce: Uint8Array) => void,
): Readonly<Record<string, unknown>> {
  const encrypt = (gcm: Gcm, key: Key, plain: Uint8Array): ArrayBuffer => {
    onSealed(key.raw, gcm.iv);
    return seal(gcm, key, plain);
  };
  return {
    getRandomValues: (bytes: Uint8Array) => {
      bytes.set(dice.bytes(bytes.length));
      return bytes;
    },
    subtle: {
      digest: (_name: string, bytes: Uint8Array) => done(() => sha256(bytes)),
      generateKey: (_algorithm: unknown, extractable: boolean) =>
        done((): Key => ({ raw: dice.bytes(32), extractable })),
      importKey: (_format: string, raw: Uint8Array, _algorithm: unknown, extractable: boolean) =>
        done((): Key => ({ raw: new Uint8Array(raw), extractable })),
      encrypt: (gcm: Gcm, key: Key, plain: Uint8Array) => done(() => encrypt(gcm, key, plain)),
      decrypt: (gcm: Gcm, key: Key, sealed: Uint8Array) => done(() => decrypt(gcm, key, sealed)),
      wrapKey: (_format: string, key: Key, wrapping: Key, gcm: Gcm) =>
        done(() => {
          if (!key.extractable) throw new DOMException('The key is not extractable', 'InvalidAccessError');
          return encrypt(gcm, wrapping, key.raw);
        }),
      unwrapKey: (
        ...[, wrapped, wrapping, gcm, , extractable]: readonly [
          string,
          Uint8Array,
          Key,
          Gcm,
          unknown,
          boolean,
          unknown,
        ]
      ) => done((): Key => ({ raw: new Uint8Array(decrypt(gcm, wrapping, wrapped)), extractable })),
    },
  };
}

const done = <T>(compute: () => T): Promise<T> => new Promise((resolve) => resolve(compute()));
const own = (bytes: Buffer): ArrayBuffer => new Uint8Array(bytes).buffer;
const sha256 = (bytes: Uint8Array): ArrayBuffer => own(createHash('sha256').update(bytes).digest());

const seal = (gcm: Gcm, key: Key, plain: Uint8Array): ArrayBuffer => {
  const sealed = new Uint8Array(plain.length + TAG);
  sealed.set(plain);
  mask(gcm, key, sealed);
  sealed.set(tagOf(gcm, key, sealed.subarray(0, plain.length)), plain.length);
  return sealed.buffer;
};
const decrypt = (gcm: Gcm, key: Key, sealed: Uint8Array): ArrayBuffer => {
  const plain = new Uint8Array(sealed.subarray(0, Math.max(0, sealed.length - TAG)));
  const tag = tagOf(gcm, key, plain);
  if (sealed.length < TAG || tag.some((byte, i) => byte !== sealed[plain.length + i]))
    throw new DOMException('The bytes were changed', 'OperationError');
  mask(gcm, key, plain);
  return plain.buffer;
};

/** Adds the key stream of a key and nonce to the bytes, or takes it away. */
const mask = ({ iv }: Gcm, { raw }: Key, bytes: Uint8Array): void => {
  const state = mixed([raw, iv], 1);
  let word = 0;
  for (let i = 0; i < bytes.length; i++) {
    if (i % 4 === 0) {
      state[0] = (state[0]! + 0x9e3779b9) | 0;
      word = scrambled(state[0] ^ state[(i >> 2) % 4]!);
    }
    bytes[i] = bytes[i]! ^ (word >>> (8 * (i % 4)));
  }
};
const tagOf = ({ iv, additionalData }: Gcm, { raw }: Key, bytes: Uint8Array): Uint8Array =>
  new Uint8Array(mixed([raw, iv, additionalData, bytes], 2).buffer);

/** 128 bits of all these bytes and their lengths: four sums that each byte changes. */
const mixed = (texts: readonly Uint8Array[], purpose: number): Int32Array => {
  let [a, b, c, d] = [purpose, 0x243f6a88, 0x85a308d3 | 0, 0x13198a2e];
  for (const text of texts) {
    for (let i = 0; i < text.length; i++) {
      const byte = text[i]!;
      a = Math.imul(a ^ byte, 0x01000193);
      b = Math.imul(b + byte, 0x85ebca6b) ^ (a >>> 15);
      c = Math.imul(c ^ (byte + i), 0xc2b2ae35) + (b >>> 13);
      d = Math.imul(d + (byte ^ i), 0x27d4eb2f) ^ (c >>> 16);
    }
    a = scrambled(a ^ text.length);
  }
  return Int32Array.of(scrambled(a ^ d), scrambled(b + a), scrambled(c ^ b), scrambled(d + c));
};
/** The last steps of MurmurHash3: each bit changes all others. */
const scrambled = (word: number): number => {
  let x = word ^ (word >>> 16);
  x = Math.imul(x, 0x85ebca6b);
  x ^= x >>> 13;
  x = Math.imul(x, 0xc2b2ae35);
  return x ^ (x >>> 16);
};
