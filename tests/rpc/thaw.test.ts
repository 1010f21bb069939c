import { describe, expect, it } from 'vitest';
import { keyImage, openFixture, XMR } from '../support/rpc/fixture.ts';

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
