/** Copies, SHA-256 and AES-256-GCM of long bytes in pieces of a millisecond, between which other wallets have their turn. */
import { createCipheriv, createDecipheriv, createHash, KeyObject } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { NONCE_SIZE, TAG_SIZE } from '../store/header.ts';
import type { LongBytes } from '../store/long-bytes.ts';

const CIPHER = 'aes-256-gcm';
const PIECE = 1 << 20;

export const longBytes: LongBytes = {
  join: async (parts) => {
    const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const part of parts) {
      for (const [from, to] of pieces(part.length)) {
        all.set(part.subarray(from, to), at + from);
        if (to < part.length) await nextTurn();
      }
      at += part.length;
    }
    return all;
  },
  sha256: async (bytes) => {
    const hash = createHash('sha256');
    for (const [from, to] of pieces(bytes.length)) {
      hash.update(bytes.subarray(from, to));
      await nextTurn();
    }
    return new Uint8Array(hash.digest());
  },
  encrypt: async (key, { nonce, data }, plain) => {
    const cipher = createCipheriv(CIPHER, keyOf(key), nonce, { authTagLength: TAG_SIZE }).setAAD(data);
    const sealed = new Uint8Array(NONCE_SIZE + plain.length + TAG_SIZE);
    sealed.set(nonce);
    for (const [from, to] of pieces(plain.length)) {
      sealed.set(cipher.update(plain.subarray(from, to)), NONCE_SIZE + from);
      await nextTurn();
    }
    cipher.final();
    sealed.set(cipher.getAuthTag(), NONCE_SIZE + plain.length);
    return sealed;
  },
  decrypt: async (key, data, sealed) => {
    const nonce = sealed.subarray(0, NONCE_SIZE);
    const text = sealed.subarray(NONCE_SIZE, -TAG_SIZE);
    const cipher = createDecipheriv(CIPHER, keyOf(key), nonce, { authTagLength: TAG_SIZE })
      .setAAD(data)
      .setAuthTag(sealed.subarray(-TAG_SIZE));
    const plain = new Uint8Array(text.length);
    for (const [from, to] of pieces(text.length)) {
      plain.set(cipher.update(text.subarray(from, to)), from);
      await nextTurn();
    }
    try {
      cipher.final();
    } catch {
      // The tag is wrong: the decrypted bytes may be forged, so no caller gets them.
      plain.fill(0);
      return undefined;
    }
    return plain;
  },
};

/** The key in the form that Node's own functions take. It stays in native memory. */
const keyOf = (key: CryptoKey): KeyObject => KeyObject.from(key);

function* pieces(length: number): Generator<readonly [from: number, to: number]> {
  for (let from = 0; from < length; from += PIECE) yield [from, Math.min(length, from + PIECE)];
}
