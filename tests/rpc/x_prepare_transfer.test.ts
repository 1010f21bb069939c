import { describe, expect, it } from 'vitest';
import { toHex } from '../../src/base/hex.ts';
import { keyInputs } from '../../src/protocol/tx/prefix.ts';
import { readTransaction } from '../../src/protocol/tx/transaction.ts';
import { HEIGHT, keyImage, known, openRpcSession, openFixture, PAYEE, XMR } from '../support/rpc/fixture.ts';
import { nameOutputs } from '../support/rpc/named.ts';

const TO = { destinations: [{ address: PAYEE, amount: XMR }], priority: 1 };
/** Key images that a transaction spends, in hex. */
const spentBy = (blob: Uint8Array): string[] =>
  keyInputs(readTransaction(blob).prefix).map(({ keyImage: image }) => toHex(image));

describe('x_prepare_transfer', () => {
  it('returns exact numbers and an id, and neither sends nor binds anything', async () => {
    const { call, node } = await openFixture();
    node.answer();
    const before = await call('get_balance');
    const { id, inputs = [], ...numbers } = await call('x_prepare_transfer', TO);
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    const taken = inputs.reduce((sum, { amount }) => sum + amount, 0n);
    expect(numbers.amount).toBe(XMR);
    expect(taken).toBe(XMR + numbers.fee + numbers.change);
    expect(numbers.unlocked_after).toBe((79n * XMR) / 10n - taken);
    expect(Object.keys(numbers).sort()).toEqual([
      'amount',
      'change',
      'destinations',
      'fee',
      'transactions',
      'unlocked_after',
    ]);
    expect(numbers.transactions).toEqual([{ recipients: 1, fee: numbers.fee }]);
    expect(numbers.destinations).toEqual(TO.destinations);
    expect(node.relayed).toEqual([]);
    expect(await call('get_balance')).toEqual(before);
    // The next payment may choose the same outputs.
    expect((await call('x_prepare_transfer', TO)).id).not.toBe(id);
  });
  it('counts what a light-wallet server names, also for get_tx_metadata', async () => {
    const { call, node, wallet } = await openFixture();
    await nameOutputs({ call, wallet }, HEIGHT);
    node.answer();
    const { unlocked_balance } = await call('get_balance');
    const { inputs = [], unlocked_after } = await call('x_prepare_transfer', TO);
    const taken = inputs.reduce((sum, { amount }) => sum + amount, 0n);
    expect(unlocked_after).toBe(unlocked_balance - taken);
    const { tx_metadata } = await call('transfer', { ...TO, get_tx_metadata: true });
    expect(tx_metadata).not.toBe('');
  });
  it('spends exactly the outputs with the given key images', async () => {
    const { call, refusal, node, wallet } = await openFixture();
    node.answer();
    const chosen = ['two', 'paid'].map((name) => keyImage(wallet, name));
    const { id, inputs = [] } = await call('x_prepare_transfer', { ...TO, key_images: chosen });
    expect(inputs.map(({ amount }) => amount)).toEqual([2n * XMR, (9n * XMR) / 10n]);
    await call('x_send_prepared', { id });
    expect(spentBy(node.relayed[0]!).sort()).toEqual([...chosen].sort());
    const five = keyImage(wallet, 'five');
    const much = { destinations: [{ address: PAYEE, amount: 5n * XMR }], key_images: [five] };
    expect(await refusal('x_prepare_transfer', much)).toMatchObject({ fault: 'chosen_too_little' });
    expect(await refusal('x_prepare_transfer', { ...TO, key_images: ['xy'] })).toMatchObject({
      fault: 'bad_key_image',
    });
    expect(await refusal('x_prepare_transfer', { ...TO, key_images: chosen })).toMatchObject({
      fault: 'output_not_spendable',
    });
    await call('freeze', { key_image: five });
    expect(await refusal('x_prepare_transfer', { ...TO, key_images: [five] })).toMatchObject({
      fault: 'output_not_spendable',
    });
  });
  it('returns what each of several payees gets, less its part of the fee if the payees pay it', async () => {
    const { call, node } = await openFixture();
    node.answer();
    const [to] = TO.destinations;
    const destinations = [
      to!,
      { address: known.addresses[0]!.address, amount: 2n * XMR },
      { ...to!, amount: XMR / 2n },
    ];
    const paid = await call('x_prepare_transfer', { ...TO, destinations });
    expect(paid.destinations).toEqual(destinations);
    const less = await call('x_prepare_transfer', {
      ...TO,
      destinations,
      subtract_fee_from_outputs: [0, 1, 2],
    });
    const parts = less.destinations!.map(({ amount }, i) => destinations[i]!.amount - amount);
    expect(parts.reduce((sum, part) => sum + part)).toBe(less.fee);
    expect(Number(parts[0]! - parts[2]!)).toBeLessThanOrEqual(1);
    expect(less.amount + less.fee).toBe((7n * XMR) / 2n);
    expect(less.destinations!.map(({ address }) => address)).toEqual(
      destinations.map(({ address }) => address),
    );
    const { levels = [] } = await call('x_preview', { destinations, subtract_fee_from_outputs: [0, 1, 2] });
    expect(levels.map(({ amount, fee }) => amount + fee)).toEqual(Array(3).fill((7n * XMR) / 2n));
    // The fee leaves nothing of such an amount.
    expect(
      (await call('x_preview', { destinations: [{ ...to!, amount: 1n }], subtract_fee_from_outputs: [0] }))
        .levels?.[0],
    ).toMatchObject({ too_much: true });
  });
  const many = (n: number) => ({
    ...TO,
    destinations: Array.from({ length: n }, (_, i) => ({
      address: PAYEE,
      amount: XMR / 50n + BigInt(i),
    })),
  });
  it.each([
    [15, [15]],
    [16, [15, 1]],
    [31, [15, 15, 1]],
  ])('pays %i payees, each whole and in order, in transactions of 15', async (n, sizes) => {
    const { call, node } = await openFixture();
    node.answer();
    const { destinations } = many(n);
    const paid = await call('x_prepare_transfer', many(n));
    expect(paid.destinations).toEqual(destinations);
    const { transactions = [] } = paid;
    expect(transactions.map(({ recipients }) => recipients)).toEqual(sizes);
    expect(transactions.reduce((sum, { fee }) => sum + fee, 0n)).toBe(paid.fee);
    const { levels = [] } = await call('x_preview', { destinations });
    expect(levels[0]!.transactions!.map(({ recipients }) => recipients)).toEqual(sizes);
    await call('x_send_prepared', { id: paid.id });
    expect(node.relayed).toHaveLength(sizes.length);
    const spent = node.relayed.flatMap(spentBy);
    expect(new Set(spent).size).toBe(spent.length);
  });
  it('refuses more payees than 150, or than the outputs allow, before it asks a node about an output', async () => {
    const { refusal, node, wallet } = await openFixture();
    for (const method of ['x_prepare_transfer', 'x_preview'] as const)
      expect(await refusal(method, many(151))).toMatchObject({ fault: 'too_many_destinations' });
    node.answer();
    for (const method of ['x_prepare_transfer', 'x_preview'] as const)
      expect(await refusal(method, many(46))).toMatchObject({ code: -16, fault: 'too_few_outputs' });
    const subtract_fee_from_outputs = [0];
    expect(await refusal('x_prepare_transfer', { ...many(16), subtract_fee_from_outputs })).toMatchObject({
      fault: 'tx_too_large',
    });
    const key_images = [keyImage(wallet, 'five')];
    expect(await refusal('x_prepare_transfer', { ...many(16), key_images })).toMatchObject({
      fault: 'too_many_destinations',
    });
    expect(wallet.state.tables.draws.size).toBe(0);
  });
  it('refuses what it cannot prepare', async () => {
    const { refusal, node } = await openFixture();
    node.answer();
    expect(await refusal('x_prepare_transfer', {})).toMatchObject({ code: -20 });
    expect(await refusal('x_prepare_transfer', { ...TO, priority: 5 })).toMatchObject({ code: -53 });
    expect(await openRpcSession().refusal('x_prepare_transfer', TO)).toMatchObject({ code: -13 });
  });
});
