/** Long work in turns: between them the browser answers taps and draws. */

/** The rest of the caller in a task of its own. */
export const yieldToMain = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve);
  });
