/**
 * Checks that the files of a release are signed by the release keys, stand in the log, and follow what this device accepted
 * before. Works offline: the proofs lie beside the files.
 */
import { fromBase64Url } from '../base/base64.ts';
import { utf8 } from '../base/bytes.ts';
import { fromHex, toHex } from '../base/hex.ts';
import { canonicalJson, type CanonicalValue } from './canonical-json.ts';
import { fault } from './faults.ts';
import { newestKeys, policyKeyOf, type KeysEntry, type ReleaseKeys } from './keys.ts';
import { readPolicy, type Policy } from './policy.ts';
import { checkProof, includes, readProof, type Logged } from './proof.ts';

/** The manifest in WEBCAT's form. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly default_csp: string;
  readonly extra_csp: Readonly<Record<string, string>>;
  readonly default_index: string;
  readonly default_fallback: string;
  /** A tree head of the log, which proves that the manifest is not older than it. */
  readonly timestamp?: string;
  /** SHA-256 (base64url) by path from the root of the site. */
  readonly files: Readonly<Record<string, string>>;
  /** SHA-256 (base64url) of each WebAssembly module. */
  readonly wasm: readonly string[];
}
export interface Bundle {
  readonly manifest: Manifest;
  /** Proofs (proof.ts) by signer (base64url). */
  readonly signatures: Readonly<Record<string, string>>;
}
/** The release keys in order, and the releases before this one as they stand in its tree. */
export interface History {
  readonly keys: readonly KeysEntry[];
  readonly earlier: readonly {
    readonly version: string;
    /** Hash of a leaf, hex. */
    readonly leaf: string;
    readonly index: number;
    /** Hex. */
    readonly path: readonly string[];
  }[];
}
/** The newest release that this device accepted. */
export interface Accepted {
  readonly version: string;
  /** Hashes of its leaves, hex; none if the browser verified it without showing proofs. */
  readonly leaves: readonly string[];
}

/**
 * Throws `release_malformed`, `release_keys`, `release_unlogged`, `release_older` or `release_forked`.
 * `keys`: those of the build that checks.
 */
export function checkRelease(
  keys: ReleaseKeys,
  bundle: Bundle,
  history: History,
  accepted: Accepted | undefined,
): Accepted {
  const newest = newestKeys(keys, history.keys);
  const logged = signaturesOf(bundle, newest, readPolicy(newest.policy));
  const leaves = logged.map(({ leaf }) => toHex(leaf));
  const release = { version: bundle.manifest.version, leaves };
  // This release was accepted before.
  if (accepted === undefined || accepted.leaves.some((leaf) => leaves.includes(leaf))) return release;
  if (accepted.leaves.length === 0) acceptVerified(release.version, accepted);
  for (const leaf of accepted.leaves) checkFollows(leaf, accepted, bundle, history, logged);
  return release;
}

/**
 * Accepts a version whose proofs only the browser saw (WEBCAT): numbers of versions are compared. Throws `release_older`.
 * Answers what the device accepts from now on.
 */
export function acceptVerified(version: string, accepted: Accepted | undefined): Accepted {
  if (accepted && isOlder(version, accepted.version))
    throw fault('release_older', { version, accepted: accepted.version });
  return accepted?.version === version ? accepted : { version, leaves: [] };
}

/** The manifest's SHA-256 of a file, 32 bytes; undefined if the release has no such file. */
export function hashInManifest({ files }: Manifest, path: string): Uint8Array | undefined {
  return Object.hasOwn(files, path) ? fromBase64Url(files[path]!) : undefined;
}

const signaturesOf = (
  { manifest, signatures }: Bundle,
  { signers, threshold }: ReleaseKeys,
  policy: Policy,
): readonly Logged[] => {
  const message = utf8(canonicalJson(manifest as unknown as CanonicalValue));
  const bySigner = new Map(
    Object.entries(signatures).map(([signer, proof]) => [
      toHex(fromBase64Url(signer) ?? new Uint8Array()),
      proof,
    ]),
  );
  const logged = [...new Set(signers)].flatMap((signer) => {
    const proof = bySigner.get(signer);
    return proof === undefined ? [] : [checkProof(message, policyKeyOf(signer), readProof(proof), policy)];
  });
  if (logged.length === 0 || logged.length < threshold)
    throw fault('release_unlogged', { reason: 'too few release keys signed it' });
  return logged;
};

/** The accepted release stands in the tree of the new one, before it. */
const checkFollows = (
  leaf: string,
  accepted: Accepted,
  { manifest }: Bundle,
  { earlier }: History,
  logged: readonly Logged[],
): void => {
  const entry = earlier.find((each) => each.leaf === leaf);
  if (entry === undefined && isOlder(manifest.version, accepted.version))
    throw fault('release_older', { version: manifest.version, accepted: accepted.version });
  const path = entry?.path.map((hash) => fromHex(hash, 32)) ?? [];
  // Each signer has a tree head of its own; the paths belong to one of them.
  if (
    entry === undefined ||
    !logged.some(({ head }) => includes(fromHex(leaf, 32), { index: entry.index, path }, head))
  )
    throw fault('release_forked', { accepted: accepted.version });
  if (logged.some(({ index }) => index < entry.index))
    throw fault('release_older', { version: manifest.version, accepted: accepted.version });
};

/** Versions are three numbers with dots. */
const isOlder = (version: string, than: string): boolean => {
  const [a, b] = [version, than].map((text) => text.split('.').map(Number)) as [number[], number[]];
  const at = a.findIndex((number, i) => number !== (b[i] ?? 0));
  return at >= 0 && a[at]! < (b[at] ?? 0);
};
