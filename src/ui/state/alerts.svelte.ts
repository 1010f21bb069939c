/**
 * Payments that arrive while the page is not visible: a number on the icon of the installed app, and a notification if the
 * user wants it. Neither says how much arrived, since both are seen by others.
 */
import type { Prefs } from './prefs.svelte.ts';

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
  readonly #prefs: Pick<Prefs, 'notify' | 'setNotify'>;

  constructor(browser: AlertBrowser, prefs: Pick<Prefs, 'notify' | 'setNotify'>) {
    this.#browser = browser;
    this.#prefs = prefs;
    this.denied = browser.permission?.() === 'denied';
  }
  get possible(): boolean {
    return this.#browser.show !== undefined && this.#browser.ask !== undefined;
  }
  get on(): boolean {
    return this.#prefs.notify && this.#browser.permission?.() === 'granted';
  }
  /** Call it in a click: the browser asks the user. */
  async turn(on: boolean): Promise<void> {
    if (!on) {
      this.#prefs.setNotify(false);
      return;
    }
    const answer = await this.#browser.ask?.();
    this.denied = answer === 'denied';
    this.#prefs.setNotify(answer === 'granted');
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
  const { Notification: api } = window as { readonly Notification?: typeof Notification };
  return {
    setBadge: device.setAppBadge?.bind(navigator),
    clearBadge: device.clearAppBadge?.bind(navigator),
    ...(api && {
      permission: () => api.permission,
      ask: () => api.requestPermission(),
    }),
    ...(api &&
      ready && {
        // One notification, which later ones replace. Android shows them by the service worker only.
        show: async (text: string) =>
          (await ready()).showNotification('Ostro', {
            body: text,
            tag: 'ostro-payment',
            icon: './icons/ostro-192.png',
          }),
      }),
    isHidden: () => document.hidden,
  };
}
