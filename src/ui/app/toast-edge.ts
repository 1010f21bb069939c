/**
 * Where a short message covers least: over the screen's title, which is read when the screen opens, or at an edge of the
 * window. On a wide screen it appears below the tabs instead (Toast.svelte).
 */
export type Edge = 'bottom' | 'top' | 'title';
/** A part of the window, in CSS pixels from its top. */
export interface Span {
  readonly top: number;
  readonly bottom: number;
}

/** Selects what a message should not cover. */
// @wc-ignore
export const IMPORTANT = 'main :is(button, a.btn, a.list-row, input, textarea, select, .addr, .qr, .hero)';
/** Room of the title that is enough for a message, in units of the text size. */
const TITLE_REM = 9;

/** Whether the message may cover the title: it is on the screen, and the bar has room beside its buttons. */
export function fitsTitle(title: DOMRectReadOnly | undefined, rem: number): boolean {
  return title !== undefined && title.top >= 0 && title.width >= TITLE_REM * rem;
}

/** Height by which two spans overlap. */
const overlap = (a: Span, b: Span): number =>
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

/**
 * The edge at which the message covers less of `important` (buttons, addresses, codes and the balance, as on the screen): the
 * bottom, unless the top covers less. `at`: the message at each edge.
 */
export function edgeFor(
  at: Readonly<Record<'bottom' | 'top', Span>>,
  important: readonly Span[],
): 'bottom' | 'top' {
  const covered = (edge: 'bottom' | 'top'): number =>
    important.reduce((sum, each) => sum + overlap(at[edge], each), 0);
  return covered('top') < covered('bottom') ? 'top' : 'bottom';
}
