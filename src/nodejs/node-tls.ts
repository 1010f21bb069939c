/**
 * The TLS settings of a node: reads their files, and judges the certificate that a node shows. As in the reference, a
 * certificate is right if the CA file accepts it or if its fingerprint is listed; its name and, by fingerprint, its dates do
 * not count. Upstream: ssl_options_t in contrib/epee/src/net_ssl.cpp.
 */
import { createHash, X509Certificate } from 'node:crypto';
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import {
  createSecureContext,
  type ConnectionOptions,
  type SecureContextOptions,
  type TLSSocket,
} from 'node:tls';
import { faultsOf } from '../base/fault.ts';
import { REFUSED_CERTIFICATE } from '../daemon/diagnose.ts';
import type { DaemonFaults } from '../ports/faults.ts';
import type { NodeTls } from '../ports/node-control.ts';

const fault = faultsOf<DaemonFaults>();

export interface TlsRules {
  /** For tls.connect. */
  readonly options: SecureContextOptions &
    Pick<ConnectionOptions, 'rejectUnauthorized' | 'checkServerIdentity'>;
  /** Digest of all files. */
  readonly digest: string;
  /** Why nothing may be sent over this connection, whose handshake is complete. */
  refusal(socket: TLSSocket): Error | undefined;
}

/** More than any list of certificates has, in bytes. */
const MAX_FILE = 4 << 20;

/** Fault bad_node_tls. */
export function readTls(tls: NodeTls): TlsRules {
  const { privateKeyFile, certificateFile, caFile, fingerprints, anyCertificate, chained } = tls;
  if ((privateKeyFile === '') !== (certificateFile === ''))
    throw fault('bad_node_tls', {
      parameter: privateKeyFile === '' ? 'ssl_private_key_path' : 'ssl_certificate_path',
      why: 'private key and certificate must be either both given or both empty',
    });
  const cert = readPart('ssl_certificate_path', certificateFile, (text) => ({ cert: text }));
  const key = readPart('ssl_private_key_path', privateKeyFile, (text) => ({ ...cert, key: text }));
  const ca = readPart('ssl_ca_file', caFile, (text) => ({ ca: text }));
  const own = { ...cert, ...key };
  const digest = sha256(JSON.stringify([own, ca]));
  if (anyCertificate)
    return { options: { ...own, rejectUnauthorized: false }, digest, refusal: () => undefined };
  // The certificates and the names that Node.js accepts.
  if (!ca && fingerprints.length === 0) return { options: own, digest, refusal: () => undefined };
  const authorities = ca ? certificatesIn(ca.ca) : [];
  return {
    options: { ...own, ...ca, rejectUnauthorized: false, checkServerIdentity: () => undefined },
    digest,
    refusal: (socket) => {
      const shown = socket.getPeerX509Certificate();
      if (!shown) return refused('no certificate was shown');
      if (ca && socket.authorized && (chained || isNear(shown, authorities))) return undefined;
      const fingerprint = sha256(shown.raw);
      if (fingerprints.includes(fingerprint)) return undefined;
      const list = [ca && 'accepted by the CA file', fingerprints.length > 0 && 'among the allowed ones'];
      return refused(
        `the certificate with the SHA-256 fingerprint ${fingerprint} is not ${list.filter(Boolean).join(' or ')}`,
      );
    },
  };
}

/** The certificate itself, or one that signed it without others between. */
const isNear = (shown: X509Certificate, authorities: readonly X509Certificate[]): boolean =>
  authorities.some(
    (each) => each.raw.equals(shown.raw) || (shown.checkIssued(each) && shown.verify(each.publicKey)),
  );

const sha256 = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const refused = (why: string): Error => Object.assign(new Error(why), { code: REFUSED_CERTIFICATE });

/** The options of a file, which must work in a TLS context. */
const readPart = <T extends ConnectionOptions>(
  parameter: string,
  file: string,
  optionsOf: (text: string) => T,
): T | undefined => {
  if (file === '') return undefined;
  try {
    const options = optionsOf(readBounded(file));
    createSecureContext(options);
    if (options.ca !== undefined && certificatesIn(options.ca as string).length === 0)
      throw new Error('the file contains no certificate');
    return options;
  } catch (error) {
    throw fault('bad_node_tls', { parameter, why: error instanceof Error ? error.message : String(error) });
  }
};

const readBounded = (file: string): string => {
  const handle = openSync(file, 'r');
  try {
    const stat = fstatSync(handle);
    if (!stat.isFile() || stat.size > MAX_FILE) throw new Error('this is no file of certificates');
    return readFileSync(handle, 'utf8');
  } finally {
    closeSync(handle);
  }
};

const certificatesIn = (text: string): readonly X509Certificate[] =>
  [...text.matchAll(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g)].map(
    ([pem]) => new X509Certificate(pem),
  );
