/**
 * The side of the window that answers a site (connect.html of the extension): takes the connections of the site's tabs, and gives
 * each to a receiver of src/embed as what a window of the app gets from its opener. The origin is the browser's.
 */
import { readSiteText, writeText } from '../embed/text.ts';
import type { Arrival, Port } from '../embed/receiver.ts';
import type { ExtensionApi, RuntimePort } from './browser-api.ts';
import { siteTabOf, type SiteTab } from './sender.ts';
import { greetedTab, type WindowNews } from './site-messages.ts';
import { isSiteOn } from './sites.ts';
import { showTab } from './toolbar.ts';

type Api = Pick<ExtensionApi, 'runtime' | 'tabs' | 'windows' | 'permissions' | 'scripting' | 'storage'>;

/** Answers the site's page in one tab: src/embed/receiver.ts. */
interface TabReceiver {
  receive(arrival: Arrival): boolean;
  end(): void;
}
export interface Door {
  /** The only source whose hello counts. */
  readonly source: unknown;
  /** `newReceiver` is called for each tab of the site. Its session ends when the page is gone, or the site was turned off. */
  open(newReceiver: () => TabReceiver): void;
  /** Shows the page of the site that has spoken last. */
  back(): void;
}
export interface DoorParts extends SiteTab {
  readonly api: Api;
  readonly withPorts: boolean;
  readonly window: {
    addEventListener(type: 'pagehide', listener: () => void): void;
    close(): void;
  };
}

export function doorOfSite({ api, withPorts, origin, tab: first, window }: DoorParts): Door {
  const source = {};
  let latest = first;
  /** The tabs of the site that have asked for the window, with what ends their connections. */
  const tabs = new Map<number, TabConnection>();
  const say = (ostro: WindowNews['ostro'], tab: number): void => {
    const news: WindowNews = { ostro, tab };
    // Fails while no script of the extension is in the page.
    api.tabs.sendMessage(tab, news, { frameId: 0 }).catch(() => undefined);
  };
  const take = (port: RuntimePort, newReceiver: () => TabReceiver): void => {
    const site = port.sender && siteTabOf(port.sender, api.runtime.id);
    if (site?.origin !== origin || port.name !== `site ${String(site.tab)}`) return;
    const before = tabs.get(site.tab);
    before?.port?.disconnect();
    const receiver = before?.receiver ?? newReceiver();
    const present: TabConnection = { receiver, port, check: () => void isOn() };
    tabs.set(site.tab, present);
    const ended = (): void => {
      if (tabs.get(site.tab) !== present) return;
      tabs.set(site.tab, { receiver });
      receiver.end();
    };
    // Asked for each message in both directions: the person can turn the site off at any moment.
    const isOn = async (): Promise<boolean> => {
      if (await isSiteOn(api, origin, withPorts)) return tabs.get(site.tab) === present;
      port.disconnect();
      ended();
      return false;
    };
    pass(port, isOn, (data, end) => {
      latest = site.tab;
      return receiver.receive({ source, origin, data, ports: [end] });
    });
    port.onDisconnect.addListener(ended);
  };
  const checkAll = (): void => {
    for (const { check } of tabs.values()) check?.();
  };
  return {
    source,
    back: () => void showTab(api, latest).catch(() => undefined),
    open: (newReceiver) => {
      tabs.set(first, {});
      api.runtime.onConnect.addListener((port) => take(port, newReceiver));
      api.runtime.onMessage.addListener((message, { id }) => {
        const tab = id === api.runtime.id ? greetedTab(message, origin) : undefined;
        if (tab === undefined) return undefined;
        if (!tabs.has(tab)) tabs.set(tab, {});
        say('ready', tab);
        return undefined;
      });
      // A request that waits for the person's decision ends as soon as the site is turned off.
      api.storage.onChanged.addListener(checkAll);
      api.permissions.onRemoved.addListener(checkAll);
      api.tabs.onRemoved.addListener((id) => {
        const closed = tabs.get(id);
        if (!tabs.delete(id)) return;
        closed?.receiver?.end();
        if (tabs.size === 0) window.close();
      });
      window.addEventListener('pagehide', () => {
        for (const [tab, { port }] of tabs) {
          port?.disconnect();
          say('closed', tab);
        }
      });
      say('ready', first);
    },
  };
}

/** A tab of the site. Its page may have connected, or have left again. */
interface TabConnection {
  readonly receiver?: TabReceiver;
  readonly port?: RuntimePort;
  readonly check?: () => void;
}

/**
 * Passes messages in both directions while the site is on. `greet` takes each until one begins a session; later ones go to the
 * receiver's port, which it got.
 */
const pass = (
  port: RuntimePort,
  isOn: () => Promise<boolean>,
  greet: (data: unknown, end: Port) => boolean,
): void => {
  const sent = inOrder();
  const { end, arrive } = portOver(port, (text) => {
    sent(async () => {
      if (await isOn()) port.postMessage(text);
    });
  });
  let greeted = false;
  const hear = async (text: unknown): Promise<void> => {
    if (!(await isOn())) return;
    if (greeted) arrive(text);
    else greeted = greet(readSiteText(text), end);
  };
  const handleNext = inOrder();
  port.onMessage.addListener((text) => {
    handleNext(() => hear(text));
  });
};

/** One after the other, in their order. A message that cannot be read or sent is dropped, as a window drops it. */
const inOrder = (): ((job: () => Promise<void>) => void) => {
  let last = Promise.resolve();
  return (job) => {
    last = last.then(job).catch(() => undefined);
  };
};

/** The receiver's port over a connection of the extension. */
const portOver = (
  port: RuntimePort,
  send: (text: string) => void,
): { readonly end: Port; readonly arrive: (text: unknown) => void } => {
  const end: Port = {
    onmessage: null,
    postMessage: (message) => send(writeText(message)),
    close: () => port.disconnect(),
  };
  return {
    end,
    arrive: (text) => {
      let data: unknown;
      try {
        data = readSiteText(text);
      } catch {
        // Refused by the reader of requests.
        data = undefined;
      }
      end.onmessage?.({ data } as MessageEvent);
    },
  };
};
