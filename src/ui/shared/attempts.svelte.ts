import { LatestTask, type Task } from '../state/task.ts';

/** Common to the states of screens: runs one action at a time and holds the error of the last one. */
export abstract class Attempts {
  busy = $state(false);
  error = $state.raw<unknown>(undefined);
  readonly #action = new LatestTask();
  /** Settles when the running action ends. */
  #running: Promise<boolean> | undefined;

  /**
   * Runs the action, unless another one runs; returns whether it succeeded. `refused` gets an error instead of
   * `error`. Neither `work` nor `refused` continues after `endAttempt`, where `work` waits with `task.wait`.
   */
  protected async attempt(
    work: (task: Task) => Promise<void>,
    refused = (error: unknown): void => {
      this.error = error;
    },
  ): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.error = undefined;
    const running = this.#action.run(work).catch((error: unknown) => {
      if (this.#running === running) refused(error);
      return false;
    });
    this.#running = running;
    try {
      return await running;
    } finally {
      if (this.#running === running) this.#stopped();
    }
  }

  /** The same, but waits for the running action: what the user entered meanwhile is not dropped. */
  protected async attemptNext(work: (task: Task) => Promise<void>): Promise<boolean> {
    while (this.#running) await this.#running;
    return this.attempt(work);
  }

  /** Ends the running action, because the screen closed or shows something else: its answer is not used. */
  protected endAttempt(): void {
    this.#action.end();
    this.#stopped();
  }
  #stopped(): void {
    this.#running = undefined;
    this.busy = false;
  }
}
