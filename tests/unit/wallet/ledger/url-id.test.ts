/** Names of transactions for the page's address. */
import { describe, expect, test } from 'vitest';
import { asSecretKey } from '../../../../src/base/brands.ts';
import { urlIdOf } from '../../../../src/wallet/ledger/url-id.ts';
import { bytesOf, txidOf } from '../test-chain.ts';

const wallet = { viewSecret: asSecretKey(bytesOf('view key')) };

// threat: private-requests
describe('the name of a transaction for the address of the page', () => {
  test('is the same each time, and another one for another transaction or wallet', () => {
    const name = urlIdOf(wallet, txidOf('a'));
    expect(name).toMatch(/^p[0-9a-f]{16}$/);
    expect(urlIdOf(wallet, txidOf('a'))).toBe(name);
    expect(urlIdOf(wallet, txidOf('b'))).not.toBe(name);
    expect(urlIdOf({ viewSecret: asSecretKey(bytesOf('another')) }, txidOf('a'))).not.toBe(name);
  });
});
