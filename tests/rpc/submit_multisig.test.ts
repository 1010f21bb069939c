import { describe, expect, it } from 'vitest';
import { openFixture, PAYEE, XMR, type OpenDesk } from '../support/rpc/fixture.ts';
import { openSigners, tellInfo } from '../support/rpc/signers.ts';

const DESTINATIONS = [{ address: PAYEE, amount: XMR }];

const signed = async (): Promise<{ desks: OpenDesk[]; tx_data_hex: string; txid: string; fee: bigint }> => {
  const desks = await openSigners(2, 3);
  await tellInfo(desks);
  const { multisig_txset, fee } = await desks[0]!.call('transfer', { destinations: DESTINATIONS });
  const { tx_data_hex, tx_hash_list } = await desks[1]!.call('sign_multisig', {
    tx_data_hex: multisig_txset,
  });
  return { desks, tx_data_hex: tx_data_hex, txid: tx_hash_list![0]!, fee: fee };
};

describe('submit_multisig', () => {
  it('sends the transaction and stores whom it pays, whichever signer submits', async () => {
    const { desks, tx_data_hex, txid, fee } = await signed();
    const third = desks[2]!;
    const before = await third.call('get_balance');
    expect(await third.call('submit_multisig', { tx_data_hex })).toEqual({ tx_hash_list: [txid] });
    expect(third.node.relayed).toHaveLength(1);
    const { rings } = third.wallet.state.tables;
    expect(rings.size).toBeGreaterThan(0);
    // Each signer stores the ring, so that a later spend of this output uses it again.
    for (const [image, ring] of rings) expect(desks[0]!.wallet.state.tables.rings.get(image)).toEqual(ring);
    const { pending } = await third.call('get_transfers', { pending: true });
    expect(pending).toMatchObject([
      { txid, amount: XMR, fee, destinations: [{ address: PAYEE, amount: XMR }] },
    ]);
    const after = await third.call('get_balance');
    expect(before.balance - after.balance).toBe(XMR + fee);
    expect((await third.call('get_tx_key', { txid })).tx_key).toHaveLength(64);
  });

  it('submits for a signer that never imported multisig info', async () => {
    const desks = await openSigners(2, 2);
    // The second signer exports info and imports none.
    await tellInfo(desks, [desks[0]!]);
    const { multisig_txset } = await desks[0]!.call('transfer', { destinations: DESTINATIONS });
    const { tx_data_hex } = await desks[1]!.call('sign_multisig', { tx_data_hex: multisig_txset });
    expect(desks[1]!.wallet.state.outputs.some(({ keyImage }) => keyImage)).toBe(false);
    await desks[1]!.call('submit_multisig', { tx_data_hex });
    expect((await desks[1]!.call('get_transfers', { pending: true })).pending).toHaveLength(1);
  });

  it('refuses sets with too few signatures', async () => {
    const desks = await openSigners(2, 2);
    await tellInfo(desks);
    const { multisig_txset } = await desks[0]!.call('transfer', { destinations: DESTINATIONS });
    expect(await desks[0]!.refusal('submit_multisig', { tx_data_hex: multisig_txset })).toMatchObject({
      code: -33,
      message: 'Not enough signers signed this transaction.',
    });
    expect(desks[0]!.node.relayed).toEqual([]);
  });

  it("returns the node's reasons, and frees the inputs", async () => {
    const { desks, tx_data_hex } = await signed();
    const [desk] = desks;
    desk!.node.relayFault = 'tx_rejected';
    expect(await desk!.refusal('submit_multisig', { tx_data_hex })).toMatchObject({
      code: -36,
      message: 'Failed to submit multisig tx: transaction was rejected by daemon: double spend',
    });
    expect(desk!.wallet.state.outputs.some(({ spent }) => spent)).toBe(false);
  });

  it('refuses malformed sets and wallets that are not multisig', async () => {
    const [signer] = await openSigners(2, 2);
    expect(await signer!.refusal('submit_multisig', { tx_data_hex: 'xy' })).toMatchObject({ code: -26 });
    expect(await signer!.refusal('submit_multisig', { tx_data_hex: '00' })).toMatchObject({ code: -34 });
    const alone = await openFixture();
    expect(await alone.refusal('submit_multisig', { tx_data_hex: '00' })).toMatchObject({ code: -31 });
  });
});
