/**
 * The text form in which monero-wallet-cli writes binary files when it is told to (`set export-format ascii`): base64
 * between two lines of dashes. Every reader of the reference's files accepts it in place of the bytes.
 * Upstream: `save_to_file`, `load_from_file` (src/wallet/wallet2.cpp), which write and read PEM.
 */
import { fromBase64 } from './base64.ts';

const LABEL = 'MoneroAsciiDataV1';
const BEGIN = `-----BEGIN ${LABEL}-----`;
const END = `-----END ${LABEL}-----`;

/** The bytes inside the text form; any other bytes, and a damaged text form, unchanged. */
export function withoutArmour(bytes: Uint8Array): Uint8Array {
  // White space may precede it; other files differ in their first bytes.
  if (!new TextDecoder().decode(bytes.subarray(0, 256)).trimStart().startsWith(BEGIN)) return bytes;
  const text = new TextDecoder().decode(bytes).trim();
  if (!text.endsWith(END)) return bytes;
  const digits = text.slice(BEGIN.length, -END.length).replace(/\s+/g, '');
  return (digits === '' ? undefined : fromBase64(digits)) ?? bytes;
}
