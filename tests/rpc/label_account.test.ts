import { describe, expect, it } from 'vitest';
import { openFixture } from '../support/rpc/fixture.ts';

describe('label_account', () => {
  it('changes the label of an account', async () => {
    const { call } = await openFixture();
    expect(await call('label_account', { account_index: 1, label: 'Piggy bank' })).toEqual({});
    const { subaddress_accounts } = await call('get_accounts');
    expect(subaddress_accounts?.[1]?.label).toBe('Piggy bank');
  });
  it('refuses an account that does not exist', async () => {
    const { refusal } = await openFixture();
    expect(await refusal('label_account', { account_index: 2, label: 'x' })).toMatchObject({
      code: -14,
      message: 'account index is out of bound',
    });
  });
});
