/**
 * A late answer never belongs to a later question. A screen asks the wallet worker, and before the answer arrives the
 * person may close the sheet, type something else or open another wallet. So work that waits for answers is a task: it
 * ends when the screen moves on, and none of its code runs after that. The lint rule `ostro/await-through-task` finds an
 * `await` that is not part of a task (scripts/tools/checks/lint-tasks.mjs).
 *
 * ```ts
 * class Finder extends TaskOwner {
 *   readonly #search = this.latest();
 *   async search(text: string): Promise<void> {
 *     await this.#search.run(async (task) => {
 *       const found = await task.wait(this.client.call('x_search', { text }));
 *       this.found = found; // Only for the newest text, and only until `end()`.
 *     });
 *   }
 * }
 * ```
 */

/** The task ended before the answer arrived. `LatestTask.run` catches it; no screen shows it. */
export class TaskEnded extends Error {}

/** The open wallet, whose tasks end when it closes: `generation` is another number for each wallet. */
export interface WalletLife {
  readonly generation: number;
}

export class Task {
  #ended = false;
  readonly #wallet: WalletLife | undefined;
  readonly #generation: number | undefined;

  constructor(wallet?: WalletLife) {
    this.#wallet = wallet;
    this.#generation = wallet?.generation;
  }
  get ended(): boolean {
    return this.#ended || this.#wallet?.generation !== this.#generation;
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
      throw this.ended ? new TaskEnded() : error;
    }
    if (!this.ended) return value;
    drop?.(value);
    throw new TaskEnded();
  }
}

/** Tasks that end together. */
export class Tasks {
  readonly #running = new Set<Task>();
  readonly #wallet: WalletLife | undefined;

  /** `wallet`: the tasks end when it closes. */
  constructor(wallet?: WalletLife) {
    this.#wallet = wallet;
  }
  get running(): boolean {
    return [...this.#running].some((task) => !task.ended);
  }
  /** Runs `work` as a task. True: it was done; false: it ended before. Rejects with an error of `work`. */
  async run(work: (task: Task) => Promise<void>): Promise<boolean> {
    const task = new Task(this.#wallet);
    this.#running.add(task);
    try {
      await work(task);
    } catch (error) {
      if (!task.ended) throw error;
    } finally {
      this.#running.delete(task);
    }
    return !task.ended;
  }
  /** Ends all tasks that run: the screen closed, or shows something else. */
  end(): void {
    for (const task of this.#running) task.end();
    this.#running.clear();
  }
}

/** Tasks of one kind, of which only the latest counts: starting one ends the one before. */
export class LatestTask extends Tasks {
  #latest: Promise<boolean> | undefined;
  /** The number of calls of `repeat`, and of those before its work last began. */
  #asked = 0;
  #begun = 0;

  override run(work: (task: Task) => Promise<void>): Promise<boolean> {
    this.end();
    return (this.#latest = super.run(work));
  }
  /** Loads something. Resolves when the latest load has come to its end: what is there then is as new as this call. */
  async load(work: (task: Task) => Promise<void>): Promise<void> {
    for (let load: Promise<boolean> | undefined = this.run(work); load !== undefined;) {
      await load;
      load = load === this.#latest ? undefined : this.#latest;
    }
  }
  /**
   * Loads something, one request at a time: calls while `work` runs share its next run. Resolves when a run that began
   * after the call has come to its end, or when the task ended.
   */
  async repeat(work: (task: Task) => Promise<void>): Promise<void> {
    this.#asked += 1;
    const mine = this.#asked;
    let done = true;
    // A task that was ending when this was called begins no other run.
    while (done && this.#begun < mine) {
      if (!this.running)
        void this.run(async (task) => {
          while (this.#begun < this.#asked) {
            this.#begun = this.#asked;
            await work(task);
          }
        });
      done = await this.#latest!;
    }
  }
}

/** An object whose tasks end together: when its screen closes, or the wallet whose data it shows. */
export abstract class TaskOwner {
  readonly #kinds: Tasks[] = [];
  readonly #wallet: WalletLife | undefined;

  /** `wallet`: what this shows belongs to the open wallet. */
  constructor(wallet?: WalletLife) {
    this.#wallet = wallet;
  }
  /** A kind of tasks, any number of which run at once. */
  protected tasks(): Tasks {
    return this.#keep(new Tasks(this.#wallet));
  }
  /** A kind of tasks, of which only the latest counts. */
  protected latest(): LatestTask {
    return this.#keep(new LatestTask(this.#wallet));
  }
  end(): void {
    for (const kind of this.#kinds) kind.end();
  }
  #keep<T extends Tasks>(kind: T): T {
    this.#kinds.push(kind);
    return kind;
  }
}
