/** Names of transactions for the page's address. */
import { describe, expect, test } from 'vitest';
import { asSecretKey } from '../../../../src/base/brands.ts';
import { placeOf } from '../../../../src/wallet/ledger/place.ts';
import { bytesOf, txidOf } from '../test-chain.ts';

const wallet = { viewSecret: asSecretKey(bytesOf('view key')) };

// threat: private-requests
describe('the name of a transaction for the address of the page', () => {
  test('is the same each time, and another one for another transaction or wallet', () => {
    const name = placeOf(wallet, txidOf('a'));
    expect(name).toMatch(/^p[0-9a-f]{16}$/);
    expect(placeOf(wallet, txidOf('a'))).toBe(name);
    expect(placeOf(wallet, txidOf('b'))).not.toBe(name);
    expect(placeOf({ viewSecret: asSecretKey(bytesOf('another')) }, txidOf('a'))).not.toBe(name);
  });
});
