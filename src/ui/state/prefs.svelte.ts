/** Settings of the page: theme, hidden amounts, lock time, sound. Nothing about money. */
export type Theme = 'device' | 'light' | 'dark';
export type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem'>;

const KEY = 'ostro';
export const LOCK_CHOICES = [1, 5, 15, 60, 0] as const;

export class Prefs {
  theme = $state<Theme>('device');
  hidden = $state(false);
  /** Idle minutes after which the wallet locks; 0: never. */
  lockMinutes = $state(15);
  /** Sound and vibration when the payment request on the screen is paid. */
  paidSignal = $state(false);
  /** Notifications of payments that arrive unseen. */
  notify = $state(false);
  /** Number of unsaved payments at which the user put off the reminder to save the wallet. */
  unsavedDismissed = $state(0);
  /** The screen stays on while the wallet reads the chain. */
  awake = $state(false);
  readonly #storage: KeyValueStorage | undefined;

  constructor(storage: KeyValueStorage | undefined) {
    this.#storage = storage;
    const kept = readKept(storage);
    if (kept.theme === 'light' || kept.theme === 'dark') this.theme = kept.theme;
    this.hidden = kept.hidden === true;
    this.paidSignal = kept.paidSignal === true;
    this.notify = kept.notify === true;
    if (typeof kept.unsavedDismissed === 'number') this.unsavedDismissed = kept.unsavedDismissed;
    this.awake = kept.awake === true;
    if (LOCK_CHOICES.some((minutes) => minutes === kept.lockMinutes))
      this.lockMinutes = Number(kept.lockMinutes);
  }
  setTheme(theme: Theme): void {
    this.theme = theme;
    this.#keep();
  }
  toggleHidden(): void {
    this.hidden = !this.hidden;
    this.#keep();
  }
  setLockMinutes(minutes: number): void {
    this.lockMinutes = minutes;
    this.#keep();
  }
  setPaidSignal(on: boolean): void {
    this.paidSignal = on;
    this.#keep();
  }
  setNotify(on: boolean): void {
    this.notify = on;
    this.#keep();
  }
  setUnsavedDismissed(count: number): void {
    this.unsavedDismissed = count;
    this.#keep();
  }
  setAwake(on: boolean): void {
    this.awake = on;
    this.#keep();
  }
  #keep(): void {
    const { theme, hidden, lockMinutes, paidSignal, notify, unsavedDismissed, awake } = this;
    try {
      this.#storage?.setItem(
        KEY,
        JSON.stringify({ theme, hidden, lockMinutes, paidSignal, notify, unsavedDismissed, awake }),
      );
    } catch {
      // Storage is blocked or full: the setting lasts until the page closes.
    }
  }
}

interface Kept {
  readonly theme?: unknown;
  readonly hidden?: unknown;
  readonly lockMinutes?: unknown;
  readonly paidSignal?: unknown;
  readonly notify?: unknown;
  readonly unsavedDismissed?: unknown;
  readonly awake?: unknown;
}
const readKept = (storage: KeyValueStorage | undefined): Kept => {
  try {
    const kept: unknown = JSON.parse(storage?.getItem(KEY) ?? '{}');
    return typeof kept === 'object' && kept !== null ? kept : {};
  } catch {
    return {};
  }
};
