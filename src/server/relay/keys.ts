/** The login and the certificate of a relay: made at its first start and kept, so that paired devices go on. */
import { createHash, randomBytes, X509Certificate } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readTls } from '../../nodejs/node-tls.ts';
import { parseJson } from '../json.mjs';
import { selfSigned } from '../tls/self-signed.ts';
import type { RpcTls } from '../tls/rpc-tls.ts';
import { FlagError } from '../flags/flag-error.ts';

export interface RelayLogin {
  readonly username: string;
  readonly password: string;
}

const DAY_MS = 24 * 3600 * 1000;
/** A new certificate is made so long before the old one ends: devices see its fingerprint change. */
const EARLY_MS = 7 * DAY_MS;
const SECRET_BYTES = 18;
/** Only the owner of the folder may read them. */
const PRIVATE = { mode: 0o600 };

/** Makes the folder, if it is missing. */
export function relayLogin(folder: string): RelayLogin {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, 'login.json');
  if (!existsSync(path)) {
    const made = { username: 'ostro', password: randomBytes(SECRET_BYTES).toString('base64url') };
    writeFileSync(path, JSON.stringify(made), PRIVATE);
  }
  const { username, password } = parseJson(readFileSync(path, 'utf8')) as Partial<RelayLogin>;
  if (!username || !password) throw new FlagError(`${path} has no username and password`);
  return { username, password };
}

/** `files`: of the person's own certificate. The fingerprint is empty then: browsers know who signed it. */
export function relayTls(
  folder: string,
  now: Date,
  files?: { readonly certificate: string; readonly privateKey: string },
): { readonly tls: RpcTls; readonly fingerprint: string } {
  const own = files ?? keptCertificate(folder, now);
  const rules = readTls({
    ...{ certificateFile: own.certificate, privateKeyFile: own.privateKey, caFile: '' },
    ...{ fingerprints: [], anyCertificate: false, chained: false },
  });
  const tls: RpcTls = { mode: 'autodetect', rules, clients: false };
  return { tls, fingerprint: files ? '' : fingerprintOf(own.certificate) };
}

const keptCertificate = (folder: string, now: Date) => {
  const [certificate, privateKey] = [join(folder, 'certificate.pem'), join(folder, 'private-key.pem')];
  const isGood =
    existsSync(certificate) &&
    existsSync(privateKey) &&
    Date.parse(new X509Certificate(readFileSync(certificate)).validTo) - EARLY_MS > now.getTime();
  if (!isGood) {
    const { key, cert } = selfSigned(now);
    writeFileSync(privateKey, key, PRIVATE);
    writeFileSync(certificate, cert);
  }
  return { certificate, privateKey };
};

const fingerprintOf = (path: string): string =>
  createHash('sha256')
    .update(new X509Certificate(readFileSync(path)).raw)
    .digest('hex');
