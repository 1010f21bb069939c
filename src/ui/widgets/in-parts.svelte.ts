/**
 * Computes a result from a very long list in parts, each in a task of its own, so that no task is long. The first part is
 * computed when the result is asked for: of a list that is not long that is all.
 */

/** Items that one part examines. */
export const PART = 1000;

export class InParts<I extends readonly unknown[], T> {
  readonly #inputs: () => I;
  readonly #work: (...inputs: I) => Generator<T, T>;
  #begun: { readonly inputs: I; readonly parts: Generator<T, T>; part: IteratorResult<T, T> } | undefined;
  /** The result when the list was last examined to its end. */
  #last: { readonly inputs: I; readonly value: T } | undefined;
  /** Number of parts that were computed later. */
  #later = $state(0);

  /**
   * `inputs` are the list and how it is examined. `work` yields what it has found so far after each part, and starts anew when an
   * input changes. When that is only the list, the value stays what it was until all parts are computed.
   */
  constructor(inputs: () => I, work: (...inputs: I) => Generator<T, T>) {
    this.#inputs = inputs;
    this.#work = work;
  }
  /** All parts are computed. */
  get done(): boolean {
    return this.#now().part.done === true;
  }
  get value(): T {
    const { part, inputs } = this.#now();
    const last = part.done ? undefined : this.#last;
    return last?.inputs.every((input, i) => i === 0 || input === inputs[i]) ? last.value : part.value;
  }
  /** Computes the remaining parts; the answer stops it. For an `$effect`. */
  run(): () => void {
    const begun = this.#now();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const next = (): void => {
      if (begun.part.done) return;
      timer = setTimeout(() => {
        begun.part = begun.parts.next();
        this.#keep(begun);
        this.#later += 1;
        next();
      });
    };
    next();
    return () => {
      clearTimeout(timer);
    };
  }
  /** The result for the inputs of now; it needs no `run`. */
  async whole(): Promise<T> {
    const parts = this.#work(...this.#inputs());
    let part = parts.next();
    while (!part.done) {
      await new Promise((resolve) => setTimeout(resolve));
      part = parts.next();
    }
    return part.value;
  }
  #now() {
    // The parts are no state: this number is.
    void this.#later;
    const inputs = this.#inputs();
    if (this.#begun?.inputs.every((input, i) => input === inputs[i])) return this.#begun;
    const parts = this.#work(...inputs);
    const begun = { inputs, parts, part: parts.next() };
    this.#begun = begun;
    this.#keep(begun);
    return begun;
  }
  #keep({ inputs, part }: { readonly inputs: I; readonly part: IteratorResult<T, T> }): void {
    if (part.done) this.#last = { inputs, value: part.value };
  }
}
