/** Signers who make an account together: each message of a round goes to all of them. */
import { utf8 } from '../../../../src/base/bytes.ts';
import { kernel } from '../../../../src/kernel/kernel.ts';
import { accountFromSeed } from '../../../../src/protocol/keys/account.ts';
import {
  baseKeysOf,
  beginKex,
  continueKex,
  firstMessage,
  nextMessage,
  type BaseKeys,
  type KexAccount,
} from '../../../../src/protocol/multisig/kex-account.ts';
import { readKexMessage } from '../../../../src/protocol/multisig/kex-message.ts';
import { allRounds } from '../../../../src/protocol/multisig/rounds.ts';
import { seededRandom } from '../../../support/seeded-random.ts';

export const randomness = { random: seededRandom('signers') };

/** Signer `n`'s wallet before the key exchange. */
export function baseOf(n: number): BaseKeys {
  return baseKeysOf(accountFromSeed(kernel.keccak256(utf8(`signer ${n}`))));
}

export function firstMessages(bases: readonly BaseKeys[]): string[] {
  return bases.map((base) => firstMessage(base));
}

/** All accounts after that many rounds. */
export function groupOf(
  threshold: number,
  bases: readonly BaseKeys[],
  rounds = allRounds(threshold, bases.length),
): KexAccount[] {
  const begun = firstMessages(bases).map(readKexMessage);
  let accounts = bases.map((base) => beginKex(base, threshold, begun));
  for (let round = 1; round < rounds; round++) {
    const messages = accounts.map((account) => readKexMessage(nextMessage(account)));
    accounts = accounts.map((account) => continueKex(account, messages, false));
  }
  return accounts;
}
