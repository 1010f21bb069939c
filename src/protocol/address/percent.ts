/**
 * Percent-encoding in payment URIs, byte by byte as in the reference: its safe characters differ from those of
 * `encodeURIComponent`, and a malformed escape is read literally.
 * Upstream: contrib/epee/src/abstract_http_client.cpp. Parity test: tests/parity/uri.test.ts
 */
import { utf8 } from '../../base/bytes.ts';

const SAFE = /[A-Za-z0-9'()*\-./=?_]/;

export function percentEncode(text: string): string {
  return Array.from(utf8(text), (byte) => {
    const char = String.fromCharCode(byte);
    return SAFE.test(char) ? char : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }).join('');
}

/** The decoded text; bytes that are not UTF-8 become U+FFFD. */
export function percentDecode(text: string): string {
  const bytes = utf8(text);
  const out: number[] = [];
  for (let i = 0; i < bytes.length; i++) {
    const escape = /^%([0-9a-fA-F]{2})$/.exec(String.fromCharCode(...bytes.subarray(i, i + 3)));
    if (escape) i += 2;
    out.push(escape ? Number.parseInt(escape[1]!, 16) : bytes[i]!);
  }
  return new TextDecoder().decode(Uint8Array.from(out));
}
