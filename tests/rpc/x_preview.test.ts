import { describe, expect, it } from 'vitest';
import { keyImage, openFixture, PAYEE, XMR } from '../support/rpc/fixture.ts';

const to = (amount: bigint) => ({ destinations: [{ address: PAYEE, amount }], account_index: 0 });
const sum = (inputs: readonly { readonly amount: bigint }[] = []): bigint =>
  inputs.reduce((total, { amount }) => total + amount, 0n);

describe('x_preview', () => {
  it('returns the fee and the spent outputs for each level', async () => {
    const { call, node } = await openFixture();
    node.answer();
    const { levels = [] } = await call('x_preview', to(XMR));
    expect(levels.map(({ priority }) => priority)).toEqual([1, 2, 3]);
    for (const { amount, fee, inputs, change, unlocked_after, too_much } of levels) {
      expect(amount).toBe(XMR);
      expect(sum(inputs)).toBe(amount + fee + change);
      expect(unlocked_after).toBe((79n * XMR) / 10n - sum(inputs));
      expect(too_much).toBeUndefined();
    }
    const fees = levels.map(({ fee }) => fee);
    expect(fees[1]).toBeGreaterThan(fees[0]!);
    expect(fees[2]).toBeGreaterThan(fees[1]!);
  });
  it('is close to what is built afterwards, and asks for no decoys', async () => {
    const { call, node, wallet } = await openFixture();
    node.answer();
    const { levels = [] } = await call('x_preview', to(XMR));
    expect(wallet.state.tables.rings.size).toBe(0);
    const { fee, weight } = await call('transfer', { ...to(XMR), priority: 2, do_not_relay: true });
    const byteOff = Math.abs(Number(levels[1]!.fee - fee)) / 80_000;
    expect(byteOff).toBeLessThan(weight * 0.05);
  });
  it('does not call the exact rest too much, whose fee is a little below the estimate', async () => {
    const { call, node } = await openFixture();
    node.answer();
    const all = (79n * XMR) / 10n;
    const { fee } = await call('transfer', { ...to(all - XMR / 10n), priority: 1, do_not_relay: true });
    const { levels = [] } = await call('x_preview', to(all - fee));
    expect(levels[0]).toMatchObject({ fee, change: 0n });
    expect(levels[0]).not.toHaveProperty('too_much');
    expect(levels[2]!.too_much).toBe(true);
  });
  it('returns the received amount when everything is sent', async () => {
    const { call, node } = await openFixture();
    node.answer();
    const { levels = [] } = await call('x_preview', { ...to(0n), sweep: true });
    for (const { amount, fee, inputs, change } of levels) {
      expect(sum(inputs)).toBe((79n * XMR) / 10n);
      expect(amount + fee).toBe(sum(inputs));
      expect(change).toBe(0n);
    }
  });
  it('marks levels that the balance cannot pay', async () => {
    const { call, node } = await openFixture();
    node.answer();
    const { levels: none = [] } = await call('x_preview', to(8n * XMR));
    expect(none.map(({ too_much }) => too_much)).toEqual([true, true, true]);
    const { levels: empty = [] } = await call('x_preview', { ...to(0n), account_index: 4, sweep: true });
    expect(empty.map(({ too_much }) => too_much)).toEqual([true, true, true]);
  });
  it('counts only the outputs with the given key images', async () => {
    const { call, refusal, node, wallet } = await openFixture();
    node.answer();
    const key_images = [keyImage(wallet, 'two')];
    const { levels = [] } = await call('x_preview', { ...to(XMR), key_images });
    expect(levels.map(({ inputs }) => sum(inputs))).toEqual([2n * XMR, 2n * XMR, 2n * XMR]);
    const { levels: much = [] } = await call('x_preview', { ...to(2n * XMR), key_images });
    expect(much.map(({ too_much }) => too_much)).toEqual([true, true, true]);
    const { levels: all = [] } = await call('x_preview', { ...to(0n), sweep: true, key_images });
    for (const { amount, fee } of all) expect(amount + fee).toBe(2n * XMR);
    await call('freeze', { key_image: key_images[0]! });
    expect(await refusal('x_preview', { ...to(XMR), key_images })).toMatchObject({
      fault: 'output_not_spendable',
    });
  });
  it('refuses wrong addresses and zero amounts, and needs a node', async () => {
    const { refusal, node } = await openFixture();
    expect(await refusal('x_preview', to(XMR))).toMatchObject({ fault: 'no_node' });
    node.answer();
    expect(await refusal('x_preview', { destinations: [{ address: 'x', amount: 1n }] })).toMatchObject({
      code: -2,
      fault: 'bad_address',
    });
    expect(await refusal('x_preview', to(0n))).toMatchObject({ fault: 'zero_amount' });
  });
});
