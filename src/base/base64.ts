/** Base64 (RFC 4648, section 4) and its form for addresses without padding (section 5). */
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Undefined unless the text is base64 with its padding. */
export function fromBase64(text: string): Uint8Array | undefined {
  const [, digits = '', padding = ''] = /^([A-Za-z0-9+/]*)(={0,2})$/.exec(text) ?? [];
  if (text.length % 4 !== 0 || digits.length + padding.length !== text.length) return undefined;
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
}

export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const bits = (bytes[i]! << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    for (const shift of [18, 12, 6, 0]) text += DIGITS[(bits >> shift) & 63]!;
  }
  const padding = (3 - (bytes.length % 3)) % 3;
  return text.slice(0, text.length - padding) + '='.repeat(padding);
}

/** Undefined unless the text is base64url without padding. */
export function fromBase64Url(text: string): Uint8Array | undefined {
  if (!/^[\w-]*$/.test(text)) return undefined;
  const digits = text.replaceAll('-', '+').replaceAll('_', '/');
  return fromBase64(digits + '='.repeat((4 - (digits.length % 4)) % 4));
}

export function toBase64Url(bytes: Uint8Array): string {
  return toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
