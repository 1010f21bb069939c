/**
 * Bytewords in their minimal form: each byte is the first and the last letter of its word, and a CRC-32 follows.
 * Specification: BCR-2020-012 (Blockchain Commons).
 */
import { crc32 } from '../../base/crc32.ts';
import { concat, equalBytes } from '../../base/bytes.ts';

/** Two letters for each byte. */
const PAIRS =
  'aeadaoaxaaahamatayasbkbdbnbtbabsbebybgbwbbbzcmchcscfcycwcecackctcxclcpcndkdadsdidedtdrdndwdpdmdldyeheyeoeeecenem' +
  'etesftfrfnfsfmfhfzfpfwfxfyfefgflfdgagegrgsgtglgwgdgygmgughgohfhghdhkhthphhhlhyhehnhsidiaieihiyioisinimjejzjnjtjl' +
  'jojsjpjkjykpkoktkskkknkgkekikblblalylflslrlplnltloldlelulklgmnmymhmemomumwmdmtmsmknlnyndnsntnnnenboyoeotoxonolos' +
  'pdptpkpypspmplpepfpaprqdqzrerprlrorhrdrkrfryrnrsrtsesasrssskswstspsosgsbsfsntotktitttdtetytltbtstptatnuyuoutueur' +
  'vtvyvovlvevwvavdvswlwdwmwpwewywswtwnwzwfwkykynylyaytzszoztzczezm';
const BYTES = new Map(Array.from({ length: 256 }, (_, byte) => [PAIRS.slice(2 * byte, 2 * byte + 2), byte]));

const checksum = (bytes: Uint8Array): Uint8Array => {
  const sum = new Uint8Array(4);
  new DataView(sum.buffer).setUint32(0, crc32(bytes));
  return sum;
};

/** In small letters. */
export function writeBytewords(bytes: Uint8Array): string {
  const all = concat(bytes, checksum(bytes));
  return Array.from(all, (byte) => PAIRS.slice(2 * byte, 2 * byte + 2)).join('');
}

/** Reads letters of either case; undefined for other letters and for a wrong checksum. */
export function readBytewords(text: string): Uint8Array | undefined {
  if (text.length < 8 || text.length % 2 !== 0) return undefined;
  const all = new Uint8Array(text.length / 2);
  const letters = text.toLowerCase();
  for (let i = 0; i < all.length; i++) {
    const byte = BYTES.get(letters.slice(2 * i, 2 * i + 2));
    if (byte === undefined) return undefined;
    all[i] = byte;
  }
  const bytes = all.slice(0, -4);
  return equalBytes(all.subarray(-4), checksum(bytes)) ? bytes : undefined;
}
