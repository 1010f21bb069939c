/**
 * The place of a short message: above the bars at the bottom of the window, or above an open sheet. It covers none of them. On a wide
 * screen with tabs it stands below the tabs instead (Toast.svelte).
 */

/** A part of the window, in CSS pixels from its top. */
export interface Span {
  readonly top: number;
  readonly bottom: number;
}
interface Room {
  /** Height of the message. */
  readonly height: number;
  /** Height of the window. */
  readonly window: number;
}

/** Space around the message. */
const GAP_PX = 12;

/** True if there is room for the message above an open sheet. */
export function fitsAbove(sheet: Span, { height }: Pick<Room, 'height'>): boolean {
  return sheet.top >= height + 2 * GAP_PX;
}

/** The distance of the message from the bottom of the window. `bars`: what it must not cover, as far as it is near the bottom. */
export function bottomFor(bars: readonly Span[], { height, window }: Room): number {
  let floor = window;
  for (const { top, bottom } of [...bars].sort((a, b) => b.bottom - a.bottom))
    if (top < floor && bottom > floor - height - 2 * GAP_PX) floor = top;
  return Math.min(window - floor + GAP_PX, window - height - GAP_PX);
}
