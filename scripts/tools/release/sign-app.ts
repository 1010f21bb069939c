/**
 * Signs a built app: its manifest is signed by a release key, stands in the log of the release policy, and lies with its
 * proofs beside the files, where browsers with WEBCAT and later versions of the app find it.
 */
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fromHex, toHex } from '../../../src/base/hex.ts';
import { toBase64Url } from '../../../src/base/base64.ts';
import { utf8 } from '../../../src/base/bytes.ts';
import { canonicalJson, type CanonicalValue } from '../../../src/release/canonical-json.ts';
import { readBundle, readHistory } from '../../../src/release/files.ts';
import { policyKeyOf, type KeysEntry, type ReleaseKeys } from '../../../src/release/keys.ts';
import { compilePolicy, readPolicy } from '../../../src/release/policy.ts';
import { leafOf, readProof, writeProof, writeTreeHead } from '../../../src/release/proof.ts';
import { BUNDLE, HISTORY } from '../../../src/release/paths.ts';
import { checkRelease, type Bundle, type History, type Manifest } from '../../../src/release/release.ts';
import { projectRoot } from '../setup/setup.mjs';
import { createLogClient, type LogClient } from './log-client.ts';
import { hashOf, manifestOf } from './manifest.ts';

const ENROLLMENT = '.well-known/webcat/enrollment.json';
/** A manifest counts for a year: WEBCAT refuses older ones. */
const MAX_AGE_SECONDS = 365 * 86_400;

export interface AppToSign {
  /** The built app; the files of the proof are written into it. */
  readonly folder: string;
  readonly version: string;
  /** `release-keys.json`; the last entry signs. */
  readonly keys: readonly KeysEntry[];
  /** Ed25519 keys (PEM) of signers. */
  readonly pems: readonly string[];
  /** Folder of the release before; undefined for the first one. */
  readonly before?: string | undefined;
  readonly log?: LogClient;
}

/** The release keys of these sources, in order; none before the first signed release. */
export function releaseKeys(): readonly KeysEntry[] {
  return JSON.parse(readFileSync(join(projectRoot, 'release-keys.json'), 'utf8')) as readonly KeysEntry[];
}

/** Signs with each key and logs each signature. Another signer adds to what the folder has for the same files. */
export async function signApp({ folder, version, keys, pems, before, log }: AppToSign): Promise<Bundle> {
  const newest = keys.at(-1)?.keys;
  if (newest === undefined) throw new Error('release-keys.json names no keys.');
  const client = log ?? createLogClient(newest.policy);
  const files = manifestOf(folder, version);
  const started = existingBundle(folder);
  const manifest = sameFiles(started?.manifest, files)
    ? started!.manifest
    : { ...files, timestamp: writeTreeHead(await client.head()) };
  const signatures: Record<string, string> = manifest === started?.manifest ? { ...started.signatures } : {};
  for (const pem of pems) {
    const key = createPrivateKey(pem);
    const signer = signerOf(key);
    if (!newest.signers.includes(signer)) throw new Error(`${signer} is no release key.`);
    signatures[toBase64Url(fromHex(signer))] = writeProof(await client.add(messageOf(manifest), key, signer));
  }
  const bundle = { manifest, signatures };
  const history = await historyOf(bundle, keys, before, client);
  if (Object.keys(signatures).length >= newest.threshold) checkRelease(newest, bundle, history, undefined);
  const enrollment = enrollmentOf(newest);
  write(folder, ENROLLMENT, enrollment);
  write(folder, BUNDLE, { enrollment, ...bundle });
  write(folder, HISTORY, history);
  return bundle;
}

/** WEBCAT's enrolment of a site that serves releases of these keys. */
export function enrollmentOf({ signers, threshold, policy }: ReleaseKeys) {
  const logs = readPolicy(policy).logs;
  return {
    type: 'sigsum',
    signers: signers.map((signer) => toBase64Url(fromHex(signer))),
    threshold,
    policy: toBase64Url(compilePolicy(readPolicy(policy))),
    max_age: MAX_AGE_SECONDS,
    cas_url: '',
    logs: Object.fromEntries(logs.map(({ key, url }) => [toBase64Url(key), url ?? ''])),
  };
}
/** The hash of an enrolment that WEBCAT's list contains, hex. */
export function enrollmentHash(enrollment: CanonicalValue): string {
  return Buffer.from(hashOf(Buffer.from(canonicalJson(enrollment))), 'base64url').toString('hex');
}

export function signerOf(key: KeyObject): string {
  const der = createPublicKey(key).export({ format: 'der', type: 'spki' });
  // The last 32 bytes of an Ed25519 key in DER are the key itself.
  return toHex(der.subarray(-32));
}

const messageOf = (manifest: Manifest) => utf8(canonicalJson(manifest as unknown as CanonicalValue));

/** Where the releases before stand in the tree of this one. */
const historyOf = async (
  { manifest, signatures }: Bundle,
  keys: readonly KeysEntry[],
  before: string | undefined,
  client: LogClient,
): Promise<History> => {
  if (before === undefined) return { keys, earlier: [] };
  const bundle = readBundle(readFileSync(join(before, BUNDLE), 'utf8'));
  const history = readHistory(readFileSync(join(before, HISTORY), 'utf8'));
  const leaves = Object.entries(bundle.signatures).map(([signer, proof]) => ({
    version: bundle.manifest.version,
    leaf: leafIn(bundle.manifest, signer, proof),
  }));
  const [newest] = Object.values(signatures);
  if (newest === undefined) throw new Error(`Nobody has signed ${manifest.version}.`);
  const { head } = readProof(newest);
  const earlier = await Promise.all(
    [...leaves, ...history.earlier].map(async ({ version, leaf }) => {
      const { index, path } = await client.inclusion(leaf, head);
      return { version, leaf, index, path: path.map(toHex) };
    }),
  );
  return { keys, earlier };
};
const leafIn = (manifest: Manifest, signer: string, proof: string): string => {
  const { key } = policyKeyOf(toHex(Buffer.from(signer, 'base64url')));
  const hash = Buffer.from(hashOf(Buffer.from(messageOf(manifest))), 'base64url');
  return toHex(leafOf(hash, readProof(proof).signature, key));
};

const existingBundle = (folder: string): Bundle | undefined => {
  const path = join(folder, BUNDLE);
  return existsSync(path) ? readBundle(readFileSync(path, 'utf8')) : undefined;
};
const sameFiles = (a: Manifest | undefined, b: Manifest): boolean => {
  if (a === undefined) return false;
  const { timestamp: _, ...rest } = a;
  return canonicalJson(rest) === canonicalJson(b as unknown as CanonicalValue);
};
const write = (folder: string, path: string, content: unknown): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), `${JSON.stringify(content, undefined, 1)}\n`);
};
