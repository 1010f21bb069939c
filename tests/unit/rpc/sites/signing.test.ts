import { describe, expect, it } from 'vitest';
import { markSite } from '../../../../src/base/site-mark.ts';
import type { SharedSettings } from '../../../../src/ports/app-settings.ts';
import { openSiteFixture, SHOP } from '../../../support/rpc/site.ts';

const OTHER = 'https://other.example';

// threat: site-signature
describe('sign for a site', () => {
  it('asks the person each time, and signs the text that was shown with an address of the site', async () => {
    const { connect, ask, call, wallet } = await openSiteFixture();
    await connect();
    const { id, kind, sign, learns } = await ask('sign', { data: 'log in' });
    const address = wallet.addressText({ major: 2, minor: 0 });
    expect({ kind, learns }).toEqual({ kind: 'sign', learns: ['signature'] });
    expect(sign).toMatchObject({ address, key: 'spend' });
    expect(sign!.text).toMatch(/^ostro site signature\nhttps:\/\/shop\.example\n[0-9a-f]{32} \d+\nlog in$/);
    const { result } = await call('x_site_answer', { id, approve: true });
    const { signature, message } = result as { signature: string; message: string };
    expect(message).toBe(sign!.text);
    expect(await call('verify', { data: message, address, signature })).toMatchObject({ good: true });
    expect(await call('verify', { data: 'log in', address, signature })).toMatchObject({ good: false });
  });
  // threat: site-consent
  it('does not sign what waited while the site was turned off or lost its connection', async () => {
    const { connect, ask, call, session } = await openSiteFixture();
    const settings = session.world.settings as SharedSettings;
    for (const takeBack of [
      () => markSite(settings, SHOP, 'off'),
      () => markSite(settings, SHOP, 'off').then(() => markSite(settings, SHOP, 'on')),
      () => call('x_forget_site', { origin: SHOP }),
    ]) {
      await markSite(settings, SHOP, 'on');
      await connect();
      const { id } = await ask('sign', { data: 'log in' });
      await takeBack();
      expect(await call('x_site_answer', { id, approve: true })).toMatchObject({ error: { code: 4100 } });
    }
  });
  it('makes no signature that is good for another origin or a second time, whatever the data', async () => {
    const { connect, ask, call, wallet } = await openSiteFixture();
    await connect();
    await connect({}, undefined, OTHER);
    const texts: string[] = [];
    const forged = `x\nostro site signature\n${OTHER}\n${'0'.repeat(32)} 1\npay`;
    for (const [origin, data] of [
      [SHOP, 'pay'],
      [SHOP, 'pay'],
      [SHOP, forged],
      [OTHER, 'pay'],
    ] as const)
      texts.push((await ask('sign', { data }, origin)).sign!.text);
    expect(new Set(texts).size).toBe(4);
    expect(texts.map((text) => text.split('\n')[1])).toEqual([SHOP, SHOP, SHOP, OTHER]);
    const { id, sign } = await ask('sign', { data: 'pay' });
    const { result } = await call('x_site_answer', { id, approve: true });
    const { signature } = result as { signature: string };
    const address = wallet.addressText({ major: 2, minor: 0 });
    const data = sign!.text.replace(SHOP, OTHER);
    expect(await call('verify', { data, address, signature })).toMatchObject({ good: false });
  });
  it("signs with the site's own account alone", async () => {
    const { connect, error } = await openSiteFixture();
    await connect({ read: true }, { read: true, accounts: [0, 1] });
    for (const account_index of [1, 2, 99])
      expect(await error('sign', { data: 'x', account_index })).toMatchObject({ code: 4100 });
  });
});
