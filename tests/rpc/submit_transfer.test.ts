import { describe, expect, it } from 'vitest';
import { openRpcSession, PAYEE, XMR } from '../support/rpc/fixture.ts';
import { openHalves, type TwoWallets } from '../support/rpc/halves.ts';
import { kept } from '../support/rpc/kept.ts';

const sign = async ({ hot, cold }: TwoWallets) => {
  const destinations = [{ address: PAYEE, amount: XMR }];
  const { unsigned_txset, fee } = await hot.call('transfer', { destinations });
  return { fee, ...(await cold.call('sign_transfer', { unsigned_txset })) };
};

describe('submit_transfer', () => {
  it('sends the payment and stores its payees, without its transaction keys', async () => {
    const halves = await openHalves();
    const { hot } = halves;
    const { signed_txset, tx_hash_list, fee } = await sign(halves);
    expect(await hot.call('submit_transfer', { tx_data_hex: signed_txset })).toEqual({ tx_hash_list });
    expect(hot.node.relayed).toHaveLength(1);
    const { pending } = await hot.call('get_transfers', { pending: true });
    expect(pending).toHaveLength(1);
    expect(pending![0]).toMatchObject({
      txid: tx_hash_list![0],
      amount: XMR,
      fee,
      destinations: [{ address: PAYEE, amount: XMR }],
    });
    expect(await hot.call('get_tx_key', { txid: tx_hash_list![0]! })).toEqual({ tx_key: '' });
  });
  it('stores the key images of the change', async () => {
    const halves = await openHalves();
    const { signed_txset } = await sign(halves);
    await halves.hot.call('submit_transfer', { tx_data_hex: signed_txset });
    // Key images of six outputs, and of the change.
    expect(halves.hot.wallet.state.tables.keyImages.size).toBe(7);
    expect(halves.hot.wallet.state.outputs.every(({ keyImage }) => keyImage)).toBe(true);
  });
  // threat: own-lookups
  it('rescans blocks once for outputs whose key images arrived with the set', async () => {
    const halves = await openHalves();
    const { hot } = halves;
    const { signed_txset } = await sign(halves);
    await hot.call('submit_transfer', { tx_data_hex: signed_txset });
    expect(hot.wallet.state.tables.spendSearch.get('')).toEqual({ from: 1, next: 1, to: 1000 });
    await hot.wallet.ledger.commit({ puts: [], deletes: [{ table: 'spendSearch', key: '' }] });
    await hot.call('submit_transfer', { tx_data_hex: signed_txset });
    expect(hot.wallet.state.tables.spendSearch.size).toBe(0);
  });
  it('called twice makes one payment', async () => {
    const halves = await openHalves();
    const { hot } = halves;
    const { signed_txset, tx_hash_list } = await sign(halves);
    for (let time = 0; time < 2; time++)
      expect(await hot.call('submit_transfer', { tx_data_hex: signed_txset })).toEqual({ tx_hash_list });
    expect((await hot.call('get_transfers', { pending: true })).pending).toHaveLength(1);
  });
  it('refuses to spend inputs of a pending payment', async () => {
    const halves = await openHalves();
    const { hot, cold } = halves;
    const destinations = [{ address: PAYEE, amount: 5n * XMR }];
    const sets: string[] = [];
    for (let time = 0; time < 2; time++) {
      const { unsigned_txset } = await hot.call('transfer', { destinations });
      sets.push((await cold.call('sign_transfer', { unsigned_txset })).signed_txset);
    }
    await hot.call('submit_transfer', { tx_data_hex: sets[0]! });
    expect(await hot.refusal('submit_transfer', { tx_data_hex: sets[1]! })).toMatchObject({
      code: -41,
      fault: 'output_not_spendable',
    });
    expect(hot.node.relayed).toHaveLength(1);
  });
  it('reports when the node refuses or does not answer', async () => {
    for (const wrong of ['tx_rejected', 'relay_unknown'] as const) {
      const halves = await openHalves();
      const { signed_txset } = await sign(halves);
      halves.hot.node.relayFault = wrong;
      expect(await halves.hot.refusal('submit_transfer', { tx_data_hex: signed_txset })).toMatchObject({
        code: -41,
        fault: wrong,
      });
    }
  });
  it("refuses unsigned sets, other wallets' sets and malformed ones, and changes nothing", async () => {
    const halves = await openHalves();
    const { hot } = halves;
    const destinations = [{ address: PAYEE, amount: XMR }];
    const { unsigned_txset } = await hot.call('transfer', { destinations });
    const { signed_txset } = await sign(halves);
    const before = kept(hot);
    for (const tx_data_hex of [unsigned_txset, '', signed_txset.slice(0, -2), signed_txset.slice(0, 60)])
      expect(await hot.refusal('submit_transfer', { tx_data_hex })).toMatchObject({ code: -40 });
    expect(await hot.refusal('submit_transfer', { tx_data_hex: 'g' })).toMatchObject({ code: -26 });
    expect(kept(hot)).toBe(before);
    const other = openRpcSession();
    expect(await other.refusal('submit_transfer', { tx_data_hex: signed_txset })).toMatchObject({
      code: -13,
    });
    await other.call('create_wallet', { filename: 'other', password: '', language: 'English' });
    expect(await other.refusal('submit_transfer', { tx_data_hex: signed_txset })).toMatchObject({
      code: -40,
    });
  });
});
