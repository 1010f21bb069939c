import { describe, expect, it } from 'vitest';
import { change, put } from '../../src/wallet/state/state.ts';
import { KEYS, openRpcSession, openFixture, PAYEE, XMR } from '../support/rpc/fixture.ts';
import { openHalves, type TwoWallets } from '../support/rpc/halves.ts';
import { kept } from '../support/rpc/kept.ts';
import { ownOutput, shown } from '../support/rpc/own-output.ts';

const propose = async ({ hot }: TwoWallets): Promise<string> =>
  (await hot.call('transfer', { destinations: [{ address: PAYEE, amount: XMR }] })).unsigned_txset;

describe('sign_transfer', () => {
  it('signs without having seen the outputs before, and stores the transaction keys', async () => {
    const halves = await openHalves();
    const { cold } = halves;
    const signed = await cold.call('sign_transfer', {
      unsigned_txset: await propose(halves),
      export_raw: true,
      get_tx_keys: true,
    });
    expect(signed.signed_txset).toMatch(/^4d6f6e65726f207369676e65642074782073657405/);
    expect(signed.tx_hash_list).toHaveLength(1);
    expect(signed.tx_raw_list).toHaveLength(1);
    const txid = signed.tx_hash_list![0]!;
    expect((await cold.call('get_tx_key', { txid })).tx_key).toBe(signed.tx_key_list![0]);
    // The signer knows the outputs now.
    expect((await cold.call('get_balance', {})).balance).toBe((89n * XMR) / 10n);
  });
  it('signs for addresses far beyond its look-ahead', async () => {
    const { hot, cold } = await openHalves();
    // The watching wallet has made many addresses and accounts, which the signer does not know.
    const far = ownOutput(KEYS, {
      tx: 'far',
      amount: 4n * XMR,
      major: 60,
      minor: 900,
      height: 400,
      globalIndex: 8000,
    });
    const { keyImage: _image, ...seen } = far;
    hot.node.outputs.set(far.globalIndex, shown(far));
    const labels = Array.from({ length: 61 }, (_, major) => put('labels', String(major), ['', '']));
    await hot.wallet.ledger.commit(change([...labels, put('outputs', '6', seen)]));
    const { unsigned_txset } = await hot.call('transfer', {
      destinations: [{ address: PAYEE, amount: XMR }],
      account_index: 60,
    });
    const { summary } = await cold.call('describe_transfer', { unsigned_txset });
    expect(summary.change_amount).toBeGreaterThan(0n);
    const { signed_txset, tx_hash_list } = await cold.call('sign_transfer', { unsigned_txset });
    expect(await hot.call('submit_transfer', { tx_data_hex: signed_txset })).toEqual({ tx_hash_list });
  });
  it('returns keys and blobs only on request', async () => {
    const halves = await openHalves();
    const signed = await halves.cold.call('sign_transfer', { unsigned_txset: await propose(halves) });
    expect(signed.tx_key_list).toBeUndefined();
    expect(signed.tx_raw_list).toBeUndefined();
  });
  it('refuses a watching wallet, a hot wallet, no wallet, and a malformed set', async () => {
    const halves = await openHalves();
    const unsigned_txset = await propose(halves);
    expect(await halves.hot.refusal('sign_transfer', { unsigned_txset })).toMatchObject({ code: -29 });
    expect(await openRpcSession().refusal('sign_transfer', { unsigned_txset })).toMatchObject({ code: -13 });
    const before = kept(halves.cold);
    expect(await halves.cold.refusal('sign_transfer', { unsigned_txset: '0' })).toMatchObject({ code: -26 });
    expect(await halves.cold.refusal('sign_transfer', { unsigned_txset: '' })).toMatchObject({ code: -39 });
    expect(kept(halves.cold)).toBe(before);
    const warm = await openFixture();
    expect(await warm.refusal('sign_transfer', { unsigned_txset })).toMatchObject({
      code: -42,
      fault: 'hot_wallet',
    });
  });
});
