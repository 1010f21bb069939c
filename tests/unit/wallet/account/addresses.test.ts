import { describe, expect, it, vi } from 'vitest';
import { asPublicKey, asSecretKey } from '../../../../src/base/brands.ts';
import { fromHex } from '../../../../src/base/hex.ts';
import { kernel } from '../../../../src/kernel/kernel.ts';
import { formatAddress } from '../../../../src/protocol/address/address.ts';
import { accountFromKeys } from '../../../../src/protocol/keys/account.ts';
import type { CryptoWorkers } from '../../../../src/ports/crypto-workers.ts';
import {
  addressOf,
  addressTextOf,
  addressTextsOf,
  listAddressTexts,
  prepareAddressTexts,
} from '../../../../src/wallet/account/addresses.ts';
import { createInlineCryptoWorkers } from '../../../../src/wallet/crypto-workers.ts';
import { fault } from '../../../../src/wallet/faults.ts';
import type { AccountRecord } from '../../../../src/wallet/state/records/account.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
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

describe('many addresses that are prepared', () => {
  const indices = Array.from({ length: 4200 }, (_, minor) => ({ major: 0, minor }));
  const inline = createInlineCryptoWorkers({ bytes: seededRandom('addresses') });
  const pause = () => new Promise<void>((resolve) => void setImmediate(resolve));
  const isKnown = (account: AccountRecord) => {
    const hash = vi.spyOn(kernel, 'keccak256');
    addressTextsOf(account, indices);
    const { length } = hash.mock.calls;
    hash.mockRestore();
    return length === 0;
  };

  it('are computed by workers, and known afterwards', async () => {
    const account = recordOf();
    await prepareAddressTexts(account, indices, pause, inline);
    expect(isKnown(account)).toBe(true);
    expect(addressTextsOf(account, indices)).toEqual(addressTextsOf(recordOf(), indices));
  });

  it('are listed in several turns, in their order, and not after the wallet was closed', async () => {
    let turns = 0;
    const counted = () => {
      turns += 1;
      return pause();
    };
    const texts = addressTextsOf(recordOf(), indices);
    const account = recordOf();
    addressTextsOf(account, indices);
    expect(await listAddressTexts(account, indices, counted, inline)).toEqual(texts);
    // Two to look for missing texts, and two to list all.
    expect(turns).toBe(4);
    const closing = () => (turns-- > 0 ? pause() : Promise.reject(fault('no_wallet')));
    turns = 3;
    await expect(listAddressTexts(account, indices, closing, inline)).rejects.toMatchObject({
      code: 'no_wallet',
    });
  });

  it('are computed here when the workers fail', async () => {
    const account = recordOf();
    const workers = { addressTexts: () => Promise.reject(new Error('the workers were ended')) };
    await prepareAddressTexts(account, indices, pause, workers);
    expect(isKnown(account)).toBe(true);
    expect(addressTextsOf(account, indices)).toEqual(addressTextsOf(recordOf(), indices));
  });

  it('are not kept when the wallet is closed, and never computed with the key that closing overwrites', async () => {
    const account = recordOf();
    const keys: Uint8Array[] = [];
    let isOpen = true;
    const workers: Pick<CryptoWorkers, 'addressTexts'> = {
      addressTexts: async (source, part) => {
        isOpen = false;
        account.viewSecret.fill(0);
        keys.push(source.viewSecret.slice());
        return inline.addressTexts(source, part);
      },
    };
    const closing = () => (isOpen ? pause() : Promise.reject(fault('no_wallet')));
    await expect(prepareAddressTexts(account, indices, closing, workers)).rejects.toMatchObject({
      code: 'no_wallet',
    });
    expect(keys).toEqual([recordOf().viewSecret]);
    account.viewSecret.set(recordOf().viewSecret);
    expect(addressTextsOf(account, indices.slice(0, 5))).toEqual(
      addressTextsOf(recordOf(), indices.slice(0, 5)),
    );
    expect(isKnown(account)).toBe(false);
  });
});
