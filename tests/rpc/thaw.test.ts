import { describe, expect, it } from 'vitest';
import { change, put } from '../../src/wallet/state/state.ts';
import { HEIGHT, keyImage, openFixture, XMR } from '../support/rpc/fixture.ts';
import { nameOutputs } from '../support/rpc/named.ts';

describe('thaw', () => {
  it('makes a frozen output spendable again', async () => {
    const { call, wallet } = await openFixture();
    const key_image = keyImage(wallet, 'five');
    expect(await call('freeze', { key_image })).toEqual({});
    const frozen = await call('get_balance');
    expect(await call('thaw', { key_image })).toEqual({});
    const thawed = await call('get_balance');
    expect(thawed.unlocked_balance - frozen.unlocked_balance).toBe(5n * XMR);
  });
  it('undoes the freezing of an output that a light-wallet server named, before and after it is read', async () => {
    const { call, wallet } = await openFixture();
    const key_image = keyImage(wallet, 'five');
    const read = wallet.state.outputs[0]!;
    await nameOutputs({ call, wallet }, HEIGHT);
    const unlocked = async () => (await call('get_balance')).unlocked_balance;
    const before = await unlocked();
    await call('freeze', { key_image });
    expect(await unlocked()).toBe(before - 5n * XMR);
    await call('thaw', { key_image });
    expect(await unlocked()).toBe(before);
    await wallet.ledger.commit(change([put('outputs', '0', read)]));
    await call('freeze', { key_image });
    expect([await unlocked(), wallet.state.tables.toFreeze.size]).toEqual([before - 5n * XMR, 0]);
    await call('thaw', { key_image });
    expect(await unlocked()).toBe(before);
  });
  it('refuses a malformed key image, none, and one of another wallet', async () => {
    const { refusal } = await openFixture();
    expect(await refusal('thaw', {})).toMatchObject({ code: -1, message: 'Must specify key image to thaw' });
    expect(await refusal('thaw', { key_image: 'xy' })).toMatchObject({
      code: -10,
      message: 'failed to parse key image',
    });
    expect(await refusal('thaw', { key_image: 'ab'.repeat(32) })).toMatchObject({
      code: -1,
      message: 'Key image not found',
    });
  });
});
