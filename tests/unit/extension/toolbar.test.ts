import { describe, expect, it } from 'vitest';
import type { BrowserTab, ExtensionContext } from '../../../src/extension/browser-api.ts';
import { createSiteSwitch } from '../../../src/extension/sites.ts';
import { showWallet } from '../../../src/extension/toolbar.ts';
import { fakeExtension } from '../../support/fake-extension.ts';

const SHOP = 'https://shop.example';

/** What the extension asked the browser to do, in order. */
const click = async (
  contexts?: readonly ExtensionContext[],
  from?: BrowserTab,
): Promise<readonly unknown[]> => {
  const browser = fakeExtension();
  await createSiteSwitch(browser.api, true, browser.settings).turnOn('https://on.example');
  const done: unknown[] = [];
  const record = (...call: readonly unknown[]): Promise<void> => {
    done.push(call);
    return Promise.resolve();
  };
  const api: Parameters<typeof showWallet>[0] = {
    ...browser.api,
    runtime: {
      sendMessage: (message) => record('say', message),
      getURL: (path) => `chrome-extension://own/${path}`,
      ...(contexts && { getContexts: () => Promise.resolve(contexts) }),
    },
    tabs: {
      create: ({ url }) => record('open', url),
      update: (id) => record('tab', id).then(() => undefined),
    },
    windows: { update: (id) => record('window', id) },
  };
  await showWallet(api, true, from);
  return done;
};
const page = (path: string, tabId: number): ExtensionContext => ({
  documentUrl: `chrome-extension://own/${path}`,
  tabId,
  windowId: 7,
});

describe('the icon in the toolbar', () => {
  it('opens the wallet in a tab when none has it', async () => {
    expect(await click([])).toEqual([['open', 'chrome-extension://own/index.html']]);
    expect(await click([page('connect.html', 3)])).toEqual([['open', 'chrome-extension://own/index.html']]);
  });
  it('goes to the tab that has the wallet, on whichever screen', async () => {
    expect(await click([page('index.html#/send', 4)])).toEqual([
      ['tab', 4],
      ['window', 7],
    ]);
  });
  it('offers the site of the tab in which it is pressed, in a new tab or in that of the wallet', async () => {
    const from = { id: 9, url: `${SHOP}/pay?order=1` };
    expect(await click([], from)).toEqual([
      ['open', 'chrome-extension://own/index.html?site=https%3A%2F%2Fshop.example&tab=9'],
    ]);
    expect(await click([page('index.html', 4)], from)).toEqual([
      ['tab', 4],
      ['window', 7],
      ['say', { ostro: 'offer', site: SHOP, tab: 9 }],
    ]);
  });
  it('offers nothing for a site that is on, and for what is no site', async () => {
    for (const url of ['https://on.example/pay', 'chrome://settings', 'http://plain.example/', 'nonsense'])
      expect(await click([], { id: 9, url })).toEqual([['open', 'chrome-extension://own/index.html']]);
    expect(await click([], { id: 9 })).toEqual([['open', 'chrome-extension://own/index.html']]);
  });
  it('opens a tab where the browser does not list the pages', async () => {
    expect(await click()).toEqual([['open', 'chrome-extension://own/index.html']]);
  });
});
