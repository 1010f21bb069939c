/** The extension's worker opens the window that answers a site, one for each tab, and brings it to the front. */
import type { ExtensionApi, MessageSender } from './browser-api.ts';
import { siteTabOf, type SiteTab } from './sender.ts';
import { readSiteWindowCall, SITE_PAGE, type Greet, type SiteWindowCall } from './site-messages.ts';
import { isSiteOn } from './sites.ts';

const SIZE = { type: 'popup', width: 420, height: 780 } as const;

type Api = Pick<ExtensionApi, 'runtime' | 'windows' | 'permissions' | 'scripting' | 'storage'>;

/** Listens to the scripts in pages of sites. */
export function answerSites(api: Api, withPorts: boolean): void {
  /** Windows by the number of the site's tab. The browser lists a window only some time after it was opened. */
  const opened = new Map<number, number>();
  const isThere = async (tab: number): Promise<boolean> => {
    const id = (await listedWindowOf(api, tab)) ?? opened.get(tab);
    if (id === undefined) return false;
    try {
      await api.windows.update(id, { focused: true });
      return true;
    } catch {
      // The person has closed it.
      opened.delete(tab);
      return false;
    }
  };
  const answer = async (call: SiteWindowCall, { origin, tab }: SiteTab): Promise<'on' | 'off'> => {
    if (!(await isSiteOn(api, origin, withPorts))) return 'off';
    const there = await isThere(tab);
    if (call !== 'open') return 'on';
    if (there) await greet(api, tab);
    else opened.set(tab, (await api.windows.create({ url: pageOf(api, tab), ...SIZE })).id);
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

const pageOf = ({ runtime }: Api, tab: number): string => runtime.getURL(`${SITE_PAGE}?tab=${String(tab)}`);

const listedWindowOf = async (api: Api, tab: number): Promise<number | undefined> => {
  const open = (await api.runtime.getContexts?.({ contextTypes: ['TAB'] })) ?? [];
  const page = pageOf(api, tab);
  return open.find(({ documentUrl }) => documentUrl?.split('#')[0] === page)?.windowId;
};

const greet = async ({ runtime }: Api, tab: number): Promise<void> => {
  const message: Greet = { ostro: 'greet', tab };
  // Without an answer: the window sends its own message to the site's page.
  await runtime.sendMessage(message).catch(() => undefined);
};
