import { expect, it, vi } from 'vitest';
import { asPublicKey, asSecretKey } from '../../../../src/base/brands.ts';
import { fromHex } from '../../../../src/base/hex.ts';
import { kernel } from '../../../../src/kernel/kernel.ts';
import { formatAddress } from '../../../../src/protocol/address/address.ts';
import { accountFromKeys } from '../../../../src/protocol/keys/account.ts';
import { addressOf, addressTextOf, addressTextsOf } from '../../../../src/wallet/account/addresses.ts';
import type { AccountRecord } from '../../../../src/wallet/state/records/account.ts';
import known from '../../../vectors/known-wallet.json' with { type: 'json' };

/** The point of order 2: (0, -1). */
const SMALL_ORDER = fromHex(`ec${'ff'.repeat(30)}7f`);

const recordOf = (more: Partial<AccountRecord> = {}): AccountRecord => ({
  ...accountFromKeys({
    viewSecret: asSecretKey(fromHex(known.viewSecret)),
    spendSecret: asSecretKey(fromHex(known.spendSecret)),
  }),
  network: 'mainnet',
  seedLanguage: 'English',
  restoreHeight: 0,
  createdAt: 0,
  lookahead: { major: 50, minor: 200 },
  ...more,
});

it('the text of an own address is computed once, and again for a changed account', () => {
  const account = recordOf();
  const changed = recordOf({ network: 'stagenet' });
  const indices = [
    { major: 0, minor: 0 },
    { major: 0, minor: 1 },
    { major: 1, minor: 0 },
  ];
  const textsOf = (record: AccountRecord) => indices.map((index) => addressTextOf(record, index));
  const first = textsOf(account);
  expect(first).toEqual(indices.map((index) => formatAddress(addressOf(account, index))));
  expect(textsOf(changed)).toEqual(indices.map((index) => formatAddress(addressOf(changed, index))));
  expect(new Set([...first, ...textsOf(changed)]).size).toBe(6);
  const hash = vi.spyOn(kernel, 'keccak256');
  expect(textsOf(account)).toEqual(first);
  expect(hash).not.toHaveBeenCalled();
  hash.mockRestore();
});

it('the texts of many own addresses are those of each, also beside a spend key with a part of small order', () => {
  const odd = kernel.pointAdd(recordOf().spendPublic, SMALL_ORDER);
  for (const account of [recordOf(), recordOf({ spendPublic: asPublicKey(odd) })]) {
    const indices = Array.from({ length: 600 }, (_, i) => ({ major: i % 3, minor: i >> 1 }));
    const same = { ...account };
    addressTextOf(account, indices[5]!);
    expect(addressTextsOf(account, indices)).toEqual(indices.map((index) => addressTextOf(same, index)));
  }
  expect(addressTextsOf(recordOf(), [])).toEqual([]);
});

it('an address that many entries name is computed once', () => {
  const indices = Array.from({ length: 100 }, (_, i) => ({ major: 0, minor: 1 + (i % 4) }));
  const keys = vi.spyOn(kernel, 'keccak256');
  addressTextsOf(recordOf(), indices);
  const calls = keys.mock.calls.length;
  addressTextsOf(recordOf(), indices.slice(0, 4));
  expect(calls).toBe(keys.mock.calls.length - calls);
  keys.mockRestore();
});
