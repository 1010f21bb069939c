import { describe, expect, it } from 'vitest';
import { openFixture, PAYEE, XMR } from '../support/rpc/fixture.ts';

describe('transfer_split', () => {
  it('returns its transactions as lists', async () => {
    const { call, node } = await openFixture();
    node.answer();
    const sent = await call('transfer_split', {
      destinations: [{ address: PAYEE, amount: XMR }],
      get_tx_keys: true,
      get_tx_hex: true,
      get_tx_metadata: true,
    });
    for (const list of [
      sent.tx_hash_list,
      sent.tx_key_list,
      sent.amount_list,
      sent.amounts_by_dest_list,
      sent.fee_list,
      sent.weight_list,
      sent.tx_blob_list,
      sent.tx_metadata_list,
      sent.spent_key_images_list,
    ])
      expect(list).toHaveLength(1);
    expect(sent.amount_list).toEqual([XMR]);
    expect(sent).toMatchObject({ multisig_txset: '', unsigned_txset: '' });
    expect(node.relayed).toHaveLength(1);
  });
  it('pays more payees than one transaction holds with two transactions', async () => {
    const { call, node, refusal } = await openFixture();
    node.answer();
    const destinations = Array.from({ length: 16 }, () => ({ address: PAYEE, amount: XMR / 100n }));
    const { amount_list } = await call('transfer_split', { destinations, do_not_relay: true });
    expect(amount_list).toEqual([(15n * XMR) / 100n, XMR / 100n]);
    expect(await refusal('transfer', { destinations, do_not_relay: true })).toMatchObject({
      code: -18,
      message: 'Transaction would be too large.  try /transfer_split.',
    });
  });
  it('says how much was sent when the wallet is closed meanwhile', async () => {
    const { call, node, refusal, wallet } = await openFixture();
    node.answer();
    const destinations = Array.from({ length: 16 }, () => ({ address: PAYEE, amount: XMR / 100n }));
    const commit = wallet.ledger.commit.bind(wallet.ledger);
    let closing: Promise<unknown> | undefined;
    Object.assign(wallet.ledger, {
      commit: async (given: Parameters<typeof commit>[0]) => {
        await commit(given);
        if (node.relayed.length === 1) await (closing ??= call('close_wallet'));
      },
    });
    expect(await refusal('transfer_split', { destinations })).toMatchObject({
      code: -4,
      message: '1 of 2 transactions were sent',
    });
    expect(node.relayed).toHaveLength(1);
  });
  it('refuses the same requests as transfer', async () => {
    const { refusal } = await openFixture();
    expect(await refusal('transfer_split', {})).toMatchObject({ code: -20 });
    expect(await refusal('transfer_split', { unlock_time: 1n })).toMatchObject({ code: -50 });
  });
});
