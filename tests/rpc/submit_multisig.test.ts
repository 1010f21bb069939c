import { describe, expect, it } from 'vitest';
import { openFixture, PAYEE, XMR, type RpcWallet } from '../support/rpc/fixture.ts';
import { openSigners, tellInfo } from '../support/rpc/signers.ts';

const DESTINATIONS = [{ address: PAYEE, amount: XMR }];

const signed = async (): Promise<{
  sessions: RpcWallet[];
  tx_data_hex: string;
  txid: string;
  fee: bigint;
}> => {
  const sessions = await openSigners(2, 3);
  await tellInfo(sessions);
  const { multisig_txset, fee } = await sessions[0]!.call('transfer', { destinations: DESTINATIONS });
  const { tx_data_hex, tx_hash_list } = await sessions[1]!.call('sign_multisig', {
    tx_data_hex: multisig_txset,
  });
  return { sessions, tx_data_hex: tx_data_hex, txid: tx_hash_list![0]!, fee: fee };
};

describe('submit_multisig', () => {
  it('sends the transaction and stores whom it pays, whichever signer submits', async () => {
    const { sessions, tx_data_hex, txid, fee } = await signed();
    const third = sessions[2]!;
    const before = await third.call('get_balance');
    expect(await third.call('submit_multisig', { tx_data_hex })).toEqual({ tx_hash_list: [txid] });
    expect(third.node.relayed).toHaveLength(1);
    const { rings } = third.wallet.state.tables;
    expect(rings.size).toBeGreaterThan(0);
    // Each signer stores the ring, so that a later spend of this output uses it again.
    for (const [image, ring] of rings)
      expect(sessions[0]!.wallet.state.tables.rings.get(image)).toEqual(ring);
    const { pending } = await third.call('get_transfers', { pending: true });
    expect(pending).toMatchObject([
      { txid, amount: XMR, fee, destinations: [{ address: PAYEE, amount: XMR }] },
    ]);
    const after = await third.call('get_balance');
    expect(before.balance - after.balance).toBe(XMR + fee);
    expect((await third.call('get_tx_key', { txid })).tx_key).toHaveLength(64);
  });

  it('submits for a signer that never imported multisig info', async () => {
    const sessions = await openSigners(2, 2);
    // The second signer exports info and imports none.
    await tellInfo(sessions, [sessions[0]!]);
    const { multisig_txset } = await sessions[0]!.call('transfer', { destinations: DESTINATIONS });
    const { tx_data_hex } = await sessions[1]!.call('sign_multisig', { tx_data_hex: multisig_txset });
    expect(sessions[1]!.wallet.state.outputs.some(({ keyImage }) => keyImage)).toBe(false);
    await sessions[1]!.call('submit_multisig', { tx_data_hex });
    expect((await sessions[1]!.call('get_transfers', { pending: true })).pending).toHaveLength(1);
  });

  it('refuses sets with too few signatures', async () => {
    const sessions = await openSigners(2, 2);
    await tellInfo(sessions);
    const { multisig_txset } = await sessions[0]!.call('transfer', { destinations: DESTINATIONS });
    expect(await sessions[0]!.refusal('submit_multisig', { tx_data_hex: multisig_txset })).toMatchObject({
      code: -33,
      message: 'Not enough signers signed this transaction.',
    });
    expect(sessions[0]!.node.relayed).toEqual([]);
  });

  it("returns the node's reasons, and frees the inputs", async () => {
    const { sessions, tx_data_hex } = await signed();
    const [rpc] = sessions;
    rpc!.node.relayFault = 'tx_rejected';
    expect(await rpc!.refusal('submit_multisig', { tx_data_hex })).toMatchObject({
      code: -36,
      message: 'Failed to submit multisig tx: transaction was rejected by daemon: double spend',
    });
    expect(rpc!.wallet.state.outputs.some(({ spent }) => spent)).toBe(false);
  });

  it('refuses malformed sets and wallets that are not multisig', async () => {
    const [signer] = await openSigners(2, 2);
    expect(await signer!.refusal('submit_multisig', { tx_data_hex: 'xy' })).toMatchObject({ code: -26 });
    expect(await signer!.refusal('submit_multisig', { tx_data_hex: '00' })).toMatchObject({ code: -34 });
    const alone = await openFixture();
    expect(await alone.refusal('submit_multisig', { tx_data_hex: '00' })).toMatchObject({ code: -31 });
  });
});
