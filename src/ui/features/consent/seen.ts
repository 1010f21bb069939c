/** How far a person has seen a region that scrolls: its content may grow after its end was in view. */
type Region = Pick<HTMLElement, 'scrollTop' | 'clientHeight' | 'scrollHeight'>;

/** CSS pixels: browsers round the three heights on their own. */
const ROUNDING = 2;

/** The height of the content of which everything was in view once; `before` is what was seen up to now. */
export function seenHeight({ scrollTop, clientHeight, scrollHeight }: Region, before: number): number {
  return scrollTop + clientHeight >= scrollHeight - ROUNDING ? scrollHeight : before;
}

/** Whether all of the present content was in view. */
export function isAllSeen({ scrollHeight }: Region, seen: number): boolean {
  return seen >= scrollHeight - ROUNDING;
}
