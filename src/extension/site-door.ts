/**
 * The side of the window that answers a site (connect.html of the extension): takes the connection of the site's tab, and gives
 * it to the receiver of src/embed as what a window of the app gets from its opener. The origin is the browser's.
 */
import { readSiteText, writeText } from '../embed/text.ts';
import type { Arrival, Port } from '../embed/receiver.ts';
import type { ExtensionApi, RuntimePort } from './browser-api.ts';
import { siteTabOf } from './sender.ts';
import { isGreet, type WindowNews } from './site-messages.ts';
import { isSiteOn } from './sites.ts';

type Api = Pick<ExtensionApi, 'runtime' | 'tabs' | 'permissions' | 'scripting' | 'storage'>;

export interface Door {
  /** The only source whose hello counts. */
  readonly source: unknown;
  /** `receive` gets each hello; `left` is called when the site's page is gone, or the site was turned off. */
  open(receive: (arrival: Arrival) => boolean, left: () => void): void;
}
export interface DoorParts {
  readonly api: Api;
  readonly withPorts: boolean;
  readonly tab: number;
  readonly window: {
    addEventListener(type: 'pagehide', listener: () => void): void;
    close(): void;
  };
}

/** Undefined: the address names no tab, so the window belongs to no site. */
export function tabOf(search: string): number | undefined {
  const tab = /^\?tab=(\d{1,15})$/.exec(search)?.[1];
  return tab === undefined ? undefined : Number(tab);
}

export function doorOfTab({ api, withPorts, tab, window }: DoorParts): Door {
  const source = {};
  let present: RuntimePort | undefined;
  let checkPresent = (): void => undefined;
  const say = (ostro: WindowNews['ostro']): void => {
    const news: WindowNews = { ostro, tab };
    // Fails while no script of the extension is in the page.
    api.tabs.sendMessage(tab, news, { frameId: 0 }).catch(() => undefined);
  };
  const take = (port: RuntimePort, receive: (arrival: Arrival) => boolean, left: () => void): void => {
    const site = port.sender && siteTabOf(port.sender, api.runtime.id);
    if (port.name !== `site ${String(tab)}` || site?.tab !== tab) return;
    present?.disconnect();
    present = port;
    const ended = (): void => {
      if (present !== port) return;
      present = undefined;
      left();
    };
    // Asked for each message in both directions: the person can turn the site off at any moment.
    const isOn = async (): Promise<boolean> => {
      if (await isSiteOn(api, site.origin, withPorts)) return present === port;
      port.disconnect();
      ended();
      return false;
    };
    checkPresent = () => void isOn();
    const sent = inOrder();
    const { end, arrive } = portOver(port, (text) => {
      sent(async () => {
        if (await isOn()) port.postMessage(text);
      });
    });
    let greeted = false;
    const hear = async (text: unknown): Promise<void> => {
      if (await isOn()) {
        if (greeted) arrive(text);
        else greeted = receive({ source, origin: site.origin, data: readSiteText(text), ports: [end] });
      }
    };
    const handleNext = inOrder();
    port.onMessage.addListener((text) => {
      handleNext(() => hear(text));
    });
    port.onDisconnect.addListener(ended);
  };
  return {
    source,
    open: (receive, left) => {
      api.runtime.onConnect.addListener((port) => take(port, receive, left));
      api.runtime.onMessage.addListener((message, { id }) => {
        if (id === api.runtime.id && isGreet(message, tab)) say('ready');
        return undefined;
      });
      // A request that waits for the person's decision ends as soon as the site is turned off.
      api.storage.onChanged.addListener(() => checkPresent());
      api.permissions.onRemoved.addListener(() => checkPresent());
      api.tabs.onRemoved.addListener((id) => {
        if (id === tab) window.close();
      });
      window.addEventListener('pagehide', () => {
        present?.disconnect();
        say('closed');
      });
      say('ready');
    },
  };
}

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
