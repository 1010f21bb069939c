/**
 * The list of release keys (release-keys.json): new keys are proposed, signed by those before them, and added once enough of these
 * have signed. Builds of the present keys follow the list then (src/release/keys.ts).
 */
import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import { toHex } from '../../../src/base/hex.ts';
import {
  newestKeys,
  signedByKeysBefore,
  type KeysEntry,
  type ReleaseKeys,
} from '../../../src/release/keys.ts';
import { readPolicy } from '../../../src/release/policy.ts';
import { signerOf } from './sign-app.ts';

/** A new key of an owner: PEM, and its public half in hex. */
export function makeKey(): { readonly pem: string; readonly signer: string } {
  const { privateKey } = generateKeyPairSync('ed25519');
  return {
    pem: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    signer: signerOf(privateKey),
  };
}

/** Keys that nobody has signed yet. Throws if they could never sign a release. */
export function proposeKeys({ signers, threshold, policy }: ReleaseKeys): KeysEntry {
  if (signers.some((signer) => !/^[0-9a-f]{64}$/.test(signer)))
    throw new Error('A signer is a public Ed25519 key in 64 hex digits.');
  if (new Set(signers).size !== signers.length) throw new Error('A signer is named twice.');
  if (!Number.isInteger(threshold) || threshold < 1 || threshold > signers.length)
    throw new Error(`The threshold is a number from 1 to ${String(signers.length)}.`);
  if (readPolicy(policy).logs[0]?.url === undefined)
    throw new Error('The policy names no address of its first log.');
  return { keys: { signers, threshold, policy }, signatures: {} };
}

/** Signs proposed keys with one of the present ones. */
export function signKeys(
  list: readonly KeysEntry[],
  { keys, signatures }: KeysEntry,
  pem: string,
): KeysEntry {
  const present = list.at(-1)?.keys;
  if (present === undefined) throw new Error('There are no keys before these: nobody signs the first ones.');
  const key = createPrivateKey(pem);
  const signer = signerOf(key);
  if (!present.signers.includes(signer)) throw new Error(`${signer} is no present release key.`);
  const signature = toHex(new Uint8Array(sign(null, signedByKeysBefore(keys), key)));
  return { keys, signatures: { ...signatures, [signer]: signature } };
}

/** The list with the proposed keys. Throws `release_keys` if too few of the present keys have signed them. */
export function addKeys(list: readonly KeysEntry[], entry: KeysEntry): readonly KeysEntry[] {
  const { keys } = proposeKeys(entry.keys);
  if (list.length === 0) return [{ keys, signatures: {} }];
  const longer = [...list, { keys, signatures: entry.signatures }];
  checkList(longer);
  return longer;
}

/** Throws `release_keys` unless each entry is signed by the one before. Returns the last keys; undefined if there are none. */
export function checkList(list: readonly KeysEntry[]): ReleaseKeys | undefined {
  const [first] = list;
  return first && newestKeys(first.keys, list);
}
