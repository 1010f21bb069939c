/**
 * A signer's message of the round after the one in progress, made from the messages that are there. Another signer who
 * has all messages of this round can then go two rounds further at once.
 * Upstream (not released yet): `multisig_account::get_multisig_kex_round_booster`
 * (src/multisig/multisig_account_kex_impl.cpp).
 */
import type { Point, PublicKey, SecretKey } from '../../base/brands.ts';
import { compareBytes, equalBytes } from '../../base/bytes.ts';
import { toHex } from '../../base/hex.ts';
import { kernel } from '../../kernel/kernel.ts';
import { fault } from '../faults.ts';
import { publicKeyOf } from '../keys/public-key.ts';
import { blind } from './blind.ts';
import { writeKexMessage, type KexMessage } from './kex-message.ts';
import { isGroup, mainRounds } from './rounds.ts';

export interface BoosterState {
  readonly threshold: number;
  /** Number of all signers, this one included. */
  readonly signers: number;
  readonly signerSecret: SecretKey;
  /** Number of finished rounds. */
  readonly rounds: number;
  /** The keys that we sent in the round in progress. */
  readonly derivations: readonly Point[];
}

/**
 * `messages`: those of the round in progress, of at least one other signer. Faults bad_group; bad_kex_round when there
 * is no message, one is of another round, or the round after this one is not a main round.
 */
export function boosterMessage(
  { threshold, signers, signerSecret, rounds, derivations }: BoosterState,
  messages: readonly KexMessage[],
): string {
  if (!isGroup(threshold, signers)) throw fault('bad_group', { threshold, signers });
  const main = mainRounds(threshold, signers);
  if (rounds + 2 > main) throw fault('bad_kex_round', { reason: 'complete' });
  const strange = messages.find(({ round }) => round !== rounds + 1);
  if (strange) throw fault('bad_kex_round', { reason: 'round', expected: rounds + 1, found: strange.round });
  const theirs = keysOfOthers(publicKeyOf(signerSecret), derivations, messages);
  if (theirs.length === 0) throw fault('bad_kex_round', { reason: 'none' });
  // Multiplied by 8, because otherwise a point of small order would reveal our key modulo 8.
  const common = theirs.map((key) => kernel.mul8(signerSecret, key)).sort(compareBytes);
  const keys = rounds + 2 === main ? common.map((key) => publicKeyOf(blind(key))) : common;
  return writeKexMessage(signerSecret, { round: rounds + 2, keys });
}

/** Each key once, in the order of the messages. */
const keysOfOthers = (
  own: PublicKey,
  derivations: readonly Point[],
  messages: readonly KexMessage[],
): Point[] => {
  const ours = new Set(derivations.map(toHex));
  const keys = new Map<string, Point>();
  for (const message of messages) {
    if (equalBytes(message.signer, own)) continue;
    for (const key of message.secret ? [message.signer] : message.keys)
      if (!ours.has(toHex(key))) keys.set(toHex(key), key);
  }
  return [...keys.values()];
};
