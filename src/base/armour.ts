/**
 * The text form in which monero-wallet-cli writes binary files when it is told to (`set export-format ascii`): base64
 * between two lines of dashes. Every reader of the reference's files accepts it in place of the bytes.
 * Upstream: `save_to_file`, `load_from_file` (src/wallet/wallet2.cpp), which write and read PEM.
 */
const LABEL = 'MoneroAsciiDataV1';
const BEGIN = `-----BEGIN ${LABEL}-----`;
const END = `-----END ${LABEL}-----`;
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The bytes inside the text form; any other bytes, and a damaged text form, unchanged. */
export function withoutArmour(bytes: Uint8Array): Uint8Array {
  // White space may precede it; other files differ in their first bytes.
  if (!new TextDecoder().decode(bytes.subarray(0, 256)).trimStart().startsWith(BEGIN)) return bytes;
  const text = new TextDecoder().decode(bytes).trim();
  if (!text.endsWith(END)) return bytes;
  return readBase64(text.slice(BEGIN.length, -END.length).replace(/\s+/g, '')) ?? bytes;
}

/** Undefined unless it is base64 with its padding. */
const readBase64 = (text: string): Uint8Array | undefined => {
  const [, digits = '', padding = ''] = /^([A-Za-z0-9+/]*)(={0,2})$/.exec(text) ?? [];
  if (text === '' || text.length % 4 !== 0 || digits.length + padding.length !== text.length)
    return undefined;
  const bytes = new Uint8Array(Math.floor((digits.length * 3) / 4));
  let bits = 0;
  let count = 0;
  let at = 0;
  for (const digit of digits) {
    bits = ((bits << 6) | DIGITS.indexOf(digit)) & 0xffff;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes[at++] = (bits >> count) & 0xff;
  }
  return bytes;
};
