/**
 * The seed of a finished multisig account: threshold, number of signers, this signer's secrets and all public keys,
 * as hex, since words would be too long. Upstream: `wallet2::get_multisig_seed`, `wallet2::generate` with multisig
 * data (src/wallet/wallet2.cpp).
 */
import { publicKeyOf } from '../keys/public-key.ts';
import { asPublicKey, asSecretKey, type PublicKey, type SecretKey } from '../../base/brands.ts';
import { compareBytes, concat, equalBytes } from '../../base/bytes.ts';
import { isFault } from '../../base/fault.ts';
import { fromHex, toHex } from '../../base/hex.ts';
import { kernel } from '../../kernel/kernel.ts';
import { fault } from '../faults.ts';
import { Reader } from '../encoding/reader.ts';
import { Writer } from '../encoding/writer.ts';
import { isZero } from '../ring/scalar.ts';
import { isGroup, MAX_SIGNERS, shareCount } from './rounds.ts';

export interface MultisigSeed {
  readonly threshold: number;
  /** In the order of the wallet that wrote the seed. */
  readonly signers: readonly PublicKey[];
  readonly signerSecret: SecretKey;
  readonly spendPublic: PublicKey;
  readonly viewSecret: SecretKey;
  readonly keys: readonly SecretKey[];
}

const HEAD_BYTES = 8 + 4 * 32;
const MAX_BYTES = HEAD_BYTES + 32 * (shareCount(MAX_SIGNERS / 2, MAX_SIGNERS) + MAX_SIGNERS);

export function writeMultisigSeed(seed: MultisigSeed): string {
  return toHex(
    new Writer()
      .u32(seed.threshold)
      .u32(seed.signers.length)
      .key(seed.signerSecret)
      .key(seed.spendPublic)
      .key(seed.viewSecret)
      .key(publicKeyOf(seed.viewSecret))
      .keys(seed.keys)
      .keys(seed.signers)
      .done(),
  );
}

/** Fault bad_multisig_seed: `hex`; `size` (or impossible numbers of signers); `keys` (invalid or not matching). */
export function readMultisigSeed(text: string): MultisigSeed {
  const reader = new Reader(bytesOf(text));
  if (reader.left < HEAD_BYTES) throw bad('size');
  const threshold = reader.u32();
  const total = reader.u32();
  if (!isGroup(threshold, total)) throw bad('size');
  const shares = shareCount(threshold, total);
  if (reader.left !== 32 * (4 + shares + total)) throw bad('size');
  const [signerSecret, spendPublic, viewSecret, viewPublic] = reader.keys(4);
  const seed = {
    threshold,
    signerSecret: asSecretKey(signerSecret!.slice()),
    spendPublic: asPublicKey(spendPublic!.slice()),
    viewSecret: asSecretKey(viewSecret!.slice()),
    keys: reader.keys(shares).map((key) => asSecretKey(key.slice())),
    signers: reader.keys(total).map((key) => asPublicKey(key.slice())),
  };
  if (!keysMatch(seed) || !equalBytes(publicKeyOf(seed.viewSecret), viewPublic!)) throw bad('keys');
  return seed;
}

/** True if the keys of an account match, as far as one signer can check. */
export function keysMatch({
  threshold,
  signers,
  signerSecret,
  spendPublic,
  viewSecret,
  keys,
}: MultisigSeed): boolean {
  if (![signerSecret, viewSecret, ...keys].every((each) => kernel.isReducedScalar(each) && !isZero(each)))
    return false;
  if (kernel.primeSubgroupBatch(concat(spendPublic, ...signers)).includes(0)) return false;
  const sorted = [...signers].sort(compareBytes);
  if (sorted.some((key, i) => i > 0 && equalBytes(key, sorted[i - 1]!))) return false;
  const own = publicKeyOf(signerSecret);
  if (!signers.some((signer) => equalBytes(signer, own))) return false;
  // With threshold 1, a single share is the whole key.
  return threshold > 1 || equalBytes(publicKeyOf(keys[0]!), spendPublic);
}

const bytesOf = (text: string): Uint8Array => {
  if (text.length > 2 * MAX_BYTES) throw bad('size');
  try {
    return fromHex(text);
  } catch (error) {
    throw isFault(error) ? bad('hex') : error;
  }
};

const bad = (reason: 'hex' | 'size' | 'keys') => fault('bad_multisig_seed', { reason });
