import { describe, expect, it } from 'vitest';
import { openFixture, openRpcSession } from '../support/rpc/fixture.ts';
import { change, put } from '../../src/wallet/state/state.ts';
import type { OpenWallet } from '../../src/wallet/wallet.ts';

describe('x_missing_blocks, x_read_blocks, x_mobile_data and x_link', () => {
  it('say what is missing, how it is chosen, and store the choice in the wallet', async () => {
    const { call, session } = await openFixture({ empty: true });
    expect(await call('x_missing_blocks', {})).toEqual({
      link: 'unknown',
      possible: true,
      block_bytes: 0,
      bytes_today: 0,
      bytes_this_month: 0,
    });
    await call('x_link', { link: 'metered' });
    await call('x_mobile_data', { mode: 'newest' });
    expect(await call('x_missing_blocks', {})).toMatchObject({ link: 'metered', mode: 'newest' });
    expect(session.wallet.state.settings.mobileData).toBe('newest');
    expect(session.kept.link).toBe('metered');
    expect(await call('x_read_blocks', { which: 'newest', height: 5 })).toEqual({});
    expect(await call('x_read_blocks', { which: 'missing' })).toEqual({});
  });

  it('list a gap, with its times', async () => {
    const { call, session } = await openFixture({ empty: true });
    const gap = {
      from: 5,
      to: 90,
      below: new Uint8Array(32),
      last: new Uint8Array(32),
      since: 10,
      until: 20,
    };
    await (session.open as unknown as OpenWallet).ledger.commit(change([put('gaps', '5', gap)]));
    expect(await call('x_missing_blocks', {})).toMatchObject({
      gaps: [{ from: 5, to: 90, since: 10, until: 20, wanted: false }],
    });
    expect(await call('x_status', {})).toMatchObject({ missing: 85 });
    await call('x_read_blocks', { which: 'missing' });
    expect(await call('x_missing_blocks', {})).toMatchObject({ gaps: [{ wanted: true }] });
  });

  it('need an open wallet, except x_link', async () => {
    const { call, refusal } = openRpcSession();
    expect(await refusal('x_missing_blocks', {})).toMatchObject({ code: -13 });
    expect(await call('x_link', { link: 'free' })).toEqual({});
  });
});
