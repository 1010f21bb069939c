import { describe, expect, it } from 'vitest';
import { createMemoryBrowser } from '../../src/store/memory.ts';
import { NAME, openFixture, openRpcSession } from '../support/rpc/fixture.ts';

describe('x_wallet_sizes', () => {
  it('answers the bytes of the encrypted records of each wallet', async () => {
    const browser = createMemoryBrowser();
    const { call } = await openFixture({ empty: true, browser });
    const [wallet] = [...browser.disk.wallets.values()];
    const bytes = wallet!.records.reduce((sum, { sealed }) => sum + sealed.length, 0);
    expect(bytes).toBeGreaterThan(100);
    expect(await call('x_wallet_sizes')).toEqual({ wallets: [{ name: NAME, bytes }] });
  });
  it('answers nothing on a new device', async () => {
    expect(await openRpcSession().call('x_wallet_sizes')).toEqual({});
  });
  it("is refused to restricted callers, as all of the page's own methods", async () => {
    const { refusal } = openRpcSession({ dispatch: { restricted: true } });
    expect(await refusal('x_wallet_sizes')).toMatchObject({ code: -7 });
  });
});
