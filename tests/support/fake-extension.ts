/**
 * A browser with the extension in it, as far as sites need it: its worker, a window for a site, and the scripts in the tabs'
 * pages, with the messages between them. The browser names the sender of each, and nothing else can.
 */
import { createMemorySettings } from '../../src/store/memory-settings.ts';
import type {
  BrowserPermissions,
  BrowserEvent,
  ExtensionApi,
  Notice,
  Runtime,
  RuntimePort,
  MessageSender,
  SiteScript,
} from '../../src/extension/browser-api.ts';

export const OWN = 'ownownownownownownownownownownow';
export const HOME = `chrome-extension://${OWN}/`;

type Listeners<L> = BrowserEvent<L> & { readonly all: L[] };
const event = <L>(): Listeners<L> => {
  const all: L[] = [];
  return { all, addListener: (listener) => void all.push(listener) };
};
type OnMessage = Parameters<Runtime['onMessage']['addListener']>[0];

export interface FakeExtension {
  /** For the worker and the pages of the extension. */
  readonly api: ExtensionApi;
  /** For the script in the page of tab 1; `sender` is what the browser says of it. */
  readonly runtimeOf: (sender: MessageSender) => Runtime;
  /** A message to the worker and pages, from anywhere. */
  readonly send: (message: unknown, sender: MessageSender) => Promise<unknown>;
  /** Settings of the app, which the wallet worker reads, too. */
  readonly settings: ReturnType<typeof createMemorySettings>;
  /** The person takes the permission back in the browser's settings. */
  readonly takeBack: (pattern: string) => void;
  /** An alarm goes off. */
  readonly ring: (name: string) => void;
  readonly removeTab: (tab: number) => void;
  /** Addresses of the windows that were opened. */
  readonly windows: readonly string[];
  readonly focused: readonly number[];
  readonly scripts: ReadonlyMap<string, SiteScript>;
  /** Scripts that were run in pages which were there already. */
  readonly ran: readonly string[];
  /** What the person is asked. */
  readonly asked: readonly string[];
  readonly stored: Readonly<Record<string, unknown>>;
  /** Names of the alarms that are set. */
  readonly alarms: ReadonlySet<string>;
  /** What the icon in the toolbar was told to show, in order. */
  readonly icon: readonly string[];
  /** Notifications, by id. */
  readonly notices: readonly (readonly [id: string, text: string])[];
  /** The person agrees to what the browser asks. */
  agrees: boolean;
  /** The extension was replaced or disabled; the script in the page is left over. */
  gone: boolean;
}

/** The sender as Chromium describes the script in the page of a tab. */
export function pageOfSite(origin: string, changes: Partial<MessageSender> = {}): MessageSender {
  return { id: OWN, tab: { id: 1 }, frameId: 0, origin, url: `${origin}/pay?order=1`, ...changes };
}

