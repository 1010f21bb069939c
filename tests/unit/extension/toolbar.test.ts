import { describe, expect, it } from 'vitest';
import type { ExtensionContext } from '../../../src/extension/browser-api.ts';
import { showWallet } from '../../../src/extension/toolbar.ts';

/** What the extension asked the browser to do, in order. */
const click = async (contexts?: readonly ExtensionContext[]): Promise<readonly unknown[]> => {
  const done: unknown[] = [];
  const record = (...call: readonly unknown[]): Promise<void> => {
    done.push(call);
    return Promise.resolve();
  };
  const api: Parameters<typeof showWallet>[0] = {
    runtime: {
      getURL: (path) => `chrome-extension://own/${path}`,
      ...(contexts && { getContexts: () => Promise.resolve(contexts) }),
    },
    tabs: { create: ({ url }) => record('open', url), update: (id) => record('tab', id) },
    windows: { update: (id) => record('window', id) },
  };
  await showWallet(api);
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
  it('opens a tab where the browser does not list the pages', async () => {
    expect(await click()).toEqual([['open', 'chrome-extension://own/index.html']]);
  });
});
