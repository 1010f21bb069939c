import { describe, expect, it } from 'vitest';
import { put } from '../../src/wallet/state/state.ts';
import { openRpcSession, openFixture, PAYEE, XMR } from '../support/rpc/fixture.ts';

const BUILD = {
  destinations: [{ address: PAYEE, amount: XMR }],
  do_not_relay: true,
  get_tx_metadata: true,
};

describe('relay_tx', () => {
  it('sends the prepared transaction itself', async () => {
    const { call, node } = await openFixture();
    node.answer();
    const { tx_hash, tx_metadata } = await call('transfer', BUILD);
    expect(await call('relay_tx', { hex: tx_metadata })).toEqual({ tx_hash });
    expect(node.relayed).toHaveLength(1);
    const { pending } = await call('get_transfers', { pending: true });
    expect(pending?.[0]?.txid).toBe(tx_hash);
  });
  it('sends the same transaction again while it waits, which cannot pay twice', async () => {
    const { call, node } = await openFixture();
    node.answer();
    const { tx_hash, tx_metadata } = await call('transfer', { ...BUILD, do_not_relay: false });
    const after = await call('get_balance');
    expect(await call('relay_tx', { hex: tx_metadata })).toEqual({ tx_hash });
    expect(node.relayed).toHaveLength(2);
    expect(node.relayed[1]).toEqual(node.relayed[0]);
    expect(await call('get_balance')).toEqual(after);
  });
  it('keeps waiting for an accepted transaction, whatever the node answers the second time', async () => {
    const { call, refusal, node } = await openFixture();
    node.answer();
    const { tx_hash, tx_metadata } = await call('transfer', { ...BUILD, do_not_relay: false });
    node.relayFault = 'tx_rejected';
    expect(await refusal('relay_tx', { hex: tx_metadata })).toMatchObject({ code: -4 });
    const { pending } = await call('get_transfers', { pending: true });
    expect(pending?.[0]?.txid).toBe(tx_hash);
  });
  it('answers the id of a transaction that is mined, and sends and changes nothing', async () => {
    const { call, node, wallet } = await openFixture();
    node.answer();
    const { tx_hash, tx_metadata } = await call('transfer', { ...BUILD, do_not_relay: false });
    // As the scan leaves it when a block has the transaction.
    const height = wallet.state.height - 1;
    const spent = wallet.state.outputs.flatMap((output, index) =>
      output.spent?.height === 0
        ? [put('outputs', String(index), { ...output, spent: { ...output.spent, height } })]
        : [],
    );
    expect(spent.length).toBeGreaterThan(0);
    const { blob: _sent, ...record } = wallet.state.tables.outgoing.get(tx_hash)!;
    await wallet.ledger.commit({
      puts: [...spent, put('outgoing', tx_hash, { ...record, state: 'confirmed', height })],
      deletes: [],
    });
    const after = await call('get_balance');
    expect(await call('relay_tx', { hex: tx_metadata })).toEqual({ tx_hash });
    expect(node.relayed).toHaveLength(1);
    expect(await call('get_balance')).toEqual(after);
  });
  it('refuses inputs that another transaction has spent', async () => {
    const { call, refusal, node } = await openFixture();
    node.answer();
    const { tx_metadata } = await call('sweep_all', { ...BUILD, address: PAYEE }).then(
      ({ tx_metadata_list }) => ({ tx_metadata: tx_metadata_list?.[0] ?? '' }),
    );
    await call('sweep_all', { address: PAYEE });
    expect(await refusal('relay_tx', { hex: tx_metadata })).toMatchObject({
      code: -4,
      fault: 'output_not_spendable',
    });
  });
  it('reports when it is unknown whether the transaction arrived', async () => {
    const { call, refusal, node } = await openFixture();
    node.answer();
    const { tx_metadata } = await call('transfer', BUILD);
    node.relayFault = 'relay_unknown';
    expect(await refusal('relay_tx', { hex: tx_metadata })).toMatchObject({
      code: -4,
      fault: 'relay_unknown',
    });
  });
  it('refuses malformed hex, other data, and no wallet', async () => {
    const { refusal } = await openFixture({ empty: true });
    expect(await refusal('relay_tx', { hex: 'xy' })).toMatchObject({
      code: -26,
      message: 'Failed to parse hex.',
    });
    for (const hex of ['', '00', 'a0'])
      expect(await refusal('relay_tx', { hex })).toMatchObject({
        code: -27,
        message: 'Failed to parse tx metadata.',
      });
    expect(await openRpcSession().refusal('relay_tx', { hex: '00' })).toMatchObject({ code: -13 });
  });
});
