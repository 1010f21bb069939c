/** The icon in the toolbar: locked or open, by the pages that have a wallet open. */
import { describe, expect, it, vi } from 'vitest';
import { createExtensionAlerts } from '../../../src/extension/alerts.ts';
import { createLockSign, watchLockSign } from '../../../src/extension/lock-sign.ts';
import { fakeExtension, HOME, OWN, pageOfSite } from '../../support/fake-extension.ts';

/** Web Locks of one name, which Node lacks: shared ones together, another one alone, each when its turn comes. */
const fakeLocks = (): LockManager => {
  let held: { readonly shared: boolean; readonly done: Promise<unknown> }[] = [];
  const request = async (
    _name: string,
    { mode, signal }: LockOptions,
    work: () => unknown,
  ): Promise<void> => {
    const shared = mode === 'shared';
    while (held.some((each) => !(shared && each.shared))) {
      await Promise.race(held.map(({ done }) => done));
      signal?.throwIfAborted();
    }
    const lock = { shared, done: Promise.resolve(work()) };
    held.push(lock);
    await lock.done;
    held = held.filter((each) => each !== lock);
  };
  return { request } as unknown as LockManager;
};

/** A page with a wallet, of several that share the browser's locks. */
const openPage = (browser: ReturnType<typeof fakeExtension>, locks: LockManager) => {
  let gone = (): void => undefined;
  const sign = createLockSign({ api: browser.api, locks }, (leave) => (gone = leave));
  return { sign, leave: () => gone() };
};
/** The number of unseen payments goes: the person sees them in the wallet. */
const OPEN = ['icons/ostro-192.png', 'title open', 'badge '];
const LOCKED = ['icons/locked-192.png', 'title locked'];

describe('the icon in the toolbar', () => {
  it('shows a wallet as open until the last page that has one open is closed', async () => {
    const browser = fakeExtension();
    const locks = fakeLocks();
    watchLockSign({ api: browser.api, locks });
    const one = openPage(browser, locks);
    const two = openPage(browser, locks);
    one.sign.show(false);
    one.sign.show(true);
    one.sign.show(true);
    await vi.waitFor(() => expect(browser.icon).toEqual(OPEN));
    two.sign.show(true);
    await vi.waitFor(() => expect(browser.icon).toEqual([...OPEN, ...OPEN]));
    one.sign.show(false);
    two.leave();
    await vi.waitFor(() => expect(browser.icon.slice(-2)).toEqual(LOCKED));
  });
  it('takes no word of a site for that', async () => {
    const browser = fakeExtension();
    watchLockSign({ api: browser.api, locks: fakeLocks() });
    await browser.send({ ostro: 'left' }, pageOfSite('https://shop.example')).catch(() => undefined);
    await browser.send({ ostro: 'left' }, { id: 'another', url: `${HOME}index.html` }).catch(() => undefined);
    expect(browser.icon).toEqual([]);
    await browser.send({ ostro: 'left' }, { id: OWN, url: `${HOME}index.html` }).catch(() => undefined);
    await vi.waitFor(() => expect(browser.icon).toEqual(LOCKED));
  });
  it('carries the number of payments that arrived unseen, and tells of them if the person wants it', async () => {
    const browser = fakeExtension();
    const alerts = createExtensionAlerts(browser.api, () => true);
    await alerts.setBadge(2);
    await alerts.show('A payment has arrived');
    expect(browser.notices).toEqual([]);
    expect(alerts.permission()).toBe('default');
    expect(await alerts.ask()).toBe('granted');
    await alerts.show('A payment has arrived');
    await alerts.clearBadge();
    expect(browser.asked).toEqual(['notifications']);
    expect(browser.notices).toEqual([['ostro-payment', 'A payment has arrived']]);
    expect(browser.icon).toEqual(['badge 2', 'badge ']);
  });
});
