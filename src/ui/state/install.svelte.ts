/** Installation of the app on this device: whether it is possible, and when to offer it. */
import type { KeyValueStorage } from './prefs.svelte.ts';
import { LatestTask } from './task.ts';

/** Chromium's event `beforeinstallprompt`. */
interface PromptEvent extends Event {
  prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
}
/** The parts of `window` and `navigator` that are used. */
export interface InstallBrowser {
  addEventListener(type: 'beforeinstallprompt' | 'appinstalled', listener: (event: Event) => void): void;
  matchMedia(query: string): { readonly matches: boolean };
  readonly navigator: {
    readonly userAgent: string;
    readonly maxTouchPoints?: number;
    /** Safari on iPhone and iPad: true in an app of the home screen. */
    readonly standalone?: boolean;
    registerProtocolHandler?(scheme: string, url: string): void;
  };
}

const KEY = 'ostro-install';
const DISMISSED = 'dismissed';

export class Install {
  /** The browser can install the app now. */
  possible = $state(false);
  /** This page is the installed app. */
  installed = $state(false);
  /** The user does not want to be asked. */
  #dismissed = $state(false);
  #prompt: PromptEvent | undefined;
  readonly #asking = new LatestTask();
  readonly #browser: InstallBrowser | undefined;
  readonly #storage: KeyValueStorage | undefined;

  /** Create it when the page starts: the browser reports only once that it can install. */
  constructor(browser: InstallBrowser | undefined, storage: KeyValueStorage | undefined) {
    this.#browser = browser;
    this.#storage = storage;
    this.#dismissed = read(storage) === DISMISSED;
    if (!browser) return;
    // @wc-ignore
    this.installed =
      browser.navigator.standalone === true || browser.matchMedia('(display-mode: standalone)').matches;
    browser.addEventListener('beforeinstallprompt', (event) => {
      // Without this, the browser asks at a moment of its own.
      event.preventDefault();
      this.#prompt = event as PromptEvent;
      this.possible = true;
    });
    browser.addEventListener('appinstalled', () => {
      this.possible = false;
      this.installed = true;
    });
  }
  /** Safari on iPhone and iPad: the user installs by hand, and the installed app does not see the wallets of this page. */
  get apple(): boolean {
    const { userAgent = '', maxTouchPoints = 0 } = this.#browser?.navigator ?? {};
    return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
  }
  /** Home offers it. `proven`: the wallet was paid, or saved as a file. */
  offered(proven: boolean): boolean {
    return proven && !this.installed && !this.#dismissed && (this.possible || this.apple);
  }
  /** Call it in a click. Returns whether the user agreed. */
  async install(): Promise<boolean> {
    const prompt = this.#prompt;
    if (!prompt) return false;
    // The browser takes it once.
    this.#prompt = undefined;
    this.possible = false;
    const asked = prompt.prompt();
    void this.#asking.run(async (task) => {
      const { outcome } = await task.wait(asked);
      if (outcome === 'dismissed') this.dismiss();
    });
    return (await asked).outcome === 'accepted';
  }
  /** Does not offer it again. */
  dismiss(): void {
    this.#dismissed = true;
    try {
      this.#storage?.setItem(KEY, DISMISSED);
    } catch {
      // Storage is blocked or full: it is remembered until the page closes.
    }
  }
  get takesLinks(): boolean {
    return this.#browser?.navigator.registerProtocolHandler !== undefined;
  }
  /** Asks the browser to open payment links with this page; call it in a click. */
  takeLinks(base: string): void {
    for (const scheme of ['web+monero', 'monero'])
      try {
        this.#browser?.navigator.registerProtocolHandler?.(scheme, `${base}#/pay/%s`);
      } catch {
        // Most browsers take only `web+monero`.
      }
  }
}

const read = (storage: KeyValueStorage | undefined): string | null => {
  try {
    return storage?.getItem(KEY) ?? null;
  } catch {
    return null;
  }
};
