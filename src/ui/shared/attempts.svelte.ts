/** Common to the states of screens: runs one action at a time and holds the error of the last one. */
export abstract class Attempts {
  busy = $state(false);
  error = $state.raw<unknown>(undefined);
  /** Settles when the running action ends. */
  #running: Promise<boolean> | undefined;

  /**
   * Runs the action, unless another one runs; returns whether it succeeded. `refused` gets an error instead of
   * `error`.
   */
  protected async attempt(
    work: () => Promise<void>,
    refused = (error: unknown): void => {
      this.error = error;
    },
  ): Promise<boolean> {
    if (this.busy) return false;
    const running = this.#attemptNow(work, refused);
    this.#running = running;
    try {
      return await running;
    } finally {
      this.#running = undefined;
    }
  }

  /** The same, but waits for the running action: what the user entered meanwhile is not dropped. */
  protected async attemptNext(work: () => Promise<void>): Promise<boolean> {
    while (this.#running) await this.#running;
    return this.attempt(work);
  }

  async #attemptNow(work: () => Promise<void>, refused: (error: unknown) => void): Promise<boolean> {
    this.busy = true;
    this.error = undefined;
    try {
      await work();
      return true;
    } catch (error) {
      refused(error);
      return false;
    } finally {
      this.busy = false;
    }
  }
}
