/**
 * WebCrypto as far as the store uses it, computed at once by node:crypto: the real one answers from threads, whose order
 * no seed decides. Keys and results are those of AES-256-GCM and SHA-256.
 */
import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
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

const seal = ({ iv, additionalData }: Gcm, { raw }: Key, plain: Uint8Array): ArrayBuffer => {
  const cipher = createCipheriv('aes-256-gcm', raw, iv);
  cipher.setAAD(additionalData);
  return own(Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]));
};
const decrypt = ({ iv, additionalData }: Gcm, { raw }: Key, sealed: Uint8Array): ArrayBuffer => {
  const decipher = createDecipheriv('aes-256-gcm', raw, iv);
  decipher.setAAD(additionalData);
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG));
  try {
    return own(Buffer.concat([decipher.update(sealed.subarray(0, sealed.length - TAG)), decipher.final()]));
  } catch {
    throw new DOMException('The bytes were changed', 'OperationError');
  }
};
