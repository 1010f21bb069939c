import { describe, expect, it } from 'vitest';
import { keyImage, openFixture, PAYEE, XMR } from '../support/rpc/fixture.ts';

describe('rescan_spent', () => {
  it('sets each output to what the node reports, but for those that a block spends', async () => {
    const { call, node, wallet } = await openFixture();
    node.answer();
    node.spent.set(keyImage(wallet, 'five'), 1);
    node.spent.set(keyImage(wallet, 'two'), 2);
    expect(await call('rescan_spent')).toEqual({});
    const { transfers } = await call('incoming_transfers', { transfer_type: 'unavailable' });
    // A node that lags calls the output that was spent in a block unspent, too.
    expect(transfers?.map(({ amount }) => amount)).toEqual([5n * XMR, 3n * XMR, 2n * XMR]);
    node.spent.clear();
    await call('rescan_spent');
    const again = await call('incoming_transfers', { transfer_type: 'unavailable' });
    expect(again.transfers?.map(({ amount }) => amount)).toEqual([3n * XMR]);
  });
  it('keeps the inputs of a pending payment spent', async () => {
    const { call, node } = await openFixture();
    node.answer();
    node.relayFault = 'relay_unknown';
    await expect(
      call('transfer', { destinations: [{ address: PAYEE, amount: 6n * XMR }] }),
    ).rejects.toThrow();
    const { unlocked_balance } = await call('get_balance');
    await call('rescan_spent');
    expect((await call('get_balance')).unlocked_balance).toBe(unlocked_balance);
  });
  it('asks only a trusted node', async () => {
    const { call, refusal, node } = await openFixture();
    node.answer();
    await call('x_set_node', { address: 'https://node.example' });
    expect(await refusal('rescan_spent')).toMatchObject({
      code: -1,
      message: 'This command requires a trusted daemon.',
    });
  });
});
