import { describe, expect, it } from 'vitest';
import { openRpcSession, openFixture, PAYEE, XMR } from '../support/rpc/fixture.ts';

const TO = { destinations: [{ address: PAYEE, amount: XMR }], priority: 1 };

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
    expect(Object.keys(numbers).sort()).toEqual(['amount', 'change', 'fee', 'unlocked_after']);
    expect(node.relayed).toEqual([]);
    expect(await call('get_balance')).toEqual(before);
    // The next payment may choose the same outputs.
    expect((await call('x_prepare_transfer', TO)).id).not.toBe(id);
  });
  it('prepares one transaction, or refuses', async () => {
    const { refusal, node } = await openFixture();
    node.answer();
    expect(await refusal('x_prepare_transfer', {})).toMatchObject({ code: -20 });
    expect(await refusal('x_prepare_transfer', { ...TO, priority: 5 })).toMatchObject({ code: -53 });
    expect(await openRpcSession().refusal('x_prepare_transfer', TO)).toMatchObject({ code: -13 });
  });
});
