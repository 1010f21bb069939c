/** The text form in which monero-wallet-cli writes binary files after `set export-format ascii`, as OpenSSL's PEM_write makes it. */
import { utf8 } from '../../src/base/bytes.ts';

export function armoured(bytes: Uint8Array, lineEnd = '\n'): Uint8Array {
  const lines =
    Buffer.from(bytes)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  const label = 'MoneroAsciiDataV1-----';
  return utf8([`-----BEGIN ${label}`, ...lines, `-----END ${label}`, ''].join(lineEnd));
}
