/**
 * Draws a long list in steps, each in a task of its own, so that no task takes long: a row costs a phone some
 * milliseconds.
 */

/**
 * How many of `length()` rows to draw by now. Another list (`of`) starts again. Call it while a component is set up.
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
