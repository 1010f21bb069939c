/** What armed.svelte.ts watches, in a browser. */
import type { Surroundings } from './armed.svelte.ts';

const AT_WINDOW = ['resize', 'focus', 'blur', 'pagehide', 'pageshow'];
const AT_DOCUMENT = ['visibilitychange', 'scroll', 'pointerlockchange', 'fullscreenchange'];

/** `sheet`: the element that must be visible as a whole. */
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