export function fakeExtension(): FakeExtension {
  const messages = event<OnMessage>();
  const inPage = event<OnMessage>();
  const connects = event<(port: RuntimePort) => void>();
  const removedTabs = event<(tab: number) => void>();
  const permitted = new Set<string>();
  const windows: string[] = [];
  const changed = event<() => void>();
  const lost = event<() => void>();
  const focused: number[] = [];
  const scripts = new Map<string, SiteScript>();
  const ran: string[] = [];
  const asked: string[] = [];
  const stored: Record<string, unknown> = {};
  const alarms = new Set<string>();
  const ringing = event<(alarm: { readonly name: string }) => void>();
  const icon: string[] = [];
  const notices: (readonly [string, string])[] = [];
  const state = { agrees: true, gone: false };

  /** Each listener may answer; the first answer counts. */
  const deliver = (
    listeners: readonly OnMessage[],
    message: unknown,
    sender: MessageSender,
  ): Promise<unknown> =>
    new Promise((answer, fail) => {
      const late = listeners.map((listen) => listen(structuredClone(message), sender, answer));
      if (!late.includes(true)) fail(new Error('Could not establish connection.'));
    });
  const page: MessageSender = { id: OWN, url: `${HOME}connect.html?tab=1` };
  const runtimeOf = (sender: MessageSender): Runtime => ({
    id: OWN,
    getURL: (path) => HOME + path,
    sendMessage: (message) =>
      state.gone
        ? Promise.reject(new Error('Extension context invalidated.'))
        : deliver(messages.all, message, sender),
    onMessage: inPage,
    connect: ({ name }) => {
      const [site, wallet] = connection(name, sender);
      for (const listen of connects.all) listen(wallet);
      return site;
    },
  });
  const api: ExtensionApi = {
    runtime: {
      ...runtimeOf(page),
      onMessage: messages,
      onConnect: connects,
      onInstalled: event(),
      onStartup: event(),
      getContexts: () =>
        Promise.resolve(
          windows.map((documentUrl, i) => ({ documentUrl, tabId: 100 + i, windowId: 200 + i })),
        ),
    },
    permissions: {
      request: (wanted) => {
        asked.push(...namesOf(wanted));
        if (state.agrees) for (const each of namesOf(wanted)) permitted.add(each);
        return Promise.resolve(state.agrees);
      },
      contains: (wanted) => Promise.resolve(namesOf(wanted).every((each) => permitted.has(each))),
      remove: (wanted) => Promise.resolve(namesOf(wanted).every((each) => permitted.delete(each))),
      getAll: () => Promise.resolve({ origins: [...permitted].filter((each) => each.includes('://')) }),
      onRemoved: lost,
    },
    scripting: {
      getRegisteredContentScripts: () => Promise.resolve([...scripts.values()]),
      registerContentScripts: (given) => {
        for (const each of given) scripts.set(each.id, each);
        return Promise.resolve();
      },
      unregisterContentScripts: ({ ids }) => {
        for (const id of ids) scripts.delete(id);
        return Promise.resolve();
      },
      executeScript: (what) => {
        // A test that has a page stubs its globals.
        if ('func' in what) return Promise.resolve([{ result: what.func() }]);
        ran.push(`${what.world} ${what.files.join()} in tab ${what.target.tabId}`);
        return Promise.resolve([]);
      },
    },
    storage: {
      local: {
        get: (key) => Promise.resolve({ [key]: stored[key] }),
        clear: () => {
          for (const key of Object.keys(stored)) Reflect.deleteProperty(stored, key);
          return Promise.resolve();
        },
        set: (values) => {
          Object.assign(stored, values);
          for (const listen of changed.all) listen();
          return Promise.resolve();
        },
      },
      onChanged: changed,
    },
    tabs: {
      create: () => Promise.resolve(),
      update: (id) => Promise.resolve({ windowId: 300 + id }),
      sendMessage: (_tab, message) => deliver(inPage.all, message, page),
      onRemoved: removedTabs,
    },
    windows: {
      create: ({ url }) => Promise.resolve({ id: 199 + windows.push(url) }),
      update: (id) => Promise.resolve(void focused.push(id)),
    },
    action: {
      onClicked: event(),
      getBadgeText: () => Promise.resolve(icon.findLast((each) => each.startsWith('badge '))?.slice(6) ?? ''),
      setBadgeText: ({ text }) => Promise.resolve(void icon.push(`badge ${text}`)),
      setIcon: ({ path }) => Promise.resolve(void icon.push(path)),
      setTitle: ({ title }) => Promise.resolve(void icon.push(title)),
    },
    alarms: {
      create: (name) => Promise.resolve(void alarms.add(name)),
      get: (name) => Promise.resolve(alarms.has(name) ? { name } : undefined),
      clear: (name) => Promise.resolve(alarms.delete(name)),
      onAlarm: ringing,
    },
    i18n: { getMessage: (name) => `title ${name}` },
    get notifications() {
      if (!permitted.has('notifications')) return undefined;
      return {
        create: (id: string, { message }: Notice) => Promise.resolve(void notices.push([id, message])),
      };
    },
  };
  return {
    api,
    runtimeOf,
    send: (message, sender) => deliver(messages.all, message, sender),
    settings: createMemorySettings(),
    takeBack: (pattern) => {
      permitted.delete(pattern);
      for (const listen of lost.all) listen();
    },
    ring: (name) => {
      for (const listen of ringing.all) listen({ name });
    },
    removeTab: (tab) => {
      for (const listen of removedTabs.all) listen(tab);
    },
    windows,
    focused,
    scripts,
    ran,
    asked,
    stored,
    alarms,
    icon,
    notices,
    get agrees() {
      return state.agrees;
    },
    set agrees(value) {
      state.agrees = value;
    },
    get gone() {
      return state.gone;
    },
    set gone(value) {
      state.gone = value;
    },
  };
}

const namesOf = ({ origins = [], permissions = [] }: BrowserPermissions): readonly string[] => [
  ...origins,
  ...permissions,
];

/** Two ends; each message arrives later, as JSON, and one end hears that the other was closed. */
const connection = (name: string, sender: MessageSender): readonly [RuntimePort, RuntimePort] => {
  const ends = [0, 1].map(() => ({ heard: event<(message: unknown) => void>(), gone: event<() => void>() }));
  let open = true;
  return [0, 1].map((own): RuntimePort => {
    const other = ends[1 - own]!;
    return {
      name,
      sender,
      postMessage: (message) => {
        if (!open) throw new Error('Attempting to use a disconnected port object');
        const text = JSON.stringify(message);
        queueMicrotask(() => {
          for (const listen of other.heard.all) listen(JSON.parse(text));
        });
      },
      disconnect: () => {
        if (!open) return;
        open = false;
        queueMicrotask(() => {
          for (const listen of other.gone.all) listen();
        });
      },
      onMessage: ends[own]!.heard,
      onDisconnect: ends[own]!.gone,
    };
  }) as unknown as readonly [RuntimePort, RuntimePort];
};
