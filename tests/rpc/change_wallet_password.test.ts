import { describe, expect, it } from 'vitest';
import { NAME, openFixture, PASSWORD } from '../support/rpc/fixture.ts';

describe('change_wallet_password', () => {
  it('makes the new password open the wallet, and the old one fail', async () => {
    const { call, refusal } = await openFixture({ empty: true });
    expect(await call('change_wallet_password', { old_password: PASSWORD, new_password: 'better' })).toEqual(
      {},
    );
    await call('close_wallet');
    expect(await refusal('open_wallet', { filename: NAME, password: PASSWORD })).toMatchObject({ code: -1 });
    await call('open_wallet', { filename: NAME, password: 'better' });
  });
  it('refuses without the old password', async () => {
    const { refusal } = await openFixture({ empty: true });
    expect(await refusal('change_wallet_password', { new_password: 'mine now' })).toMatchObject({
      code: -22,
      message: 'Invalid original password.',
    });
  });
});
