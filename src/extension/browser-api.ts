/**
 * The functions of Chromium's and Firefox's extension interface that are used, as far as they are used. Firefox has the same
 * object under the same name. Source: developer.chrome.com/docs/extensions/reference, developer.mozilla.org (WebExtensions).
 */

export interface ExtensionApi {
  readonly runtime: {
    getURL(path: string): string;
    /** The extension's own open pages. Missing in older Firefox. */
    getContexts?(filter: { readonly contextTypes: readonly 'TAB'[] }): Promise<readonly ExtensionContext[]>;
  };
  readonly permissions: {
    request(asked: Origins): Promise<boolean>;
    contains(asked: Origins): Promise<boolean>;
    remove(asked: Origins): Promise<boolean>;
  };
  readonly tabs: {
    create(tab: { readonly url: string }): Promise<unknown>;
    update(id: number, changes: { readonly active: true }): Promise<unknown>;
  };
  readonly windows: {
    update(id: number, changes: { readonly focused: true }): Promise<unknown>;
  };
  readonly action: {
    readonly onClicked: { addListener(listener: () => void): void };
  };
}
interface Origins {
  /** Match patterns such as `https://node.example:18089/*`. */
  readonly origins: readonly string[];
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
