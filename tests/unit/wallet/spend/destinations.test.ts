/** Which destinations of a payment are addresses of the paying account. */
import { beforeAll, expect, test, vi } from 'vitest';
import { asPublicKey } from '../../../../src/base/brands.ts';
import { kernel } from '../../../../src/kernel/kernel.ts';
import { formatAddress, parseAddress, type Address } from '../../../../src/protocol/address/address.ts';
import { destinationsOf } from '../../../../src/wallet/spend/destinations.ts';
import { change, put } from '../../../../src/wallet/state/state.ts';
import { bytesOf } from '../test-chain.ts';
import { testLedger } from '../test-ledger.ts';
import { person, type Person } from '../test-money.ts';

let alice: Person;
let bob: Person;
beforeAll(() => {
  [alice, bob] = [person('alice'), person('bob')];
});

const minorsOf = async (addresses: readonly Address[], major = 0) => {
  const { state } = await testLedger(alice.account);
  const payees = addresses.map((address) => ({ address, text: formatAddress(address), amount: 1n }));
  return destinationsOf(state, payees, major).map(({ minor }) => minor);
};

test('a destination has the index of an address of the paying account, none of other accounts and people', async () => {
  const integrated = parseAddress(alice.text(0, 0, Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8)));
  const addresses = [alice.address(0, 0), alice.address(0, 2), integrated, alice.address(1, 2)];
  expect(await minorsOf([...addresses, bob.address(0, 1)])).toEqual([0, 2, 0, undefined, undefined]);
  expect(await minorsOf(addresses, 1)).toEqual([undefined, undefined, undefined, 2]);
});

test('an address that only has the form of ours has no index', async () => {
  const secret = bytesOf('secret');
  secret[31] = 0;
  const { viewPublic } = alice.account;
  // An attacker chose the spend key, and computed the view key from our public one.
  const forged = {
    ...alice.address(0, 1),
    spendPublic: asPublicKey(kernel.mulBase(secret)),
    viewPublic: asPublicKey(kernel.mul(secret, viewPublic)),
  };
  const mixed = { ...alice.address(0, 1), viewPublic: bob.address(0, 1).viewPublic };
  expect(await minorsOf([forged, mixed])).toEqual([undefined, undefined]);
});

test('a payment to others computes none of our addresses, however many the wallet has', async () => {
  const batch = vi.spyOn(kernel, 'addMulBaseBatch');
  await minorsOf([bob.address(0, 0), bob.address(2, 3)]);
  expect(batch).not.toHaveBeenCalled();
  await minorsOf([alice.address(0, 1)]);
  expect(batch).toHaveBeenCalled();
  batch.mockRestore();
});

test('payments to an own address compute the addresses of the account once, and again when there are more', async () => {
  const ledger = await testLedger(alice.account);
  const batch = vi.spyOn(kernel, 'addMulBaseBatch');
  const minorsFor = (minor: number, major = 0) =>
    destinationsOf(ledger.state, [{ address: alice.address(0, minor), text: '', amount: 1n }], major)[0]!
      .minor;
  const count = 1 + ledger.state.account.lookahead.minor;
  expect([minorsFor(1), minorsFor(2), minorsFor(count)]).toEqual([1, 2, undefined]);
  expect(batch).toHaveBeenCalledTimes(1);
  await ledger.commit(change([put('labels', '0', ['', ''])]));
  expect([minorsFor(count), minorsFor(count + 1), minorsFor(1)]).toEqual([count, undefined, 1]);
  expect(batch).toHaveBeenCalledTimes(2);
  expect([minorsFor(1, 1), minorsFor(1)]).toEqual([undefined, 1]);
  batch.mockRestore();
});
