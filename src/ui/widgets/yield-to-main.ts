/** Splits long work into tasks: between them the browser handles input and draws. */

/** Continues the caller in a new task. */
export function yieldToMain(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}
