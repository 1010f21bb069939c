/** A list that is drawn in steps, each in a turn of its own, so that none is long: a row costs a phone some milliseconds. */

/**
 * How many rows are to be drawn by now, of `length()`. Another list (`of`) begins anew. To be called where a component is
 * set up.
 */
export function chunkedList(
  step: number,
  length: () => number,
  of: () => string = () => '',
): { readonly drawn: number } {
  let grown = $state.raw({ of: of(), count: step });
  const drawn = (): number => (grown.of === of() ? grown.count : step);
  $effect(() => {
    const count = drawn();
    if (count >= length()) return;
    const timer = setTimeout(() => {
      grown = { of: of(), count: count + step };
    });
    return () => {
      clearTimeout(timer);
    };
  });
  return {
    get drawn() {
      return drawn();
    },
  };
}
