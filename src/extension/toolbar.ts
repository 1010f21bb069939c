/** The icon in the toolbar: shows the wallet in a tab. */
import type { ExtensionApi } from './browser-api.ts';

export const WALLET_PAGE = 'index.html';

interface Api {
  readonly runtime: Pick<ExtensionApi['runtime'], 'getURL' | 'getContexts'>;
  readonly tabs: Pick<ExtensionApi['tabs'], 'create' | 'update'>;
  readonly windows: Pick<ExtensionApi['windows'], 'update'>;
}

/** Goes to the tab with the wallet if there is one, so that a second click does not open a second wallet page. */
export async function showWallet({ runtime, tabs, windows }: Api): Promise<void> {
  const url = runtime.getURL(WALLET_PAGE);
  const open = (await runtime.getContexts?.({ contextTypes: ['TAB'] })) ?? [];
  const page = open.find(({ documentUrl }) => documentUrl?.split(/[?#]/)[0] === url);
  if (page === undefined) {
    await tabs.create({ url });
    return;
  }
  await tabs.update(page.tabId, { active: true });
  await windows.update(page.windowId, { focused: true });
}
