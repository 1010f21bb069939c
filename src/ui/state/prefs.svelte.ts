/** Settings of the page: theme, hidden amounts, lock time, sound. Nothing about money. */
export type Theme = 'device' | 'light' | 'dark';
export type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** The settings are independent of each other. */
interface PageSettings {
  readonly theme: Theme;
  /** Amounts are hidden. */
  readonly hidden: boolean;
  /** Idle minutes after which the wallet locks; 0: never. */
  readonly lockMinutes: number;
  /** Sound and vibration when the payment request on the screen is paid. */
  readonly paidSignal: boolean;
  /** Sound and vibration when money comes in, and when a payment was sent. */
  readonly signals: boolean;
  /** Notifications of payments that arrive unseen. */
  readonly notify: boolean;
  /** The screen stays on while the wallet reads the chain. */
  readonly awake: boolean;
  /** Single keys of the keyboard move between screens. */
  readonly shortcuts: boolean;
}

const KEY = 'ostro';
export const LOCK_CHOICES = [1, 5, 15, 60, 0] as const;

export class Prefs {
  current = $state.raw<PageSettings>(readSettings({}));
  readonly #storage: KeyValueStorage | undefined;
  /** Settings that could not be stored: they last until the page closes. */
  #unstored: Partial<PageSettings> = {};

  constructor(storage: KeyValueStorage | undefined) {
    this.#storage = storage;
    this.current = readSettings(readStored(storage));
  }
  /** Another tab may have changed other settings since: they stay. */
  change(changed: Partial<PageSettings>): void {
    this.#unstored = { ...this.#unstored, ...changed };
    this.#follow();
    try {
      this.#storage?.setItem(KEY, JSON.stringify(this.current));
      this.#unstored = {};
    } catch {
      // Storage is blocked or full.
    }
  }
  /** The setting, which another tab may have changed since. */
  lockMinutes(): number {
    this.#follow();
    return this.current.lockMinutes;
  }
  toggleHidden(): void {
    this.change({ hidden: !this.current.hidden });
  }
  #follow(): void {
    this.current = readSettings({ ...this.current, ...readStored(this.#storage), ...this.#unstored });
  }
}

type Stored = { readonly [Name in keyof PageSettings]?: unknown };

const readStored = (storage: KeyValueStorage | undefined): Stored => {
  try {
    const stored: unknown = JSON.parse(storage?.getItem(KEY) ?? '{}');
    return typeof stored === 'object' && stored !== null ? stored : {};
  } catch {
    return {};
  }
};
/** A value of a wrong type, or none, is replaced by the default. */
function readSettings(stored: Stored): PageSettings {
  const { theme, lockMinutes } = stored;
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : 'device',
    hidden: stored.hidden === true,
    lockMinutes: LOCK_CHOICES.find((minutes) => minutes === lockMinutes) ?? 15,
    paidSignal: stored.paidSignal === true,
    signals: stored.signals === true,
    notify: stored.notify === true,
    awake: stored.awake === true,
    shortcuts: stored.shortcuts !== false,
  };
}
