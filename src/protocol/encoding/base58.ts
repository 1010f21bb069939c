/**
 * Monero's base58: each block of 8 bytes becomes 11 characters, so the length of a text gives the number of bytes,
 * and the time is proportional to it. Upstream: src/common/base58.cpp. Vectors: featured_addresses.json;
 * tests/unit/protocol/encoding/base58.test.ts
 */
import { fault } from '../faults.ts';

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
/** The value of each character of the alphabet, by its code. */
const VALUES = Uint8Array.from({ length: 128 }, (_, code) => ALPHABET.indexOf(String.fromCharCode(code)));
const FULL_BYTES = 8;
const FULL_CHARS = 11;
/** Values of the last 6 characters of a block: the other 5 have 2^29, so that doubles hold both parts exactly. */
const LOW_CHARS = 6;
const LOW = 58 ** LOW_CHARS;
const LIMB = 2 ** 16;
const LOW_OF_LOW = LOW % LIMB;
const HIGH_OF_LOW = Math.floor(LOW / LIMB);
/** Number of characters for a block of 0 to 8 bytes. */
const CHARS_OF = [0, 2, 3, 5, 6, 7, 9, 10, 11];

/** True if the alphabet contains every character. */
export function isBase58Alphabet(text: string): boolean {
  return /^[1-9A-HJ-NP-Za-km-z]*$/.test(text);
}

export function encodeBase58(bytes: Uint8Array): string {
  const tail = bytes.length % FULL_BYTES;
  const fullBlocks = (bytes.length - tail) / FULL_BYTES;
  const codes = new Uint8Array(fullBlocks * FULL_CHARS + CHARS_OF[tail]!);
  for (let block = 0; block * FULL_CHARS < codes.length; block++) {
    const source = bytes.subarray(block * FULL_BYTES, (block + 1) * FULL_BYTES);
    encodeBlock(source, codes.subarray(block * FULL_CHARS, (block + 1) * FULL_CHARS));
  }
  return new TextDecoder().decode(codes);
}

/**
 * Decodes base58. Fault `bad_base58`: a character outside the alphabet, an impossible length, or a block whose number
 * is too large for its bytes (otherwise a value would have two texts).
 */
export function decodeBase58(text: string): Uint8Array {
  if (!isBase58Alphabet(text)) throw fault('bad_base58');
  const fullBlocks = Math.floor(text.length / FULL_CHARS);
  const tailBytes = CHARS_OF.indexOf(text.length % FULL_CHARS);
  if (tailBytes < 0) throw fault('bad_base58');
  const out = new Uint8Array(fullBlocks * FULL_BYTES + tailBytes);
  for (let block = 0; block * FULL_BYTES < out.length; block++) {
    const start = block * FULL_CHARS;
    const target = out.subarray(block * FULL_BYTES, (block + 1) * FULL_BYTES);
    decodeBlock(text, start, Math.min(start + FULL_CHARS, text.length), target);
  }
  return out;
}

/** Writes the codes of the characters of a big-endian number of at most 8 bytes. */
const encodeBlock = (block: Uint8Array, codes: Uint8Array): void => {
  // Long division by LOW, two bytes at a time; the first step takes what an odd length leaves.
  let high = 0;
  let low = 0;
  for (let i = block.length % 2 === 0 ? 0 : -1; i < block.length; i += 2) {
    low = low * LIMB + (block[i] ?? 0) * 256 + block[i + 1]!;
    const digit = Math.floor(low / LOW);
    high = high * LIMB + digit;
    low -= digit * LOW;
  }
  const lowest = Math.max(0, codes.length - LOW_CHARS);
  writeCodes(low, codes.subarray(lowest));
  writeCodes(high, codes.subarray(0, lowest));
};

const writeCodes = (value: number, codes: Uint8Array): void => {
  for (let i = codes.length - 1, rest = value; i >= 0; i--) {
    const left = Math.floor(rest / 58);
    codes[i] = ALPHABET.charCodeAt(rest - left * 58);
    rest = left;
  }
};

/** Writes the big-endian number of these characters of `text`. Faults bad_base58: it has more bytes than `target`. */
const decodeBlock = (text: string, start: number, end: number, target: Uint8Array): void => {
  const lowest = Math.max(start, end - LOW_CHARS);
  const high = valueOf(text, start, lowest);
  const low = high * LOW_OF_LOW + valueOf(text, lowest, end);
  let rest = high * HIGH_OF_LOW + Math.floor(low / LIMB);
  let two = low % LIMB;
  for (let i = target.length - 1; i >= 0; i--) {
    target[i] = two;
    if ((target.length - i) % 2 === 1) two >>= 8;
    else {
      two = rest % LIMB;
      rest = Math.floor(rest / LIMB);
    }
  }
  if (two > 0 || rest > 0) throw fault('bad_base58');
};

const valueOf = (text: string, start: number, end: number): number => {
  let value = 0;
  for (let i = start; i < end; i++) value = value * 58 + VALUES[text.charCodeAt(i)]!;
  return value;
};
