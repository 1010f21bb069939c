/**
 * Monero's base58: each block of 8 bytes becomes 11 characters, so the length of a text gives the number of bytes,
 * and the time is proportional to it. Upstream: src/common/base58.cpp. Vectors: featured_addresses.json;
 * tests/unit/protocol/encoding/base58.test.ts
 */
import { fault } from '../faults.ts';

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const FULL_BYTES = 8;
const FULL_CHARS = 11;
/** Number of characters for a block of 0 to 8 bytes. */
const CHARS_OF = [0, 2, 3, 5, 6, 7, 9, 10, 11];

/** True if the alphabet contains every character. */
export function isBase58Alphabet(text: string): boolean {
  return /^[1-9A-HJ-NP-Za-km-z]*$/.test(text);
}

export function encodeBase58(bytes: Uint8Array): string {
  let out = '';
  for (let at = 0; at < bytes.length; at += FULL_BYTES)
    out += encodeBlock(bytes.subarray(at, at + FULL_BYTES));
  return out;
}

/**
 * Decodes base58. Fault `bad_base58`: a character outside the alphabet, an impossible length, or a block whose number
 * is too large for its bytes (otherwise a value would have two texts).
 */
export function decodeBase58(text: string): Uint8Array {
  if (!isBase58Alphabet(text)) throw fault('bad_base58');
  const digits = Array.from(text, (char) => ALPHABET.indexOf(char));
  const fullBlocks = Math.floor(digits.length / FULL_CHARS);
  const tailBytes = CHARS_OF.indexOf(digits.length % FULL_CHARS);
  if (tailBytes < 0) throw fault('bad_base58');
  const out = new Uint8Array(fullBlocks * FULL_BYTES + tailBytes);
  for (let block = 0; block * FULL_BYTES < out.length; block++) {
    const target = out.subarray(block * FULL_BYTES, (block + 1) * FULL_BYTES);
    decodeBlock(digits.slice(block * FULL_CHARS, (block + 1) * FULL_CHARS), target);
  }
  return out;
}

const encodeBlock = (block: Uint8Array): string => {
  let rest = 0n;
  for (const byte of block) rest = (rest << 8n) | BigInt(byte);
  let out = '';
  for (; rest > 0n; rest /= 58n) out = ALPHABET[Number(rest % 58n)]! + out;
  return out.padStart(CHARS_OF[block.length]!, ALPHABET[0]);
};

const decodeBlock = (digits: readonly number[], target: Uint8Array): void => {
  let rest = 0n;
  for (const digit of digits) rest = rest * 58n + BigInt(digit);
  for (let i = target.length - 1; i >= 0; i--, rest >>= 8n) target[i] = Number(rest & 0xffn);
  if (rest !== 0n) throw fault('bad_base58');
};
