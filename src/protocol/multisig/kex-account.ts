/**
 * State of a signer in the key exchange of an M of N account. Each round takes the messages of all signers and
 * returns the next state. In the end N - M + 1 signers have each key share, so any M of them have all shares.
 * Upstream: src/multisig/multisig_account.cpp, multisig_account_kex_impl.cpp. Vectors: the addresses of
 * tests/functional_tests/multisig.py. Compared with monero-wallet-rpc in tests/parity.
 */
import { asPublicKey, asSecretKey, type Point, type PublicKey, type SecretKey } from '../../base/brands.ts';
import { compareBytes, equalBytes } from '../../base/bytes.ts';
import { toHex } from '../../base/hex.ts';
import { kernel } from '../../kernel/kernel.ts';
import { fault } from '../faults.ts';
import { publicKeyOf } from '../keys/public-key.ts';
import { IDENTITY } from '../ring/constants.ts';
import { hashToScalar } from '../ring/scalar.ts';
import { aggregate } from './aggregate.ts';
import { blind } from './blind.ts';
import { writeKexMessage, type KexMessage } from './kex-message.ts';
import { confirmedKeys, keysOfOthers } from './kex-round.ts';
import { allRounds, isGroup, mainRounds } from './rounds.ts';

export interface KexAccount {
  readonly threshold: number;
  /** Base public keys, ascending, ours included. */
  readonly signers: readonly PublicKey[];
  readonly signerSecret: SecretKey;
  /** Secret shares of the spend key; after the main rounds multiplied by their coefficients. */
  readonly keys: readonly SecretKey[];
  /** The view key, which all signers have. */
  readonly viewSecret: SecretKey;
  /** The identity until the main rounds are complete. */
  readonly spendPublic: PublicKey;
  readonly rounds: number;
  /** Content of our next message during the main rounds. */
  readonly derivations: readonly Point[];
}

export interface BaseKeys {
  /** Secret of the key that identifies the signer and signs its messages. In N of N it is also the key share. */
  readonly signerSecret: SecretKey;
  readonly commonSecret: SecretKey;
}

/** The base keys of a signer, derived from its ordinary wallet's keys. */
export function baseKeysOf(keys: {
  readonly spendSecret: SecretKey;
  readonly viewSecret: SecretKey;
}): BaseKeys {
  return { signerSecret: blind(keys.spendSecret), commonSecret: blind(keys.viewSecret) };
}

export function firstMessage({ signerSecret, commonSecret }: BaseKeys): string {
  return writeKexMessage(signerSecret, { round: 1, secret: commonSecret });
}

/** Our next message. After the last round, the confirmation again, for signers who have not finished. */
export function nextMessage(account: KexAccount): string {
  const { signerSecret, threshold, signers, rounds, derivations, spendPublic, viewSecret } = account;
  const main = mainRounds(threshold, signers.length);
  return writeKexMessage(
    signerSecret,
    rounds < main
      ? { round: rounds + 1, keys: derivations }
      : { round: main + 1, keys: [spendPublic, publicKeyOf(viewSecret)] },
  );
}

/**
 * The first round. The number of signers is the number of messages (one of each signer), plus one if ours is missing.
 * Faults bad_group, bad_kex_round.
 */
export function beginKex(base: BaseKeys, threshold: number, messages: readonly KexMessage[]): KexAccount {
  const own = publicKeyOf(base.signerSecret);
  const others = messages.filter(({ signer }) => !equalBytes(signer, own));
  const signers = [own, ...others.map(({ signer }) => signer)].sort(compareBytes);
  if (hasTwins(signers)) throw badRound('twice');
  if (!isGroup(threshold, signers.length)) throw fault('bad_group', { threshold, signers: signers.length });
  const secrets = others.map(({ round, secret }) => {
    if (round !== 1 || !secret) throw fault('bad_kex_round', { reason: 'round', expected: 1, found: round });
    return secret;
  });
  return advance(
    {
      threshold,
      signers,
      signerSecret: base.signerSecret,
      keys: threshold === signers.length ? [base.signerSecret] : [],
      viewSecret: asSecretKey(hashToScalar(...[base.commonSecret, ...secrets].sort(compareBytes))),
      spendPublic: asPublicKey(IDENTITY),
      rounds: 0,
      derivations: [own],
    },
    others,
    false,
  );
}

/**
 * The next round. Ignores our own and repeated messages. `force` accepts the smallest number of messages that contain
 * all keys; if one of their signers is hostile, the account may be unusable. Faults bad_kex_round, multisig_complete.
 */
export function continueKex(
  account: KexAccount,
  messages: readonly KexMessage[],
  force: boolean,
): KexAccount {
  const { rounds, threshold, signers } = account;
  if (rounds >= allRounds(threshold, signers.length)) throw badRound('complete');
  if (messages.length === 0) throw badRound('none');
  const strange = messages.find(({ round }) => round !== rounds + 1);
  if (strange) throw fault('bad_kex_round', { reason: 'round', expected: rounds + 1, found: strange.round });
  return advance(account, messages, force);
}

const advance = (account: KexAccount, messages: readonly KexMessage[], force: boolean): KexAccount => {
  const { threshold, signers, rounds, signerSecret } = account;
  const main = mainRounds(threshold, signers.length);
  const after = { ...account, rounds: rounds + 1 };
  if (rounds === main) {
    const confirmed = confirmedKeys(account, messages, force);
    const expected = [account.spendPublic, publicKeyOf(account.viewSecret)];
    if (!expected.every((key) => confirmed.has(toHex(key)))) throw badRound('other_address');
    return after;
  }
  // With threshold 1, all signers get the same last share.
  const theirs = threshold === 1 && rounds + 1 === main ? [] : keysOfOthers(account, messages, force);
  if (rounds + 1 === main)
    return { ...after, ...aggregate(account.keys, theirs.map(asPublicKey)), derivations: [] };
  // Multiplied by 8, because otherwise a point of small order would reveal our key modulo 8.
  const common = theirs.map((key) => kernel.mul8(signerSecret, key)).sort(compareBytes);
  if (rounds + 2 < main) return { ...after, derivations: common };
  const keys = common.map(blind);
  return { ...after, keys, derivations: keys.map(publicKeyOf) };
};

const hasTwins = (sorted: readonly Uint8Array[]): boolean =>
  sorted.some((key, i) => i > 0 && equalBytes(key, sorted[i - 1]!));

const badRound = (reason: 'twice' | 'none' | 'complete' | 'other_address') =>
  fault('bad_kex_round', { reason });
