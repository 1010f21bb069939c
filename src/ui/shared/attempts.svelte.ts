/** What the states of screens have in common: one piece of work at a time, and why the last one failed. */
export abstract class Attempts {
  busy = $state(false);
  error = $state.raw<unknown>(undefined);

  /** Does the work, unless other work is under way; whether it was done. `refused` hears of a failure instead of `error`. */
  protected async attempt(
    work: () => Promise<void>,
    refused = (error: unknown): void => {
      this.error = error;
    },
  ): Promise<boolean> {
    if (this.busy) return false;
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
