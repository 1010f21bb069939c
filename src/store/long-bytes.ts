/**
 * Joins, hashes and encrypts the bytes of a file. WebCrypto takes long ones in one piece, which it copies before it returns: in
 * Node that holds the thread of many wallets for 90 ms (40 MB). A program can set functions that do it in turns.
 */
import { concat, concatAll } from '../base/bytes.ts';
import { NONCE_SIZE } from './header.ts';

export interface LongBytes {
  /** All parts in one array. */
  join(parts: readonly Uint8Array[]): Promise<Uint8Array>;
  /** SHA-256. */
  sha256(bytes: Uint8Array): Promise<Uint8Array>;
  /** AES-256-GCM. Returns nonce || cipher text || tag. */
  encrypt(key: CryptoKey, box: GcmBox, plain: Uint8Array): Promise<Uint8Array>;
  /**
   * `sealed`: nonce || cipher text || tag. Undefined: it was not encrypted with this key and additional data.
   */
  decrypt(key: CryptoKey, data: Uint8Array, sealed: Uint8Array): Promise<Uint8Array | undefined>;
}
export interface GcmBox {
  readonly nonce: Uint8Array;
  /** The additional data. */
  readonly data: Uint8Array;
}

/** Shorter ones are done at once. */
const LONG = 1 << 20;

export const webCrypto: LongBytes = {
  join: (parts) => Promise.resolve(concatAll(parts)),
  sha256: async (bytes) => new Uint8Array(await crypto.subtle.digest('SHA-256', own(bytes))),
  encrypt: async (key, { nonce, data }, plain) =>
    concat(nonce, new Uint8Array(await crypto.subtle.encrypt(gcm(nonce, data), key, own(plain)))),
  decrypt: async (key, data, sealed) => {
    const parameters = gcm(sealed.subarray(0, NONCE_SIZE), data);
    try {
      return new Uint8Array(await crypto.subtle.decrypt(parameters, key, own(sealed.subarray(NONCE_SIZE))));
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return undefined;
    }
  },
};

let inTurns: LongBytes | undefined;
/** Sets the functions for long bytes. */
export function setLongBytes(functions: LongBytes): void {
  inTurns = functions;
}

/** The functions for so many bytes. */
export function forLength(length: number): LongBytes {
  return length >= LONG && inTurns ? inTurns : webCrypto;
}

export function gcm(nonce: Uint8Array, additionalData: Uint8Array): AesGcmParams {
  return { name: 'AES-GCM', iv: own(nonce), additionalData: own(additionalData) };
}

/** True if WebCrypto reports that the authentication tag is wrong. */
export function isRefusal(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'OperationError';
}

/** WebCrypto's types require an ArrayBuffer; no buffer here is shared memory. */
export function own(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return bytes as Uint8Array<ArrayBuffer>;
}
