/** The keys of an account of the light-wallet server. Its questions to a node: tests/long/parity/light-wallet.test.ts. */
import '../../support/some-kernel.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { createLightNode } from '../../../src/nodejs/light-node.ts';
import known from '../../vectors/known-wallet.json' with { type: 'json' };
import { PAYEE } from '../../support/rpc/fixture.ts';
import { ADDRESS, OTHER_ADDRESS } from '../../support/light-wallet/light-server.ts';

const node = { address: 'http://127.0.0.1:1', trusted: true };
const nodes = (['mainnet', 'stagenet'] as const).map((network) =>
  createLightNode({ node, network, regtest: false }),
);
const [mainnet, stagenet] = nodes as [(typeof nodes)[0], (typeof nodes)[0]];
afterAll(() => nodes.forEach((node) => node.stop()));

// threat: other-wallets
describe('a view key', () => {
  const key = known.viewSecret;
  it('is right for its own main address alone', () => {
    expect(mainnet.checkKeys(ADDRESS, key)).toBe('right');
    expect(mainnet.checkKeys(OTHER_ADDRESS, key)).toBe('bad_key');
    expect(mainnet.checkKeys(PAYEE, key)).toBe('bad_address');
    expect(mainnet.checkKeys(`${ADDRESS.slice(0, -1)}x`, key)).toBe('bad_address');
    expect(stagenet.checkKeys(ADDRESS, key)).toBe('other_network');
  });
  it('has one spelling', () => {
    expect(mainnet.checkKeys(ADDRESS, 'ff'.repeat(32))).toBe('bad_key');
    expect(mainnet.checkKeys(ADDRESS, '00'.repeat(32))).toBe('bad_key');
    expect(mainnet.checkKeys(ADDRESS, 'zz'.repeat(32))).toBe('bad_key');
    expect(mainnet.checkKeys(ADDRESS, '')).toBe('bad_key');
  });
  it('makes no transaction of bytes that are none', async () => {
    for (const hex of ['', '0', 'zz', '00', 'ab'.repeat(2000)])
      expect(await mainnet.relay(hex)).toBe('not_a_transaction');
  });
});
