/**
 * Which public keys a transaction has, for every mix of addresses that it pays: the same as in the reference, because
 * others would reveal which wallet made it. Upstream: `classify_addresses`, `construct_tx_with_tx_key`
 * (src/cryptonote_core/cryptonote_tx_utils.cpp); tests/long/parity/extra.test.ts asks the reference itself.
 */
import { describe, expect, test } from 'vitest';
import { asSecretKey } from '../../../../src/base/brands.ts';
import { toHex } from '../../../../src/base/hex.ts';
import { kernel } from '../../../../src/kernel/kernel.ts';
import type { Address } from '../../../../src/protocol/address/address.ts';
import { accountFromSeed } from '../../../../src/protocol/keys/account.ts';
import { derivePublicKey, generateDerivation } from '../../../../src/protocol/keys/derivation.ts';
import { additionalPublicKeys, parseExtra, txPublicKeys } from '../../../../src/protocol/tx/extra.ts';
import { addressOf } from '../../../../src/wallet/account/addresses.ts';
import {
  buildOutputs,
  needsAdditionalKeys,
  type PlannedOutput,
} from '../../../../src/wallet/spend/outputs.ts';
import { testAccount } from '../test-ledger.ts';

const OWN = testAccount();
const FOREIGN = testAccount(accountFromSeed(new Uint8Array(32).fill(9)));
const OTHER = testAccount(accountFromSeed(new Uint8Array(32).fill(11)));
const at = (account: typeof OWN, minor: number, major = 0): Address => addressOf(account, { major, minor });
const integrated = (account: typeof OWN): Address => ({
  ...at(account, 0),
  kind: 'integrated',
  paymentId: Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8),
});
const ADDRESSES = {
  main: at(FOREIGN, 0),
  main2: at(OTHER, 0),
  sub: at(FOREIGN, 3),
  sub2: at(OTHER, 4),
  integrated: integrated(FOREIGN),
  ownMain: at(OWN, 0),
  ownSub: at(OWN, 2),
  ownIntegrated: integrated(OWN),
};
type Name = keyof typeof ADDRESSES;

const scalar = (n: number): Uint8Array => kernel.scalarReduce(new Uint8Array(64).fill(n));
const built = (planned: readonly PlannedOutput[]) => {
  const additional = needsAdditionalKeys(planned) ? planned.map((_, i) => scalar(i + 50)) : [];
  return buildOutputs(
    planned,
    { key: asSecretKey(scalar(40)), additional: additional.map(asSecretKey) },
    OWN.viewSecret,
  );
};
const payees = (...names: Name[]): PlannedOutput[] =>
  names.map((name) => ({ address: ADDRESSES[name], amount: 5n, change: false }));
const change = (minor = 0, major = 0): PlannedOutput => ({
  address: at(OWN, minor, major),
  amount: 7n,
  change: true,
});
const dummy: PlannedOutput = { address: at(OTHER, 0), amount: 0n, change: true };

/** The payees beside the change, and whether the reference then gives each output its own public key. */
const MIXES: readonly (readonly [names: readonly Name[], back: PlannedOutput | undefined, keys: boolean])[] =
  [
    [['main'], change(), false],
    [['sub'], change(), false],
    [['integrated'], change(), false],
    [['ownMain'], change(), false],
    [['ownSub'], change(), false],
    [['ownIntegrated'], change(), false],
    [['main', 'main2'], change(), false],
    [['main', 'sub'], change(), true],
    [['sub', 'sub2'], change(), true],
    [['sub', 'sub'], change(), false],
    // The change address does not count as a payee.
    [['ownMain', 'sub'], change(), false],
    [['ownIntegrated', 'sub'], change(), false],
    [['ownMain', 'ownMain', 'sub'], change(), false],
    [['ownMain', 'main', 'sub'], change(), true],
    [['ownMain', 'sub', 'sub2'], change(), true],
    [['ownSub', 'main'], change(), true],
    [['ownSub', 'sub'], change(), true],
    // Change of another account goes to that account's subaddress.
    [['main'], change(0, 1), false],
    [['ownMain', 'sub'], change(0, 1), true],
    [['ownSub', 'main'], change(2, 0), false],
    // Without change there is a dummy output beside one payee, and none beside several.
    [['main'], dummy, false],
    [['ownMain'], dummy, false],
    [['sub'], dummy, false],
    [['main', 'sub'], undefined, true],
    [['ownMain', 'sub'], undefined, true],
    [['ownMain', 'main'], undefined, false],
  ];

describe('the public keys of a transaction', () => {
  for (const [names, back, keys] of MIXES) {
    const beside = back === undefined ? 'nothing' : back === dummy ? 'a dummy' : 'change';
    const major = back && back !== dummy && back.address.kind === 'subaddress' ? ' at a subaddress' : '';
    // threat: transaction-shape
    test(`${names.join(' and ')} beside ${beside}${major}: ${keys ? 'a key of its own for each output' : 'one key'}`, () => {
      const planned = [...payees(...names), ...(back ? [back] : [])];
      const { extra } = built(planned);
      const parsed = parseExtra(extra);
      expect(txPublicKeys(parsed)).toHaveLength(1);
      expect(additionalPublicKeys(parsed)).toHaveLength(keys ? planned.length : 0);
      expect(parsed.fields.filter(({ kind }) => kind === 'additionalKeys')).toHaveLength(keys ? 1 : 0);
    });
  }

  test('an output to our own change address is found with the view key, also beside one subaddress', () => {
    const { outputs, extra } = built([...payees('ownMain', 'sub'), change()]);
    const [key] = txPublicKeys(parseExtra(extra));
    const derivation = generateDerivation(key!, OWN.viewSecret);
    for (const i of [0, 2])
      expect(toHex(outputs[i]!.key)).toBe(toHex(derivePublicKey(derivation, i, OWN.spendPublic)));
    const theirs = generateDerivation(key!, FOREIGN.viewSecret);
    expect(toHex(outputs[1]!.key)).toBe(toHex(derivePublicKey(theirs, 1, ADDRESSES.sub.spendPublic)));
  });
});
