/**
 * Evaluates the messages of one round. Checks that each key comes from as many signers as must know it in an M-of-N
 * account.
 * Upstream: `evaluate_multisig_kex_round_msgs`, `evaluate_multisig_post_kex_round_msgs`
 * (src/multisig/multisig_account_kex_impl.cpp).
 */
import { publicKeyOf } from '../keys/public-key.ts';
import type { Point, PublicKey, SecretKey } from '../../base/brands.ts';
import { fromHex, toHex } from '../../base/hex.ts';
import { fault, type KexRoundProblem } from '../faults.ts';
import type { KexMessage } from './kex-message.ts';
import { choose } from './rounds.ts';

export interface RoundState {
  readonly signers: readonly PublicKey[];
  readonly signerSecret: SecretKey;
  /** Number of rounds before this one. */
  readonly rounds: number;
  /** The keys that we sent in this round. */
  readonly derivations: readonly Point[];
}

/** The public keys of the signers who sent a key, by that key; all in hex. */
type Origins = Map<string, Set<string>>;

/**
 * The keys that the other signers sent in this round and we did not. `force` accepts messages of fewer signers, if they
 * contain all keys. Fault bad_kex_round.
 */
export function keysOfOthers(
  { signers, signerSecret, rounds, derivations }: RoundState,
  messages: readonly KexMessage[],
  force: boolean,
): Point[] {
  const round = rounds + 1;
  const own = toHex(publicKeyOf(signerSecret));
  const known = new Set(derivations.map(toHex));
  if (known.size !== choose(signers.length - 1, rounds)) throw bad('own_keys');
  const others = messages.filter(({ signer }) => toHex(signer) !== own);
  checkMembers(signers, others);
  const origins = originsOf(others, known);
  for (const senders of origins.values()) if (senders.size < (force ? 1 : round)) throw bad('keys');
  const keyCounts = new Map<string, number>();
  for (const senders of origins.values())
    for (const sender of senders) keyCounts.set(sender, (keyCounts.get(sender) ?? 0) + 1);
  if (keyCounts.size < signers.length - 1 - (force ? rounds : 0)) throw bad('signers');
  const expected = choose(signers.length - 2, rounds);
  for (const count of keyCounts.values()) if (count !== expected) throw bad('keys');
  return [...origins.keys()].map((hex) => fromHex(hex));
}

/** The public spend and view key (hex) that all signers confirmed; `force`: one is enough. Fault bad_kex_round. */
export function confirmedKeys(
  { signers, signerSecret }: RoundState,
  messages: readonly KexMessage[],
  force: boolean,
): ReadonlySet<string> {
  checkMembers(signers, messages);
  const origins = originsOf(messages, new Set());
  const [first, second, ...more] = origins.values();
  if (!first || !second || more.length > 0) throw bad('other_address');
  if (first.size !== second.size || [...first].some((signer) => !second.has(signer)))
    throw bad('other_address');
  const present = new Set(first).add(toHex(publicKeyOf(signerSecret)));
  if (present.size < (force ? 1 : signers.length)) throw bad('signers');
  return new Set(origins.keys());
}

const originsOf = (messages: readonly KexMessage[], ignored: ReadonlySet<string>): Origins => {
  const origins: Origins = new Map();
  for (const message of messages) {
    const sender = toHex(message.signer);
    // The first round's message contains a secret; the key that it contributes is the signer's public key.
    for (const key of (message.secret ? [message.signer] : message.keys).map(toHex)) {
      if (ignored.has(key)) continue;
      const senders = origins.get(key);
      if (senders) senders.add(sender);
      else origins.set(key, new Set([sender]));
    }
  }
  return origins;
};

const checkMembers = (signers: readonly PublicKey[], messages: readonly KexMessage[]): void => {
  const members = new Set(signers.map(toHex));
  if (messages.some(({ signer }) => !members.has(toHex(signer)))) throw bad('not_a_signer');
};

const bad = (reason: Exclude<KexRoundProblem, 'round'>) => fault('bad_kex_round', { reason });
