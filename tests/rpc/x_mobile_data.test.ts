import { describe, expect, it } from 'vitest';
import { openFixture } from '../support/rpc/fixture.ts';

describe('x_mobile_data', () => {
  it('stores the choice in the wallet', async () => {
    const { call, session } = await openFixture({ empty: true });
    await call('x_mobile_data', { mode: 'newest' });
    expect(session.wallet.state.settings.mobileData).toBe('newest');
    expect(await call('x_missing_blocks', {})).toMatchObject({ mode: 'newest' });
  });
  it('refuses other words', async () => {
    const { refusal } = await openFixture({ empty: true });
    expect(await refusal('x_mobile_data', { mode: '' as never })).toMatchObject({ code: -32602 });
  });
});
