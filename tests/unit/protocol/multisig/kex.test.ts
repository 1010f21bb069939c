import { describe, expect, it } from 'vitest';
import { asPublicKey, asSecretKey } from '../../../../src/base/brands.ts';
import { compareBytes, equalBytes } from '../../../../src/base/bytes.ts';
import { toHex } from '../../../../src/base/hex.ts';
import { kernel } from '../../../../src/kernel/kernel.ts';
import { formatAddress } from '../../../../src/protocol/address/address.ts';
import { accountFromSeed } from '../../../../src/protocol/keys/account.ts';
import { readMnemonic } from '../../../../src/protocol/mnemonic/mnemonic.ts';
import {
  baseKeysOf,
  beginKex,
  continueKex,
  firstMessage,
  nextMessage,
  type KexAccount,
} from '../../../../src/protocol/multisig/kex-account.ts';
import { readKexMessage, writeKexMessage } from '../../../../src/protocol/multisig/kex-message.ts';
import { mainRounds, shareCount } from '../../../../src/protocol/multisig/rounds.ts';
import { baseOf, firstMessages, groupOf } from './group.ts';
import { expectFault } from '../../../support/faults.ts';
import facts from '../../../vectors/multisig-addresses.json' with { type: 'json' };

const addressOf = ({ spendPublic, viewSecret }: KexAccount): string =>
  formatAddress({
    network: 'mainnet',
    kind: 'standard',
    spendPublic,
    viewPublic: asPublicKey(kernel.mulBase(viewSecret)),
  });
const bases = (n: number) => Array.from({ length: n }, (_, i) => baseOf(i));

/** The spend key that the shares of these signers add up to. */
const sumOfShares = (accounts: readonly KexAccount[]): Uint8Array => {
  const shares = new Map(accounts.flatMap(({ keys }) => keys.map((key) => [toHex(key), key])));
  return kernel.mulBase([...shares.values()].reduce((sum, key) => asSecretKey(kernel.scalarAdd(sum, key))));
};

describe('the key exchange', () => {
  it.each(facts.addresses)(
    "makes the address of Monero's functional test for $threshold of $signers",
    async ({ threshold, signers, address }) => {
      const seeds = await Promise.all(facts.seeds.slice(0, signers).map((words) => readMnemonic(words)));
      const group = groupOf(
        threshold,
        seeds.map(({ key }) => baseKeysOf(accountFromSeed(key))),
      );
      expect(group.map(addressOf)).toEqual(group.map(() => address));
    },
  );
  it.each([
    [1, 2],
    [2, 2],
    [2, 3],
    [1, 4],
    [3, 5],
    [4, 6],
    [16, 16],
  ])('gives any %i of %i signers the whole spend key, and fewer of them not', (threshold, signers) => {
    const group = groupOf(threshold, bases(signers));
    for (const { keys } of group) expect(keys.length).toBe(shareCount(threshold, signers));
    const { spendPublic } = group[0]!;
    expect(sumOfShares(group.slice(0, threshold))).toEqual(spendPublic);
    expect(sumOfShares(group.slice(-threshold))).toEqual(spendPublic);
    if (threshold > 1) expect(sumOfShares(group.slice(0, threshold - 1))).not.toEqual(spendPublic);
  });
  it('has no address before the main rounds are finished', () => {
    for (const { spendPublic } of groupOf(2, bases(4), mainRounds(2, 4) - 1))
      expect(toHex(spendPublic)).toBe('01'.padEnd(64, '0'));
  });
  it('accepts the first messages with or without our own among them', () => {
    const [own, ...others] = firstMessages(bases(3)).map(readKexMessage);
    const without = beginKex(baseOf(0), 2, others);
    expect(without).toEqual(beginKex(baseOf(0), 2, [own!, ...others]));
    expect([...without.signers].sort(compareBytes)).toEqual(without.signers);
  });
  it('repeats its last message when it is finished', () => {
    const [ours] = groupOf(2, bases(3));
    const message = readKexMessage(nextMessage(ours!));
    expect(message.round).toBe(mainRounds(2, 3) + 1);
    expect(equalBytes(message.secret ? message.secret : message.keys[0]!, ours!.spendPublic)).toBe(true);
  });
  it('refuses an impossible group', () => {
    const messages = firstMessages(bases(3)).map(readKexMessage);
    for (const threshold of [0, 4, 1.5])
      expectFault(() => beginKex(baseOf(0), threshold, messages), 'bad_group');
    expectFault(() => beginKex(baseOf(0), 1, []), 'bad_group');
    const many = firstMessages(bases(17)).map(readKexMessage);
    expectFault(() => beginKex(baseOf(0), 17, many), 'bad_group');
  });
});

