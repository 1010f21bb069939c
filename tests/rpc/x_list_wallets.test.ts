import { describe, expect, it } from 'vitest';
import { createMemoryBrowser } from '../../src/store/memory.ts';
import { NAME, NOW, openRpcSession, openFixture } from '../support/rpc/fixture.ts';

describe('x_list_wallets', () => {
  it('lists the wallets of this device, and which another tab has open', async () => {
    const browser = createMemoryBrowser();
    const { call } = await openFixture({ empty: true, browser });
    const row = { name: NAME, created_at: NOW, used_at: NOW };
    expect(await call('x_list_wallets')).toEqual({ wallets: [{ ...row, open_elsewhere: false }] });
    expect(await openRpcSession({ browser }).call('x_list_wallets')).toEqual({
      wallets: [{ ...row, open_elsewhere: true }],
    });
  });
  it('lists nothing on a new device', async () => {
    expect(await openRpcSession().call('x_list_wallets')).toEqual({});
  });
});
