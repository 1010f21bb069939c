/** Where a short message covers least. */
export type Edge = 'bottom' | 'top';
/** A part of the window, in CSS pixels from its top. */
export interface Span {
  readonly top: number;
  readonly bottom: number;
}

/** Selects what a message should not cover. */
// @wc-ignore
export const IMPORTANT = 'main :is(button, a, input, textarea, select, .addr)';

/** Height by which two spans overlap. */
const overlap = (a: Span, b: Span): number =>
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

/**
 * The edge at which the message covers less of `important` (buttons, links and addresses, as they are on the screen): the
 * bottom, unless the top covers less. `at`: the message at each edge.
 */
export function edgeFor(at: Readonly<Record<Edge, Span>>, important: readonly Span[]): Edge {
  const covered = (edge: Edge): number => important.reduce((sum, each) => sum + overlap(at[edge], each), 0);
  return covered('top') < covered('bottom') ? 'top' : 'bottom';
}
