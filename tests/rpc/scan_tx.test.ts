import { describe, expect, it } from 'vitest';
import { toHex } from '../../src/base/hex.ts';
import { XMR } from '../support/rpc/fixture.ts';
import { openChainWallet } from '../support/rpc/chain-wallet.ts';
import { createTestChain, keyImageOf, txidOf } from '../unit/wallet/test-chain.ts';

const early = { id: 'early', outputs: [{ name: 'e', amount: 3n * XMR }] };
const late = { id: 'late', outputs: [{ name: 'l', amount: XMR }] };
const id = (tx: { readonly id: string }): string => toHex(txidOf(tx.id));

/** A wallet whose birthday lies between the two payments. */
const rpc = async () => {
  const chain = createTestChain(3);
  chain.add([early]);
  chain.addEmpty(10);
  chain.add([late]);
  chain.addEmpty(20);
  const opened = await openChainWallet(chain, 8);
  await opened.call('refresh');
  opened.offer(early, 3);
  opened.offer(late, 14);
  return opened;
};

describe('scan_tx', () => {
  it('finds an output from before the birthday, and inserts it at its height', async () => {
    const { call, wallet } = await rpc();
    expect(await call('get_balance')).toMatchObject({ balance: XMR });
    expect(await call('scan_tx', { txids: [id(early)] })).toEqual({});
    expect(await call('get_balance')).toMatchObject({ balance: 4n * XMR, unlocked_balance: 4n * XMR });
    const { transfers } = await call('incoming_transfers', { transfer_type: 'all' });
    expect(transfers?.map(({ block_height, global_index }) => [block_height, global_index])).toEqual([
      [3, 7000],
      [14, expect.any(Number)],
    ]);
    expect(wallet.state.byKeyImage.get(toHex(keyImageOf('l')))).toBe(1);
    const { in: entries } = await call('get_transfers', { in: true });
    expect(entries?.map(({ txid }) => txid)).toEqual([id(early), id(late)]);
  });
  it('asks the node whether that output is already spent', async () => {
    const { call, node } = await rpc();
    node.spent.set(toHex(keyImageOf('e')), 1);
    await call('scan_tx', { txids: [id(early)] });
    expect(await call('get_balance')).toMatchObject({ balance: XMR });
  });
  it('asks again when it is repeated after the node did not answer', async () => {
    const { call, node, refusal, wallet } = await rpc();
    node.spent.set(toHex(keyImageOf('e')), 1);
    const commit = wallet.ledger.commit.bind(wallet.ledger);
    Object.assign(wallet.ledger, {
      commit: async (given: Parameters<typeof commit>[0]) => {
        await commit(given);
        node.silence();
      },
    });
    expect(await refusal('scan_tx', { txids: [id(early)] })).toMatchObject({
      code: expect.any(Number) as number,
    });
    Object.assign(wallet.ledger, { commit });
    node.answer();
    await call('scan_tx', { txids: [id(early)] });
    expect(await call('get_balance')).toMatchObject({ balance: XMR });
  });
  it('changes nothing for transactions that are known', async () => {
    const { call } = await rpc();
    const before = await call('get_transfers', { in: true });
    await call('scan_tx', { txids: [id(late), id(late)] });
    expect(await call('get_transfers', { in: true })).toEqual(before);
  });
  it('finds a payment that spends that output, in any order of the ids, in one call or later', async () => {
    const paid = { id: 'paid', spends: ['e'], outputs: [{ name: 'back', amount: XMR }] };
    for (const calls of [
      [[paid, early]],
      [[early], [paid]],
      [
        [early, paid],
        [early, paid],
      ],
    ]) {
      const chain = createTestChain(3);
      chain.add([early]);
      chain.add([paid]);
      chain.addEmpty(10);
      const { call, node, offer } = await openChainWallet(chain, 8);
      await call('refresh');
      offer(early, 3);
      offer(paid, 4);
      node.spent.set(toHex(keyImageOf('e')), 1);
      for (const txs of calls) await call('scan_tx', { txids: txs.map(id) });
      expect(await call('get_balance')).toMatchObject({ balance: XMR });
      const { in: got, out } = await call('get_transfers', { in: true, out: true });
      expect(got?.map(({ txid }) => txid)).toEqual([id(early)]);
      expect(out?.map(({ txid, change_amount }) => [txid, change_amount])).toEqual([[id(paid), XMR]]);
    }
  });
  it('turns an output that it took for income into change when it finds the spend', async () => {
    const paid = { id: 'paid', spends: ['e'], outputs: [{ name: 'back', amount: XMR }] };
    const chain = createTestChain(3);
    chain.add([early]);
    chain.addEmpty(10);
    chain.add([paid]);
    const { call, node, offer } = await openChainWallet(chain, 8);
    node.spent.set(toHex(keyImageOf('e')), 1);
    await call('refresh');
    expect(await call('get_transfers', { in: true, out: true })).toMatchObject({ in: [{ txid: id(paid) }] });
    offer(early, 3);
    offer(paid, 14);
    await call('scan_tx', { txids: [id(paid), id(early)] });
    const { in: got, out } = await call('get_transfers', { in: true, out: true });
    expect(got?.map(({ txid }) => txid)).toEqual([id(early)]);
    expect(out).toMatchObject([{ txid: id(paid), change_amount: XMR }]);
    expect(await call('get_balance')).toMatchObject({ balance: XMR });
  });
  it('scans the blocks first when a transaction is in a block that was not scanned', async () => {
    const chain = createTestChain(3);
    chain.add([early]);
    chain.addEmpty(2);
    const { call, offer } = await openChainWallet(chain);
    offer(early, 3);
    await call('scan_tx', { txids: [id(early)] });
    expect(await call('get_balance')).toMatchObject({ balance: 3n * XMR });
    expect(await call('get_height')).toEqual({ height: 6 });
  });
  it('keeps what it found when the wallet is opened again', async () => {
    const { call, session } = await rpc();
    await call('scan_tx', { txids: [id(early)] });
    await call('close_wallet');
    await session.openFile('Everyday', 'correct horse');
    expect(await call('get_balance')).toMatchObject({ balance: 4n * XMR });
  });
  it('refuses malformed ids, and ids that the node does not know', async () => {
    const { refusal } = await rpc();
    expect(await refusal('scan_tx', { txids: ['x'] })).toMatchObject({
      code: -8,
      message: 'TX ID has invalid format',
    });
    expect(await refusal('scan_tx', { txids: ['ab'.repeat(32)] })).toMatchObject({ code: -1 });
  });
});
