/**
 * Protects the button that agrees from clicks that were meant for something else: no page can open or move this window
 * under the pointer and so get an approval. Tests: tests/unit/ui/approve-guard.test.ts.
 */
export const ARM_MS = 500;
/** Browsers round positions: a sheet that is fully visible may report a little less. */
const FULL = 0.99;

export interface Surroundings {
  /** Reports the visible share of the sheet (0 to 1), at once and at each change. Returns how to stop. */
  visibleShare(listener: (share: number) => void): () => void;
  /** Reports each resize, scroll, pointer lock, and each change of focus or visibility. Returns how to stop. */
  disturbances(listener: () => void): () => void;
  /** The document is visible, has the focus, and no element has locked the pointer. */
  attended(): boolean;
  /** Runs the action once, in so many milliseconds, unless the returned function is called before. */
  after(ms: number, action: () => void): () => void;
}

/**
 * Arms the button after the whole sheet was visible for half a second, in a document that is visible and has the focus.
 * Each change of what the person sees or where they click starts the wait again.
 */
export class ApproveGuard {
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

/**
 * Counts a click on the button that agrees only if its press began after the button was armed. A finger that went down
 * before the question came, or a key that is held down, agrees to nothing.
 */
export class ClickGuard {
  /** The arming (ApproveGuard) in which the press began; 0: in none. A click by a screen reader has no press. */
  #begun: number | undefined;

  /** A pointer or a key goes down on the button. `repeated`: the key was down before. */
  down(arming: number, repeated = false): void {
    this.#begun = repeated ? (this.#begun ?? 0) : arming;
  }
  /** The press ends in a click. True: the click counts. */
  click(arming: number): boolean {
    const begun = this.#begun ?? arming;
    this.#begun = undefined;
    return arming > 0 && begun === arming;
  }
}

const AT_WINDOW = ['resize', 'focus', 'blur', 'pagehide', 'pageshow'];
const AT_DOCUMENT = ['visibilitychange', 'scroll', 'pointerlockchange', 'fullscreenchange'];

/** The conditions in a browser. `sheet`: the element that must be visible as a whole. */
export function surroundingsOf(sheet: Element): Surroundings {
  return {
    visibleShare(listener) {
      const observer = new IntersectionObserver(
        (entries) => {
          listener(entries.at(-1)?.intersectionRatio ?? 0);
        },
        { threshold: [0, 0.5, 0.9, 0.99, 1] },
      );
      observer.observe(sheet);
      return () => {
        observer.disconnect();
      };
    },
    disturbances(listener) {
      const stop = new AbortController();
      const { signal } = stop;
      // At the window itself, without capture: an element inside that gains or loses the focus does not count.
      for (const type of AT_WINDOW) window.addEventListener(type, listener, { signal });
      // Scrolling does not bubble: capture sees it at every element.
      for (const type of AT_DOCUMENT) document.addEventListener(type, listener, { capture: true, signal });
      window.visualViewport?.addEventListener('resize', listener, { signal });
      return () => {
        stop.abort();
      };
    },
    attended: () =>
      document.visibilityState === 'visible' && document.hasFocus() && document.pointerLockElement === null,
    after(ms, action) {
      const timer = setTimeout(action, ms);
      return () => {
        clearTimeout(timer);
      };
    },
  };
}
