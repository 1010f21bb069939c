/**
 * The sites that may ask the wallet in the extension: the person turns each on by itself. Only then the browser lets the
 * extension's two scripts into its pages: one announces the provider, the other passes its messages on.
 */
import { markSite } from '../base/site-mark.ts';
import { isSiteOrigin } from '../embed/origin.ts';
import type { ExtensionApi, SiteScript } from './browser-api.ts';
import { isSamePattern, patternOf } from './permissions.ts';

const KEY = 'sites';

type Api = Pick<ExtensionApi, 'permissions' | 'scripting' | 'storage'>;

export interface SiteSwitch {
  /** The origins of the sites that are on. */
  list(): Promise<readonly string[]>;
  /**
   * Asks the person; call it in a click. False: the person refused. Throws TypeError for what is no site. `tab`: shows a page of the
   * site, so that it need not be loaded again.
   */
  turnOn(address: string, tab?: number): Promise<boolean>;
  /** `nodes`: the addresses in the list of nodes. The permission stays while one of them, or another site, needs it. */
  turnOff(origin: string, nodes: readonly string[]): Promise<void>;
}

/** Undefined: it is no address of a site. A host alone counts as https. */
export function siteOriginOf(address: string): string | undefined {
  const given = /^[a-z]+:\/\//i.test(address) ? address : `https://${address}`;
  if (!URL.canParse(given)) return undefined;
  const { origin, hostname } = new URL(given);
  return isSiteOrigin(origin) && !hostname.includes('*') ? origin : undefined;
}

/** Settings of the app, which the wallet worker reads, too. */
export type SiteSettings = Parameters<typeof markSite>[0];

/** `withPorts`: not in Firefox, whose patterns know none. */
export function createSiteSwitch(api: Api, withPorts: boolean, settings: SiteSettings): SiteSwitch {
  const accessTo = (origin: string) => ({ origins: [patternOf(origin, withPorts)] });
  const change = async (next: (before: readonly string[]) => readonly string[]): Promise<void> => {
    await api.storage.local.set({ [KEY]: next(await listed(api)) });
    await putScripts(api, withPorts);
  };
  return {
    list: () => allowed(api, withPorts),
    // Not async: the browser asks only while the click is being handled.
    turnOn: (address, tab) => {
      const origin = siteOriginOf(address);
      if (origin === undefined) return Promise.reject(new TypeError('not a site'));
      return api.permissions.request(accessTo(origin)).then(async (yes) => {
        if (yes) await markSite(settings, origin, 'on');
        if (yes) await change((before) => [...before.filter((each) => each !== origin), origin]);
        // The tab may be closed, or show another site, where the extension may run nothing.
        if (yes && tab !== undefined) await runNow(api, tab).catch(() => undefined);
        return yes;
      });
    },
    turnOff: async (origin, nodes) => {
      // First: from now on the wallet worker does nothing for it.
      await markSite(settings, origin, 'off');
      await change((before) => before.filter((each) => each !== origin));
      const others = [...nodes, ...(await listed(api))];
      if (others.some((each) => isSamePattern(each, origin, withPorts))) return;
      // Fails for a permission that an administrator gave. Without the scripts the site is off all the same.
      await api.permissions.remove(accessTo(origin)).catch(() => undefined);
    },
  };
}

/** The person has turned this site on, and the browser's permission is still there. */
export async function isSiteOn(api: Api, origin: string, withPorts: boolean): Promise<boolean> {
  return (await allowed(api, withPorts)).includes(origin);
}

/** Turns off the sites whose permission was taken back in the browser's settings: a node may bring the permission back. */
export async function turnOffLost(api: Api, withPorts: boolean, settings: SiteSettings): Promise<void> {
  const present = await allowed(api, withPorts);
  const lost = (await listed(api)).filter((origin) => !present.includes(origin));
  for (const origin of lost) await markSite(settings, origin, 'off');
  if (lost.length > 0) await api.storage.local.set({ [KEY]: present });
  await putScripts(api, withPorts);
}

/**
 * Makes the browser's list of scripts say what the person chose. The browser forgets its list when the extension is updated,
 * and keeps it when the person takes a permission back in the browser's own settings.
 */
export async function putScripts(api: Api, withPorts: boolean): Promise<void> {
  const wanted = (await allowed(api, withPorts)).flatMap((origin) => scriptsOf(origin, withPorts));
  const present = (await api.scripting.getRegisteredContentScripts()).map(({ id }) => id);
  const stale = present.filter((id) => !wanted.some((each) => each.id === id));
  const missing = wanted.filter(({ id }) => !present.includes(id));
  if (stale.length > 0) await api.scripting.unregisterContentScripts({ ids: stale });
  if (missing.length > 0) await api.scripting.registerContentScripts(missing);
}

const listed = async ({ storage }: Api): Promise<readonly string[]> => {
  const { [KEY]: stored } = await storage.local.get(KEY);
  return Array.isArray(stored)
    ? stored.filter((each): each is string => typeof each === 'string' && isSiteOrigin(each))
    : [];
};
const allowed = async (api: Api, withPorts: boolean): Promise<readonly string[]> => {
  const origins = await listed(api);
  const may = await Promise.all(
    origins.map((origin) => api.permissions.contains({ origins: [patternOf(origin, withPorts)] })),
  );
  return origins.filter((_origin, i) => may[i]);
};

/** The scripts of a site that is on, in the order in which they run. The provider in the page uses the bridge. */
const FILES = [
  { name: 'bridge', file: 'site-bridge.js', world: 'ISOLATED' },
  { name: 'page', file: 'site-page.js', world: 'MAIN' },
] as const;

/**
 * Runs the scripts in a page that was loaded before its site was turned on. A page that has them, because its site was turned off
 * and on again, announces its provider again.
 */
const runNow = async ({ scripting }: Api, tabId: number): Promise<void> => {
  const target = { tabId, frameIds: [0] } as const;
  // The function is copied into the page, so it can use no import. `ostroBridge`: the mark of src/entries/site-bridge.ts. The event
  // is PIPE_STATE of src/embed/pipe.ts.
  const func = (): boolean => {
    const isBridged = 'ostroBridge' in globalThis;
    const { document } = globalThis as unknown as { readonly document: EventTarget };
    if (isBridged) document.dispatchEvent(new CustomEvent('ostro:state', { detail: 'on' }));
    return isBridged;
  };
  const [bridged] = await scripting.executeScript({ target, world: 'ISOLATED', func });
  if (bridged?.result !== false) return;
  for (const { file, world } of FILES) await scripting.executeScript({ target, world, files: [file] });
};

const scriptsOf = (origin: string, withPorts: boolean): readonly SiteScript[] => {
  const common = {
    matches: [patternOf(origin, withPorts)],
    runAt: 'document_start',
    allFrames: false,
    persistAcrossSessions: true,
  } as const;
  return FILES.map(({ name, file, world }) => ({ ...common, id: `${origin} ${name}`, js: [file], world }));
};
