/**
 * Checks one version of the app: the page the version that it runs in, and the next one before it is offered. The version
 * is a release if its files are those of a manifest that release.ts accepts. A device that accepted a release takes no version
 * without proofs any more; before that, such a version is a build of somebody, and counts as unsigned.
 */
import { equalBytes } from '../base/bytes.ts';
import { isFault } from '../base/fault.ts';
import { fault } from './faults.ts';
import { readBundle, readHistory } from './files.ts';
import type { ReleaseKeys } from './keys.ts';
import { acceptVerified, checkRelease, hashInManifest, type Accepted, type Manifest } from './release.ts';

/** The texts of the two files that lie beside a release (paths.ts). */
export interface Proofs {
  readonly bundle: string;
  readonly history: string;
}
export interface VersionFiles {
  /** SHA-256 by path from the app's folder, such as `/index.html`. */
  readonly hashes: ReadonlyMap<string, Uint8Array>;
  /** True: no page may load another file. */
  readonly complete: boolean;
}
export interface VersionSource {
  files(): Promise<VersionFiles>;
  /** The proofs that the browser stores with the version. */
  stored(): Promise<Proofs | undefined>;
  /** The proofs that the server has now, which may belong to another version. */
  served(): Promise<Proofs | undefined>;
  /** Stores served proofs with the version. */
  keep(proofs: Proofs): Promise<void>;
}
/** The newest release that this device accepted, as it is stored: `take` gets it, and answers what is stored from now on. */
export type Memory = (take: (accepted: string | undefined) => string | undefined) => Promise<void>;

/** Much larger than the files of a release, in characters. */
const MAX_CHARS = 4 << 20;

/**
 * True: a release. False: unsigned. Throws a fault of releases if it must not be used.
 * `remember`: the device accepts this release from now on.
 */
export async function checkVersion(
  keys: ReleaseKeys,
  source: VersionSource,
  memory: Memory,
  { remember }: { readonly remember: boolean },
): Promise<boolean> {
  const files = await source.files();
  const refusals: unknown[] = [];
  for (const from of ['stored', 'served'] as const) {
    const proofs = await source[from]();
    if (proofs === undefined) continue;
    const refusal = await refusalOf(keys, proofs, files, memory, remember);
    if (refusal !== undefined) refusals.push(refusal);
    else {
      if (from === 'served') await source.keep(proofs);
      return true;
    }
  }
  if (refusals.length > 0) throw refusals[0];
  const { accepted } = await inMemory(memory, (accepted) => ({ accepted, next: accepted }));
  if (accepted !== undefined) throw fault('release_unlogged', { reason: 'it has no proofs' });
  return false;
}

/** Checks a version that the browser itself has verified, by its number. Throws `release_older`. */
export async function checkVerified(version: string, memory: Memory): Promise<void> {
  await inMemory(memory, (accepted) => ({ next: acceptVerified(version, accepted) }));
}

const refusalOf = async (
  keys: ReleaseKeys,
  { bundle, history }: Proofs,
  files: VersionFiles,
  memory: Memory,
  remember: boolean,
): Promise<unknown> => {
  try {
    if (bundle.length > MAX_CHARS || history.length > MAX_CHARS)
      throw fault('release_malformed', { reason: 'it is too long' });
    const read = readBundle(bundle);
    checkFiles(read.manifest, files);
    const before = readHistory(history);
    await inMemory(memory, (accepted) => {
      const release = checkRelease(keys, read, before, accepted);
      return { next: remember ? release : accepted };
    });
    return undefined;
  } catch (error) {
    if (isFault(error)) return error;
    throw error;
  }
};

/** Pages load these as code; the browser itself loads service workers. */
const LOADED = /\.(?:html|js|css|wasm)$/;
const BY_BROWSER = ['/sw.js', '/reader-sw.js'];

const checkFiles = (manifest: Manifest, { hashes, complete }: VersionFiles): void => {
  for (const [path, hash] of hashes) {
    const expected = hashInManifest(manifest, path);
    if (expected === undefined || !equalBytes(expected, hash)) throw fault('release_files', { path });
  }
  if (!complete) return;
  const missing = Object.keys(manifest.files).find(
    (path) => LOADED.test(path) && !BY_BROWSER.includes(path) && !hashes.has(path),
  );
  if (missing !== undefined) throw fault('release_files', { path: missing });
};

/** Decides with what the device accepted, while no other tab can change that. Throws what `decide` throws. */
const inMemory = async <T extends { readonly next: Accepted | undefined }>(
  memory: Memory,
  decide: (accepted: Accepted | undefined) => T,
): Promise<T> => {
  let outcome: { readonly made: T } | { readonly error: unknown } | undefined;
  await memory((text) => {
    try {
      const made = decide(readAccepted(text));
      outcome = { made };
      return made.next && JSON.stringify(made.next);
    } catch (error) {
      outcome = { error };
      return text;
    }
  });
  // The browser stores nothing here.
  if (outcome === undefined) return decide(undefined);
  if ('error' in outcome) throw outcome.error;
  return outcome.made;
};

const readAccepted = (text: string | undefined): Accepted | undefined => {
  if (text === undefined) return undefined;
  const { version, leaves } = JSON.parse(text) as Accepted;
  return { version, leaves };
};
