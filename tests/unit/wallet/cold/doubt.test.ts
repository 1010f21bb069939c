import { describe, expect, test } from 'vitest';
import { doubtfulOutputs } from '../../../../src/wallet/cold/doubt.ts';
import { openFixture, PAYEE, XMR } from '../../../support/rpc/fixture.ts';
import { exchange, openHalves } from '../../../support/rpc/halves.ts';

describe('coins that may be spent without the knowledge of a watching wallet', () => {
  test('are all before the first exchange of key images, and none after it', async () => {
    const halves = await openHalves();
    const { state } = halves.hot.wallet;
    expect(doubtfulOutputs(state)).toBe(5);
    await exchange(halves);
    expect(doubtfulOutputs(state)).toBe(0);
  });
  test('are not those found later, unless another program has paid since', async () => {
    const halves = await openHalves();
    await exchange(halves);
    const { ledger, state } = halves.hot.wallet;
    const last = state.outputs.at(-1)!;
    const { keyImage: _known, ...found } = { ...last, height: last.height + 1 };
    await ledger.commit({
      puts: [{ table: 'outputs', key: String(state.outputs.length - 1), value: found }],
      deletes: [],
    });
    expect(doubtfulOutputs(state)).toBe(0);
    const [id, paid] = [...state.tables.outgoing][0]!;
    const elsewhere = { ...paid, state: 'confirmed' as const, destinations: [], height: last.height + 5 };
    await ledger.commit({ puts: [{ table: 'outgoing', key: id, value: elsewhere }], deletes: [] });
    expect(doubtfulOutputs(state)).toBe(1);
  });
  test('are those older than one whose key image is known', async () => {
    const halves = await openHalves();
    await exchange(halves);
    const { ledger, state } = halves.hot.wallet;
    const { keyImage: _known, ...first } = state.outputs[0]!;
    await ledger.commit({ puts: [{ table: 'outputs', key: '0', value: first }], deletes: [] });
    expect(doubtfulOutputs(state)).toBe(1);
  });
  test('are none in a wallet that spends itself', async () => {
    expect(doubtfulOutputs((await openFixture()).wallet.state)).toBe(0);
  });
});

describe('the status of a watching wallet', () => {
  test('names its signing device, and whether the balance may be wrong', async () => {
    const halves = await openHalves();
    const { hot } = halves;
    expect(await hot.call('x_status')).toMatchObject({ unmarked: 6, doubtful: 5 });
    await hot.call('set_attribute', { key: 'ostro.signing_device', value: 'xmrsigner' });
    await exchange(halves);
    expect(await hot.call('x_status')).toMatchObject({ signing_device: 'xmrsigner' });
    expect((await hot.call('x_status')).doubtful ?? 0).toBe(0);
    await hot.call('set_attribute', { key: 'ostro.signing_device', value: 'a toaster' });
    expect((await hot.call('x_status')).signing_device).toBeUndefined();
  });
});

describe('an unsigned set', () => {
  // threat: other-signed-set
  test('has no outputs for a device that forgets them, which signs it with fresh memory', async () => {
    const halves = await openHalves();
    await exchange(halves);
    const { hot } = halves;
    await hot.call('set_attribute', { key: 'ostro.signing_device', value: 'xmrsigner' });
    // A coin that the exchange did not contain: the list would begin behind those that the device has forgotten.
    const { ledger, state } = hot.wallet;
    const { keyImage: _known, ...found } = state.outputs.at(-1)!;
    await ledger.commit({
      puts: [{ table: 'outputs', key: String(state.outputs.length - 1), value: found }],
      deletes: [],
    });
    const { unsigned_txset } = await hot.call('transfer', {
      destinations: [{ address: PAYEE, amount: XMR }],
    });
    const forgetful = await openFixture({ empty: true });
    const { signed_txset, tx_hash_list } = await forgetful.call('sign_transfer', { unsigned_txset });
    expect(await hot.call('submit_transfer', { tx_data_hex: signed_txset })).toEqual({ tx_hash_list });
    await hot.call('set_attribute', { key: 'ostro.signing_device', value: 'other' });
    const { unsigned_txset: usual } = await hot.call('transfer', {
      destinations: [{ address: PAYEE, amount: XMR }],
      account_index: 1,
    });
    const other = await openFixture({ empty: true });
    expect(await other.refusal('sign_transfer', { unsigned_txset: usual })).toMatchObject({ code: -42 });
  });
});
