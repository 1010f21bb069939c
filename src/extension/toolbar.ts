/** The icon in the toolbar: shows the wallet in a tab, and there offers the site whose page the person was at. */
import { isSiteOrigin } from '../embed/origin.ts';
import type { BrowserTab, ExtensionApi } from './browser-api.ts';
import type { SiteTab } from './sender.ts';
import { searchOf, type SiteOffer } from './site-messages.ts';
import { isSiteOn } from './sites.ts';

export const WALLET_PAGE = 'index.html';

interface TabsApi {
  readonly tabs: Pick<ExtensionApi['tabs'], 'update'>;
  readonly windows: Pick<ExtensionApi['windows'], 'update'>;
}
interface Api extends TabsApi, Pick<ExtensionApi, 'permissions' | 'scripting' | 'storage'> {
  readonly runtime: Pick<ExtensionApi['runtime'], 'getURL' | 'getContexts' | 'sendMessage'>;
  readonly tabs: Pick<ExtensionApi['tabs'], 'create' | 'update'>;
}

/** Brings a tab and its window to the front. */
export async function showTab({ tabs, windows }: TabsApi, id: number): Promise<void> {
  const tab = await tabs.update(id, { active: true });
  if (tab) await windows.update(tab.windowId, { focused: true });
}

/**
 * Goes to the tab with the wallet if there is one, so that a second click does not open a second wallet page. `from`: the tab in which
 * the person pressed the icon.
 */
export async function showWallet(api: Api, withPorts: boolean, from?: BrowserTab): Promise<void> {
  const { runtime, tabs, windows } = api;
  const url = runtime.getURL(WALLET_PAGE);
  const open = (await runtime.getContexts?.({ contextTypes: ['TAB'] })) ?? [];
  const page = open.find(({ documentUrl }) => documentUrl?.split(/[?#]/)[0] === url);
  const offered = await siteToOffer(api, withPorts, from);
  if (page === undefined) {
    await tabs.create({ url: offered ? url + searchOf(offered) : url });
    return;
  }
  await tabs.update(page.tabId, { active: true });
  await windows.update(page.windowId, { focused: true });
  if (!offered) return;
  const offer: SiteOffer = { ostro: 'offer', site: offered.origin, tab: offered.tab };
  await runtime.sendMessage(offer).catch(() => undefined);
}

/** Undefined: the tab shows no site, or one that is on. */
const siteToOffer = async (
  api: Api,
  withPorts: boolean,
  { id, url }: BrowserTab = {},
): Promise<SiteTab | undefined> => {
  if (id === undefined || url === undefined || !URL.canParse(url)) return undefined;
  const { origin } = new URL(url);
  if (!isSiteOrigin(origin) || (await isSiteOn(api, origin, withPorts))) return undefined;
  return { origin, tab: id };
};
