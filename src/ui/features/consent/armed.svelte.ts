/**
 * When the button that agrees may be pressed: after the whole sheet was visible for half a second, in a document that
 * is visible and has the focus. Whatever changes what the person sees or where they click starts the wait again, so
 * that no page can place this window under a click that was meant for something else.
 * Tests: tests/unit/ui/armed.test.ts.
 */
export const ARM_MS = 500;
/** Browsers round positions: a sheet that is fully visible may report a little less. */
const FULL = 0.99;

export interface Surroundings {
  /** Reports the visible share of the sheet (0 to 1), at once and at each change. Returns how to stop. */
  visibleShare(listener: (share: number) => void): () => void;
  /** Reports each resize, scroll, pointer lock, and each change of focus or visibility. Returns how to stop. */
  disturbances(listener: () => void): () => void;
  /** Whether the document is visible, has the focus, and no element has locked the pointer. */
  attended(): boolean;
  /** Runs the action once, in so many milliseconds, unless the returned function is called before. */
  after(ms: number, action: () => void): () => void;
}

export class Armed {
  /** The number of the present arming, from 1; 0 while the button is not armed. */
  arming = $state(0);
  /** The whole sheet is visible. */
  whole = $state(false);
  readonly #surroundings: Surroundings;
  #cancel: (() => void) | undefined;
  #armings = 0;

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings;
  }
  get armed(): boolean {
    return this.arming > 0;
  }
  /** Watches until the returned function is called. */
  watch(): () => void {
    const stops = [
      this.#surroundings.visibleShare((share) => {
        this.whole = share >= FULL;
        this.#waitAgain();
      }),
      this.#surroundings.disturbances(() => {
        this.#waitAgain();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
      this.#disarm();
    };
  }
  #disarm(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.arming = 0;
  }
  #waitAgain(): void {
    this.#disarm();
    if (!this.#ready()) return;
    this.#cancel = this.#surroundings.after(ARM_MS, () => {
      if (this.#ready()) this.arming = ++this.#armings;
    });
  }
  #ready(): boolean {
    return this.whole && this.#surroundings.attended();
  }
}
