/** Wallet files of Monero's own tests. */
import { describe, expect, test } from 'vitest';
import { toHex } from '../../src/base/hex.ts';
import { formatAddress } from '../../src/protocol/address/address.ts';
import { readCache } from '../../src/protocol/keys-file/cache.ts';
import { readKeysFile, type KeysFile } from '../../src/protocol/keys-file/keys-file.ts';
import { expectFault } from '../support/faults.ts';
import { readVector } from '../support/vectors.ts';

describe('keys files of the reference', () => {
  const open = (name: string, password: string): KeysFile =>
    readKeysFile(readVector('monero', 'data', name), password);

  test('wallet_9svHk1.keys opens with its password and no other', () => {
    const { keys } = open('wallet_9svHk1.keys', 'test');
    expect(formatAddress({ network: 'testnet', kind: 'standard', ...keys })).toMatch(/^9svHk1/);
    expect(toHex(keys.viewSecret)).toMatch(/^339673bb/);
    expectFault(() => open('wallet_9svHk1.keys', 'tset'), 'wrong_file_password');
  });
  test('wallet_00fd416a.keys opens with its password and no other', () => {
    const { keys } = open('wallet_00fd416a.keys', 'beepbeep');
    expect(formatAddress({ network: 'mainnet', kind: 'standard', ...keys })).toBe(
      '45p2SngJAPSJbqSiUvYfS3BfhEdxZmv8pDt25oW1LzxrZv9Uq6ARagiFViMGUE3gJk5VPWingCXVf1p2tyAy6SUeSHPhbve',
    );
    expectFault(() => open('wallet_00fd416a.keys', ''), 'wrong_file_password');
  });
});

describe('cache files of the reference', () => {
  test('wallet_00fd416a is read', () => {
    const read = readCache(readVector('monero', 'data', 'wallet_00fd416a'), 'beepbeep');
    expect(read.labels).toEqual([['Primary account']]);
    expect(read.chain.hashes.length).toBe(59_987);
  });
  test('wallet_9svHk1, of a very old version, is refused with that reason', () => {
    expectFault(() => readCache(readVector('monero', 'data', 'wallet_9svHk1'), 'test'), 'bad_cache');
  });
});
