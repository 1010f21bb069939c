/** What the states of screens have in common: one piece of work at a time, and why the last one failed. */
export abstract class Attempts {
  busy = $state(false);
  error = $state.raw<unknown>(undefined);
  /** Ends with the work under way, whatever comes of it. */
  #running: Promise<boolean> | undefined;

  /** Does the work, unless other work is under way; whether it was done. `refused` hears of a failure instead of `error`. */
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

  /** The same, but after the work under way: what a person gave in the meantime is not dropped. */
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
