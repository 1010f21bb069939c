/**
 * Payments that arrive while the page is not visible: a number on the icon of the installed app and in the title of the tab,
 * and a notification if the user wants it. Neither says how much arrived, since both are seen by others.
 */
import type { Prefs } from './prefs.svelte.ts';
import { TabMark } from './tab-mark.ts';
import { LatestTask } from './task.ts';

/** The parts of the browser that are used; those that it lacks are left out. */
export interface AlertBrowser {
  readonly setBadge?: ((count: number) => Promise<void>) | undefined;
  readonly clearBadge?: (() => Promise<void>) | undefined;
  readonly permission?: (() => NotificationPermission) | undefined;
  readonly ask?: (() => Promise<NotificationPermission>) | undefined;
  readonly show?: ((text: string) => Promise<unknown>) | undefined;
  readonly isHidden: () => boolean;
}

export class Alerts {
  /** Number of payments that arrived unseen. */
  unseen = $state(0);
  /** The browser refuses notifications of this page; only the user can change that, in the browser's settings. */
  denied = $state(false);
  readonly #browser: AlertBrowser;
  readonly #asking = new LatestTask();
  readonly #prefs: Pick<Prefs, 'current' | 'change'>;

  constructor(browser: AlertBrowser, prefs: Pick<Prefs, 'current' | 'change'>) {
    this.#browser = browser;
    this.#prefs = prefs;
    this.denied = browser.permission?.() === 'denied';
  }
  get possible(): boolean {
    return this.#browser.show !== undefined && this.#browser.ask !== undefined;
  }
  get on(): boolean {
    return this.#prefs.current.notify && this.#browser.permission?.() === 'granted';
  }
  /** Call it in a click: the browser asks the user. */
  async turn(on: boolean): Promise<void> {
    this.#asking.end();
    if (!on) {
      this.#prefs.change({ notify: false });
      return;
    }
    await this.#asking.run(async (task) => {
      const answer = await task.wait(this.#browser.ask?.() ?? Promise.resolve(undefined));
      this.denied = answer === 'denied';
      this.#prefs.change({ notify: answer === 'granted' });
    });
  }
  /** Payments arrived. */
  arrived(count: number): void {
    if (count === 0 || !this.#browser.isHidden()) return;
    this.unseen += count;
    void this.#browser.setBadge?.(this.unseen).catch(() => undefined);
    if (this.on)
      void this.#browser
        .show?.(this.unseen === 1 ? 'A payment has arrived' : 'Payments have arrived')
        .catch(() => undefined);
  }
  /** The user looks at the page. */
  seen(): void {
    if (this.unseen === 0) return;
    this.unseen = 0;
    void this.#browser.clearBadge?.().catch(() => undefined);
  }
}

/** The browser's part of alerts. `ready`: the service worker, which shows notifications. */
export function alertBrowser(
  ready: (() => Promise<Pick<ServiceWorkerRegistration, 'showNotification'>>) | undefined,
): AlertBrowser {
  const device = navigator as {
    readonly setAppBadge?: (count: number) => Promise<void>;
    readonly clearAppBadge?: () => Promise<void>;
  };
  // A browser that has badges shows none for a page in a tab, and does not say so.
  const tab = new TabMark(document, watchTitle);
  const { Notification: api } = window as { readonly Notification?: typeof Notification };
  return {
    setBadge: async (count) => {
      tab.set(count);
      await device.setAppBadge?.(count);
    },
    clearBadge: async () => {
      tab.set(0);
      await device.clearAppBadge?.();
    },
    ...(api && {
      permission: () => api.permission,
      ask: () => api.requestPermission(),
    }),
    ...(api && {
      // One notification, which later ones replace. Android shows them by the service worker only; a page without one shows
      // them itself.
      show: async (text: string) => {
        const how = { body: text, tag: 'ostro-payment', icon: './icons/ostro-192.png' };
        if (!ready) new api('Ostro', how);
        else return (await ready()).showNotification('Ostro', how);
        return undefined;
      },
    }),
    isHidden: () => document.hidden,
  };
}

/** Calls back at each change of the title. */
const watchTitle = (changed: () => void): void => {
  const title = document.querySelector('title');
  if (title) new MutationObserver(changed).observe(title, { childList: true });
};
