/** Long work in turns: between them the browser answers taps and draws. */

/** The rest of the caller in a task of its own. */
export function yieldToMain(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}
