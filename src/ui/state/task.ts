/**
 * A late answer never belongs to a later question. A screen asks the wallet worker, and before the answer arrives the
 * person may close the sheet, type something else or open another wallet. So work that waits for answers is a task: it
 * ends when the screen moves on, and none of its code runs after that.
 *
 * ```ts
 * readonly #search = new LatestTask();
 * async search(text: string): Promise<void> {
 *   await this.#search.run(async (task) => {
 *     const found = await task.wait(this.client.call('x_search', { text }));
 *     this.found = found; // Only for the newest text, and only until `this.#search.end()`.
 *   });
 * }
 * ```
 */

/** The task ended before the answer arrived. `LatestTask.run` catches it; no screen shows it. */
export class TaskEnded extends Error {}

export class Task {
  #ended = false;
  get ended(): boolean {
    return this.#ended;
  }
  /** From now on the task uses no answer. */
  end(): void {
    this.#ended = true;
  }
  /**
   * Resolves with the answer, or rejects with its error. Throws TaskEnded instead of both if the task ended meanwhile.
   * `drop` gets an answer that arrived too late, to give back what the worker keeps for it.
   */
  async wait<T>(answer: Promise<T>, drop?: (late: T) => void): Promise<T> {
    let value: T;
    try {
      value = await answer;
    } catch (error) {
      throw this.#ended ? new TaskEnded() : error;
    }
    if (!this.#ended) return value;
    drop?.(value);
    throw new TaskEnded();
  }
}

/** Tasks of one kind, of which only the latest counts: starting one ends the one before. */
export class LatestTask {
  #latest: Task | undefined;
  get running(): boolean {
    return this.#latest !== undefined;
  }
  /** Runs `work` as the latest task. True: it was done; false: it ended before. Rejects with an error of `work`. */
  async run(work: (task: Task) => Promise<void>): Promise<boolean> {
    this.end();
    const task = new Task();
    this.#latest = task;
    try {
      await work(task);
    } catch (error) {
      if (!task.ended) throw error;
    } finally {
      if (this.#latest === task) this.#latest = undefined;
    }
    return !task.ended;
  }
  /** Ends the latest task: the screen closed, or shows something else. */
  end(): void {
    this.#latest?.end();
    this.#latest = undefined;
  }
}
