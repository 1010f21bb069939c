/**
 * Draws a long list in steps, each in a separate task, so that no task is long: a row takes some milliseconds on a
 * phone.
 */

/**
 * Number of the `length()` rows to draw now. Starts again when the list (`of`) changes. Call it during the setup of a
 * component.
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
