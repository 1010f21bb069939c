/**
 * The multisig part of `.keys` files, with a finished or unfinished key exchange. Lists of keys are archives; the
 * base key is stored as the spend key.
 * Upstream: `wallet2::get_keys_file_data`, `load_keys_buf`, `get_reconstructed_multisig_account`
 * (src/wallet/wallet2.cpp).
 */
import { publicKeyOf } from '../../protocol/keys/public-key.ts';
import { equalBytes } from '../../base/bytes.ts';
import { isFault } from '../../base/fault.ts';
import { bytes32, decode, encode, list, publicKey } from '../../protocol/archive/coder.ts';
import type { KeysFile, MultisigPart } from '../../protocol/keys-file/keys-file.ts';
import { allRounds, isGroup, mainRounds, MAX_SIGNERS, shareCount } from '../../protocol/multisig/rounds.ts';
import { keysMatch } from '../../protocol/multisig/seed.ts';
import { fault } from '../faults.ts';
import type { MultisigRecord } from '../state/records/account.ts';

const signerList = list(publicKey, MAX_SIGNERS);
const keyList = list(bytes32, shareCount(MAX_SIGNERS / 2, MAX_SIGNERS));

export function toMultisigPart(record: MultisigRecord): MultisigPart {
  return {
    threshold: record.threshold,
    rounds: record.rounds,
    signers: encode(signerList, record.signers),
    derivations: encode(keyList, record.derivations),
    keys: record.keys,
  };
}

/** Undefined for wallets without multisig, and for a view-only copy. Fault bad_keys_file: `shape`, `keys`. */
export function multisigOfFile({ keys, multisig }: KeysFile): MultisigRecord | undefined {
  if (!multisig || !keys.spendSecret) return undefined;
  const { threshold, rounds } = multisig;
  const record: MultisigRecord = {
    threshold,
    signers: orBad(() => decode(signerList, multisig.signers)),
    signerSecret: keys.spendSecret,
    keys: multisig.keys,
    rounds,
    // Older files have none: then the key exchange had no rounds.
    derivations: multisig.derivations.length === 0 ? [] : orBad(() => decode(keyList, multisig.derivations)),
  };
  const total = record.signers.length;
  if (!isGroup(threshold, total) || rounds < 1 || rounds > allRounds(threshold, total)) throw bad('shape');
  const own = publicKeyOf(record.signerSecret);
  if (!record.signers.some((signer) => equalBytes(signer, own))) throw bad('keys');
  if (rounds < mainRounds(threshold, total)) return record;
  const { spendPublic, viewSecret } = keys;
  if (record.keys.length !== shareCount(threshold, total)) throw bad('keys');
  if (!keysMatch({ ...record, spendPublic, viewSecret })) throw bad('keys');
  return record;
}

const bad = (reason: 'shape' | 'keys') => fault('bad_keys_file', { reason });
const orBad = <T>(read: () => T): T => {
  try {
    return read();
  } catch (error) {
    throw isFault(error) ? bad('shape') : error;
  }
};
