/**
 * The functions of Chromium's and Firefox's extension interface that are used, as far as they are used. Firefox has the same
 * object under the same name. Source: developer.chrome.com/docs/extensions/reference, developer.mozilla.org (WebExtensions).
 */

export interface ExtensionApi {
  readonly runtime: Runtime & {
    getURL(path: string): string;
    /** The extension's own open pages. Missing in older Firefox. */
    getContexts?(filter: { readonly contextTypes: readonly 'TAB'[] }): Promise<readonly ExtensionContext[]>;
    readonly onConnect: BrowserEvent<(port: RuntimePort) => void>;
    /** The extension was installed (`install`) or updated. */
    readonly onInstalled: BrowserEvent<(how: { readonly reason: string }) => void>;
    readonly onStartup: BrowserEvent<() => void>;
  };
  readonly permissions: {
    request(wanted: BrowserPermissions): Promise<boolean>;
    contains(wanted: BrowserPermissions): Promise<boolean>;
    remove(wanted: BrowserPermissions): Promise<boolean>;
    getAll(): Promise<BrowserPermissions>;
    readonly onRemoved: BrowserEvent<() => void>;
  };
  readonly scripting: {
    getRegisteredContentScripts(): Promise<readonly { readonly id: string }[]>;
    registerContentScripts(scripts: readonly SiteScript[]): Promise<void>;
    unregisterContentScripts(filter: { readonly ids: readonly string[] }): Promise<void>;
    /** Runs in a page that is loaded already. */
    executeScript(what: PageScript): Promise<readonly { readonly result?: unknown }[]>;
  };
  readonly storage: {
    readonly local: {
      get(key: string): Promise<Readonly<Record<string, unknown>>>;
      clear(): Promise<void>;
      set(values: Readonly<Record<string, unknown>>): Promise<void>;
    };
    /** In all pages of the extension, the changing one included. */
    readonly onChanged: BrowserEvent<() => void>;
  };
  readonly tabs: {
    create(tab: { readonly url: string }): Promise<unknown>;
    update(
      id: number,
      changes: { readonly active: true },
    ): Promise<{ readonly windowId: number } | undefined>;
    /** To the extension's own script in a page of this tab. */
    sendMessage(id: number, message: unknown, to: { readonly frameId: 0 }): Promise<unknown>;
    readonly onRemoved: BrowserEvent<(id: number) => void>;
  };
  readonly windows: {
    create(window: NewWindow): Promise<{ readonly id: number }>;
    /** Rejects if there is no such window. */
    update(id: number, changes: { readonly focused: true }): Promise<unknown>;
  };
  readonly action: {
    readonly onClicked: BrowserEvent<(tab?: BrowserTab) => void>;
    getBadgeText(of: object): Promise<string>;
    setBadgeText(badge: { readonly text: string }): Promise<void>;
    setIcon(icon: { readonly path: string }): Promise<void>;
    setTitle(words: { readonly title: string }): Promise<void>;
  };
  readonly alarms: {
    create(name: string, when: { readonly periodInMinutes: number }): Promise<unknown>;
    get(name: string): Promise<unknown>;
    clear(name: string): Promise<unknown>;
    readonly onAlarm: BrowserEvent<(alarm: { readonly name: string }) => void>;
  };
  /** In Firefox alone. */
  readonly webRequest?: {
    readonly onHeadersReceived: {
      addListener(
        listener: (answer: ReceivedHeaders) => void,
        of: { readonly urls: readonly string[]; readonly types: readonly string[] },
        parts: readonly 'responseHeaders'[],
      ): void;
    };
  };
  /** Texts of the package in the language of the browser. */
  readonly i18n: { getMessage(name: string): string };
  /** Missing until the person allows notifications. */
  readonly notifications?:
    | {
        create(id: string, notification: Notice): Promise<unknown>;
      }
    | undefined;
}
export interface ReceivedHeaders {
  readonly url: string;
  readonly statusCode: number;
  /** The page that made the request, or whose worker did. */
  readonly originUrl?: string;
  readonly responseHeaders?: readonly { readonly name: string; readonly value?: string }[];
}
export interface Notice {
  readonly type: 'basic';
  readonly title: string;
  readonly message: string;
  readonly iconUrl: string;
}
/** The part that the extension's script in a page of a site has, too. */
export interface Runtime {
  readonly id: string;
  getURL(path: string): string;
  connect(how: { readonly name: string }): RuntimePort;
  sendMessage(message: unknown): Promise<unknown>;
  readonly onMessage: BrowserEvent<
    (message: unknown, sender: MessageSender, answer: (value: unknown) => void) => true | undefined
  >;
}
export interface BrowserEvent<Listener> {
  addListener(listener: Listener): void;
}
/** One end of a connection between parts of the extension. It carries JSON. */
export interface RuntimePort {
  readonly name: string;
  readonly sender?: MessageSender;
  postMessage(message: unknown): void;
  disconnect(): void;
  readonly onMessage: BrowserEvent<(message: unknown) => void>;
  readonly onDisconnect: BrowserEvent<() => void>;
}
/** Where a message comes from, as the browser says it. */
export interface MessageSender {
  readonly id?: string;
  readonly tab?: { readonly id?: number };
  /** 0: the page itself, not a frame in it. */
  readonly frameId?: number;
  readonly origin?: string;
  readonly url?: string;
}
export interface BrowserPermissions {
  /** Match patterns such as `https://node.example:18089/*`. */
  readonly origins?: readonly string[];
  readonly permissions?: readonly string[];
}
export interface SiteScript {
  readonly id: string;
  readonly matches: readonly string[];
  readonly js: readonly string[];
  readonly runAt: 'document_start';
  readonly world: 'MAIN' | 'ISOLATED';
  readonly allFrames: false;
  readonly persistAcrossSessions: true;
}
/** A function or files that run in the page itself of a tab, not in its frames. */
export type PageScript = {
  readonly target: { readonly tabId: number; readonly frameIds: readonly [0] };
  readonly world: 'MAIN' | 'ISOLATED';
} & ({ readonly func: () => unknown } | { readonly files: readonly string[] });
/** A tab. The address is there if the extension may see it, as after a click on its icon (activeTab). */
export interface BrowserTab {
  readonly id?: number;
  readonly url?: string;
}
interface NewWindow {
  readonly url: string;
  readonly type: 'popup';
  readonly width: number;
  readonly height: number;
}
export interface ExtensionContext {
  readonly documentUrl?: string;
  readonly tabId: number;
  readonly windowId: number;
}

/** The browser's, in a page or worker of the extension. */
export function extensionApi(): ExtensionApi {
  return (globalThis as unknown as { readonly chrome: ExtensionApi }).chrome;
}
