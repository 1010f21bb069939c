import { describe, expect, it } from 'vitest';
import { openFixture, keyImage, txid, XMR } from '../support/rpc/fixture.ts';
import { toHex } from '../../src/base/hex.ts';

describe('incoming_transfers', () => {
  it('lists all, available or unavailable outputs', async () => {
    const { call } = await openFixture();
    const amounts = async (transfer_type: string) => {
      const { transfers = [] } = await call('incoming_transfers', { transfer_type });
      return transfers.map(({ amount }) => amount);
    };
    const change = (9n * XMR) / 10n;
    expect(await amounts('all')).toEqual([5n * XMR, 3n * XMR, 2n * XMR, change, XMR]);
    expect(await amounts('available')).toEqual([5n * XMR, 2n * XMR, change, XMR]);
    expect(await amounts('unavailable')).toEqual([3n * XMR]);
  });
  it('fills every field', async () => {
    const { call, wallet } = await openFixture();
    const { transfers } = await call('incoming_transfers', {
      transfer_type: 'available',
      subaddr_indices: [1],
    });
    expect(transfers).toEqual([
      {
        amount: 2n * XMR,
        spent: false,
        global_index: 4000,
        tx_hash: txid('two'),
        subaddr_index: { major: 0, minor: 1 },
        key_image: keyImage(wallet, 'two'),
        pubkey: toHex(wallet.state.outputs[2]!.key),
        block_height: 200,
        frozen: false,
        unlocked: true,
      },
    ]);
  });
  it('returns an empty key image where it is unknown', async () => {
    const { call } = await openFixture({ watchOnly: true });
    const { transfers } = await call('incoming_transfers', { transfer_type: 'all' });
    expect(new Set(transfers?.map(({ key_image }) => key_image))).toEqual(new Set(['']));
  });
  it('refuses other transfer types', async () => {
    const { refusal } = await openFixture();
    expect(await refusal('incoming_transfers', { transfer_type: 'some' })).toMatchObject({
      code: -6,
      message: 'Transfer type must be one of: all, available, or unavailable',
    });
  });
});
