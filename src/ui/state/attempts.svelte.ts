import { untrack } from 'svelte';
import { TaskOwner, type Task } from './task.ts';

/** Common to the states of screens: runs one action at a time and holds the error of the last one. */
export abstract class Attempts extends TaskOwner {
  busy = $state(false);
  error = $state.raw<unknown>(undefined);
  readonly #action = this.latest();
  /** Actions that wait for the running one. */
  readonly #queue = this.tasks();
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
    // An effect that starts an action must not run again, and start it again, when the action ends.
    if (untrack(() => this.busy)) return false;
    this.busy = true;
    this.error = undefined;
    const running = this.#act(work, refused);
    this.#running = running;
    try {
      return await running;
    } finally {
      if (this.#running === running) this.#stopped();
    }
  }

  /** Waits for the running action first: what the user entered meanwhile is not dropped. */
  protected async attemptNext(work: (task: Task) => Promise<void>): Promise<boolean> {
    let done = false;
    await this.#queue.run(async (task) => {
      while (this.#running) await task.wait(this.#running);
      done = await task.wait(this.attempt(work));
    });
    return done;
  }

  /** Ends the running action, because the screen closed or shows something else: its answer is not used. */
  protected endAttempt(): void {
    this.#queue.end();
    this.#action.end();
    this.#stopped();
  }
  override end(): void {
    super.end();
    this.#stopped();
  }
  async #act(work: (task: Task) => Promise<void>, refused: (error: unknown) => void): Promise<boolean> {
    try {
      return await this.#action.run(work);
    } catch (error) {
      // `run` rejects only while its task has not ended.
      refused(error);
      return false;
    }
  }
  #stopped(): void {
    this.#running = undefined;
    this.busy = false;
  }
}
