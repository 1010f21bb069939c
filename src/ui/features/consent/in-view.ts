/**
 * Records the parts of a question that the person has had in view: the parts that matter most (the site, the amount, the address), and how far
 * its scrolling region was read. Tests: tests/unit/ui/in-view.test.ts.
 */

/** Browsers round positions: a part that is fully visible may report a little less. */
const FULL = 0.99;

export interface InView {
  /** Each part was wholly in view since the window has its present size. */
  readonly seen: boolean;
  /** No part is higher than the box. */
  readonly fits: boolean;
}

/** `parts`: inside `box`, which scrolls. Returns how to stop. */
export function watchInView(
  box: Element,
  parts: readonly Element[],
  changed: (state: InView) => void,
): () => void {
  const seen = new Set<Element>();
  const report = (): void => {
    const fits = parts.every((part) => part.clientHeight <= box.clientHeight);
    changed({ seen: fits && seen.size === parts.length, fits });
  };
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, intersectionRatio } of entries) if (intersectionRatio >= FULL) seen.add(target);
      report();
    },
    { root: box, threshold: [0, FULL, 1] },
  );
  const start = (): void => {
    observer.disconnect();
    seen.clear();
    report();
    for (const part of parts) observer.observe(part);
  };
  start();
  window.addEventListener('resize', start);
  return () => {
    window.removeEventListener('resize', start);
    observer.disconnect();
  };
}

/** A region that scrolls; its content may grow after its end was in view. */
type Region = Pick<HTMLElement, 'scrollTop' | 'clientHeight' | 'scrollHeight'>;

/** CSS pixels: browsers round the three heights on their own. */
const ROUNDING = 2;

/** The height of the content of which everything was in view once; `before` is what was seen up to now. */
export function seenHeight({ scrollTop, clientHeight, scrollHeight }: Region, before: number): number {
  return scrollTop + clientHeight >= scrollHeight - ROUNDING ? scrollHeight : before;
}

/** All of the present content was in view. */
export function isAllSeen({ scrollHeight }: Region, seen: number): boolean {
  return seen >= scrollHeight - ROUNDING;
}
