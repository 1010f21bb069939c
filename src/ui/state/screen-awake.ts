/**
 * Keeps the screen on while the wallet reads the chain, if the person wants that: a phone that goes dark stops the page.
 * Rules: Screen Wake Lock API; the browser ends the lock itself when the page is hidden.
 */

/** The used part of `navigator.wakeLock`, which not every browser has. */
export interface WakeLocks {
  request(type: 'screen'): Promise<{ release(): Promise<void> }>;
}

export class ScreenAwake {
  readonly #locks: WakeLocks | undefined;
  #wanted = false;
  #held: Promise<{ release(): Promise<void> } | undefined> | undefined;

  constructor(locks: WakeLocks | undefined) {
    this.#locks = locks;
  }
  /** Call it whenever one of the reasons changes. A browser that refuses changes nothing else. */
  want(on: boolean): void {
    if (on === this.#wanted) return;
    this.#wanted = on;
    if (on) this.#held = this.#locks?.request('screen').catch(() => undefined);
    else {
      void this.#held?.then((lock) => lock?.release()).catch(() => undefined);
      this.#held = undefined;
    }
  }
}

export function browserWakeLocks(): WakeLocks | undefined {
  return (navigator as { readonly wakeLock?: WakeLocks }).wakeLock;
}
