import { beforeAll, describe, expect, it } from 'vitest';
import { openDesk, openFixture, PAYEE, XMR } from '../support/rpc/fixture.ts';
import { kept, openHalves, type TwoDesks } from '../support/rpc/halves.ts';
import { useWasmKernel } from '../support/wasm-kernel.ts';

beforeAll(useWasmKernel);

const propose = async ({ hot }: TwoDesks): Promise<string> =>
  (await hot.call('transfer', { destinations: [{ address: PAYEE, amount: XMR }] })).unsigned_txset;

describe('sign_transfer', () => {
  it('signs without ever having seen the outputs, and keeps the keys', async () => {
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
    // It knows the outputs now.
    expect((await cold.call('get_balance', {})).balance).toBe((89n * XMR) / 10n);
  });
  it('tells keys and blobs only when asked', async () => {
    const halves = await openHalves();
    const signed = await halves.cold.call('sign_transfer', { unsigned_txset: await propose(halves) });
    expect(signed.tx_key_list).toBeUndefined();
    expect(signed.tx_raw_list).toBeUndefined();
  });
  it('refuses in a watching wallet, in a hot one, without a wallet, and what is no set', async () => {
    const halves = await openHalves();
    const unsigned_txset = await propose(halves);
    expect(await halves.hot.refusal('sign_transfer', { unsigned_txset })).toMatchObject({ code: -29 });
    expect(await openDesk().refusal('sign_transfer', { unsigned_txset })).toMatchObject({ code: -13 });
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