describe('a round of messages', () => {
  const reasonOf = (work: () => unknown): unknown => {
    try {
      work();
    } catch (error) {
      return (error as { data: { reason: string } }).data.reason;
    }
    return undefined;
  };
  const group = groupOf(2, bases(4), 1);
  const messages = group.map((account) => readKexMessage(nextMessage(account)));
  const ours = group[0]!;

  it('is refused when it belongs to a later or an earlier round', () => {
    const begun = firstMessages(bases(4)).map(readKexMessage);
    expect(reasonOf(() => continueKex(ours, begun, false))).toBe('round');
    expect(reasonOf(() => continueKex(ours, [...messages.slice(1), begun[0]!], false))).toBe('round');
    const later = continueKex(ours, messages, false);
    expect(reasonOf(() => continueKex(later, messages, false))).toBe('round');
    expect(reasonOf(() => beginKex(baseOf(0), 2, messages))).toBe('round');
  });
  it('is refused with no messages or too few', () => {
    expect(reasonOf(() => continueKex(ours, [], false))).toBe('none');
    expect(reasonOf(() => continueKex(ours, messages.slice(0, 3), false))).toBe('keys');
    expect(reasonOf(() => continueKex(ours, [messages[1]!, messages[1]!, messages[1]!], true))).toBe(
      'signers',
    );
  });
  // threat: key-exchange
  it('is refused when its signer is not in the group', () => {
    const outsider = readKexMessage(
      writeKexMessage(baseOf(9).signerSecret, {
        round: 2,
        keys: messages[1]!.secret ? [] : messages[1]!.keys,
      }),
    );
    expect(reasonOf(() => continueKex(ours, [...messages, outsider], false))).toBe('not_a_signer');
  });
  // threat: key-exchange
  it('is refused when a signer sends more keys than the round has', () => {
    const keys_ = messages[1]!.secret ? [] : messages[1]!.keys;
    const more = readKexMessage(
      writeKexMessage(baseOf(1).signerSecret, {
        round: 2,
        keys: [...keys_, kernel.mulBase(baseOf(7).signerSecret)],
      }),
    );
    expect(reasonOf(() => continueKex(ours, [more, ...messages.slice(2)], false))).toBe('keys');
  });
  // threat: key-exchange
  it('of the confirming kind is refused when a signer has another address', () => {
    const done = groupOf(2, bases(3), mainRounds(2, 3));
    const confirmed = done.map((account) => readKexMessage(nextMessage(account)));
    const other = groupOf(3, bases(3), mainRounds(3, 3))[1]!;
    const wrong = readKexMessage(
      writeKexMessage(baseOf(1).signerSecret, {
        round: 3,
        keys: [other.spendPublic, kernel.mulBase(other.viewSecret)],
      }),
    );
    expect(reasonOf(() => continueKex(done[0]!, [confirmed[0]!, wrong, confirmed[2]!], false))).toBe(
      'other_address',
    );
    expect(reasonOf(() => continueKex(done[0]!, [wrong], true))).toBe('other_address');
    expect(reasonOf(() => continueKex(done[0]!, confirmed.slice(0, 2), false))).toBe('signers');
    expect(continueKex(done[0]!, confirmed.slice(0, 2), true).rounds).toBe(3);
  });
  it('can be finished by force with messages of as few signers as have all keys', () => {
    const few = continueKex(ours, messages.slice(0, 3), true);
    expect(few.derivations.length).toBe(3);
  });
  it('is refused when no round is left', () => {
    const done = groupOf(2, bases(2));
    const again = done.map((account) => readKexMessage(nextMessage(account)));
    expect(reasonOf(() => continueKex(done[0]!, again, false))).toBe('complete');
  });
  it('is refused with two different first messages of one signer', () => {
    const begun = firstMessages(bases(3)).map(readKexMessage);
    const twice = [
      ...begun,
      readKexMessage(firstMessage({ ...baseOf(1), commonSecret: baseOf(2).commonSecret })),
    ];
    expect(reasonOf(() => beginKex(baseOf(0), 2, twice))).toBe('twice');
  });
});
