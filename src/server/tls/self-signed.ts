/**
 * A new key (P-256) and a certificate that it signs itself, as the reference makes one when the flags name none: the
 * connection is encrypted, and clients cannot know to whom. Node.js makes keys and no certificates, so the certificate is
 * written here, in DER (X.690, RFC 5280). Upstream: create_ec_ssl_certificate in contrib/epee/src/net_ssl.cpp.
 */
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** Key and certificate as PEM. */
export interface KeyAndCertificate {
  readonly key: string;
  readonly cert: string;
}

const ECDSA_SHA256 = '1.2.840.10045.4.3.2';
const COMMON_NAME = '2.5.4.3';
/** Half a year, as the reference's; each start makes another. */
const VALID_MS = 182 * 24 * 3600 * 1000;

export function selfSigned(now: Date): KeyAndCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(oid(ECDSA_SHA256));
  const name = sequence(set(sequence(oid(COMMON_NAME), der(0x0c, Buffer.from('Ostro wallet-rpc')))));
  const serial = randomBytes(16);
  // A positive number without a zero in front.
  serial[0] = (serial[0]! & 0x7f) | 0x40;
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, serial),
    algorithm,
    name,
    // Clocks differ.
    sequence(time(now.getTime() - 24 * 3600 * 1000), time(now.getTime() + VALID_MS)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = der(0x03, Buffer.concat([Buffer.from([0]), sign('sha256', body, privateKey)]));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: pem(sequence(body, algorithm, signature)),
  };
}

const der = (tag: number, content: Buffer): Buffer =>
  Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content]);
const lengthOf = (length: number): Buffer => {
  if (length < 0x80) return Buffer.from([length]);
  return length < 0x100 ? Buffer.from([0x81, length]) : Buffer.from([0x82, length >> 8, length & 255]);
};
const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, Buffer.concat(parts));
const set = (...parts: readonly Buffer[]): Buffer => der(0x31, Buffer.concat(parts));

/** UTCTime, which RFC 5280 wants before 2050. */
const time = (ms: number): Buffer => {
  const digits = new Date(ms).toISOString().replace(/[-:T]/g, '').slice(2, 14);
  return der(0x17, Buffer.from(`${digits}Z`));
};

const oid = (text: string): Buffer => {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number);
  return der(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
};
const base128 = (number: number): readonly number[] => {
  const bytes = [number & 0x7f];
  for (let left = number >> 7; left > 0; left >>= 7) bytes.unshift((left & 0x7f) | 0x80);
  return bytes;
};

const pem = (bytes: Buffer): string => {
  const lines = bytes.toString('base64').replace(/.{64}/g, '$&\n').trim();
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
};
