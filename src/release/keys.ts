/**
 * Release keys: who signs releases, how many must, and in which logs releases stand. Each build contains the keys of its
 * time. Later keys are signed by those before them, so that an older build can follow the list to the newest.
 */
import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concat, utf8 } from '../base/bytes.ts';
import { fromHex, toHex } from '../base/hex.ts';
import { canonicalJson } from './canonical-json.ts';
import { fault } from './faults.ts';
import type { PolicyKey } from './policy.ts';

export interface ReleaseKeys {
  /** Ed25519 keys, hex. None: releases are not signed. */
  readonly signers: readonly string[];
  /** The number of signers that must sign a release. */
  readonly threshold: number;
  /** The logs and witnesses: policy.ts. */
  readonly policy: string;
}
/** Keys, signed by those before them in the list; the first entry has no signatures. */
export interface KeysEntry {
  readonly keys: ReleaseKeys;
  /** Signatures (hex) by signer (hex). */
  readonly signatures: Readonly<Record<string, string>>;
}

/** The bytes that the keys before sign. */
export function signedByKeysBefore({ signers, threshold, policy }: ReleaseKeys): Uint8Array {
  return concat(utf8('ostro-release-keys/v1\0'), sha256(utf8(canonicalJson({ signers, threshold, policy }))));
}

/** The keys that follow `own` in the list, at its end. Throws `release_keys` if one is not signed by those before it. */
export function newestKeys(own: ReleaseKeys, list: readonly KeysEntry[]): ReleaseKeys {
  const known = list.findIndex(({ keys }) => sameKeys(keys, own));
  if (known < 0) throw fault('release_keys');
  return list.slice(known + 1).reduce((before, { keys, signatures }) => {
    const signed = signedByKeysBefore(keys);
    const count = new Set(before.signers).size;
    const valid = [...new Set(before.signers)].filter((signer) => signs(signer, signatures[signer], signed));
    if (count === 0 || valid.length < before.threshold || keys.threshold < 1) throw fault('release_keys');
    return keys;
  }, own);
}

export function policyKeyOf(signer: string): PolicyKey {
  const key = fromHex(signer, 32);
  return { key, hash: toHex(sha256(key)) };
}

const sameKeys = (a: ReleaseKeys, b: ReleaseKeys): boolean =>
  toHex(signedByKeysBefore(a)) === toHex(signedByKeysBefore(b));
const signs = (signer: string, signature: string | undefined, message: Uint8Array): boolean => {
  try {
    return (
      signature !== undefined &&
      ed25519.verify(fromHex(signature, 64), message, fromHex(signer, 32), { zip215: false })
    );
  } catch {
    return false;
  }
};
