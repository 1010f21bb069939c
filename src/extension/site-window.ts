/** The extension's worker opens the window that answers a site, one for all of its tabs, and brings it to the front. */
import type { ExtensionApi, MessageSender } from './browser-api.ts';
import { siteTabOf, type SiteTab } from './sender.ts';
import {
  readSiteWindowCall,
  searchOf,
  SITE_PAGE,
  siteOfSearch,
  type Greet,
  type SiteWindowCall,
} from './site-messages.ts';
import { isSiteOn } from './sites.ts';

const SIZE = { type: 'popup', width: 420, height: 780 } as const;

type Api = Pick<ExtensionApi, 'runtime' | 'windows' | 'permissions' | 'scripting' | 'storage'>;

/** Listens to the scripts in pages of sites. */
export function answerSites(api: Api, withPorts: boolean): void {
  /** Windows by the site's origin. The browser lists a window only some time after it was opened. */
  const opened = new Map<string, number>();
  const isThere = async (origin: string): Promise<boolean> => {
    const id = (await listedWindowOf(api, origin)) ?? opened.get(origin);
    if (id === undefined) return false;
    try {
      await api.windows.update(id, { focused: true });
      return true;
    } catch {
      // The person has closed it.
      opened.delete(origin);
      return false;
    }
  };
  const answer = async (call: SiteWindowCall, site: SiteTab): Promise<'on' | 'off'> => {
    const { origin } = site;
    if (!(await isSiteOn(api, origin, withPorts))) return 'off';
    const there = await isThere(origin);
    if (call !== 'open') return 'on';
    if (there) await greet(api, site);
    else opened.set(origin, (await api.windows.create({ url: pageOf(api, site), ...SIZE })).id);
    return 'on';
  };
  // One after the other: two requests at once get one window.
  let last: Promise<unknown> = Promise.resolve();
  api.runtime.onMessage.addListener((message: unknown, sender: MessageSender, respond) => {
    const call = readSiteWindowCall(message);
    const site = call && siteTabOf(sender, api.runtime.id);
    if (!call || !site) return undefined;
    last = last.then(() => answer(call, site)).then(respond, () => respond('on'));
    // The answer comes later.
    return true;
  });
}

const pageOf = ({ runtime }: Api, site: SiteTab): string => runtime.getURL(SITE_PAGE + searchOf(site));
/** The page of this address belongs to the site. */
const isOf = ({ runtime }: Api, address: string | undefined, origin: string): boolean =>
  address?.startsWith(`${runtime.getURL(SITE_PAGE)}?`) === true &&
  siteOfSearch(new URL(address).search)?.origin === origin;

const listedWindowOf = async (api: Api, origin: string): Promise<number | undefined> => {
  const open = (await api.runtime.getContexts?.({ contextTypes: ['TAB'] })) ?? [];
  return open.find(({ documentUrl }) => isOf(api, documentUrl, origin))?.windowId;
};

const greet = async ({ runtime }: Api, { origin, tab }: SiteTab): Promise<void> => {
  const message: Greet = { ostro: 'greet', site: origin, tab };
  // Without an answer: the window sends its own message to the site's page.
  await runtime.sendMessage(message).catch(() => undefined);
};
