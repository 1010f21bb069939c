import { describe, expect, it } from 'vitest';
import { toHex } from '../../src/base/hex.ts';
import { XMR } from '../support/rpc/fixture.ts';
import { openChainWallet } from '../support/rpc/chain-wallet.ts';
import { createTestChain, txidOf } from '../unit/wallet/test-chain.ts';

const income = { id: 'income', outputs: [{ name: 'a', amount: 4n * XMR }] };
const payment = {
  id: 'payment',
  spends: ['a'],
  fee: XMR / 100n,
  outputs: [{ name: 'b', amount: XMR }],
};

const rpc = async () => {
  const chain = createTestChain(5);
  chain.add([income]);
  chain.addEmpty(12);
  chain.add([payment]);
  chain.addEmpty(12);
  const opened = await openChainWallet(chain);
  await opened.call('refresh');
  await opened.call('set_tx_notes', { txids: [toHex(txidOf('payment'))], notes: ['Piano'] });
  return opened;
};
const history = { in: true, out: true };

describe('rescan_blockchain', () => {
  it('scans the chain again, finds the same, and keeps notes', async () => {
    const { call } = await rpc();
    const before = [await call('get_balance'), await call('get_transfers', history)];
    expect(before[0]).toMatchObject({ balance: XMR });
    expect(await call('rescan_blockchain', {})).toEqual({});
    expect([await call('get_balance'), await call('get_transfers', history)]).toEqual(before);
    expect(before[1]).toMatchObject({ out: [{ note: 'Piano' }] });
  });
  it('with hard deletes destinations and transaction keys too, and keeps notes', async () => {
    const { call } = await rpc();
    await call('rescan_blockchain', { hard: true });
    const { out } = await call('get_transfers', history);
    expect(out?.[0]).toMatchObject({ amount: (299n * XMR) / 100n, note: 'Piano' });
    expect(out?.[0]).not.toHaveProperty('destinations');
    expect(await call('get_balance')).toMatchObject({ balance: XMR });
  });
  it('deletes nothing when no node answers, or when the flags contradict each other', async () => {
    const { call, refusal, node } = await rpc();
    const before = await call('get_transfers', history);
    expect(await refusal('rescan_blockchain', { hard: true, keep_key_images: true })).toMatchObject({
      code: -1,
      message: 'Cannot preserve key images on hard rescan',
    });
    node.silence();
    expect(await refusal('rescan_blockchain', {})).toMatchObject({ fault: 'node_unreachable' });
    expect(await call('get_transfers', history)).toEqual(before);
  });
});
