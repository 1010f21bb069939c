import { describe, expect, it } from 'vitest';
import { keyImage, openFixture, XMR } from '../support/rpc/fixture.ts';

describe('freeze', () => {
  it('removes an output from the balance and from payments', async () => {
    const { call, wallet } = await openFixture();
    const key_image = keyImage(wallet, 'five');
    expect(await call('freeze', { key_image })).toEqual({});
    const frozen = await call('get_balance');
    expect(frozen.unlocked_balance).toBe((29n * XMR) / 10n);
    expect(await call('frozen', { key_image })).toEqual({ frozen: true });
  });
  it('refuses a malformed key image, none, and one of another wallet', async () => {
    const { refusal } = await openFixture();
    expect(await refusal('freeze', {})).toMatchObject({
      code: -1,
      message: 'Must specify key image to freeze',
    });
    expect(await refusal('freeze', { key_image: 'xy' })).toMatchObject({
      code: -10,
      message: 'failed to parse key image',
    });
    expect(await refusal('freeze', { key_image: 'ab'.repeat(32) })).toMatchObject({
      code: -1,
      message: 'Key image not found',
    });
  });
});
