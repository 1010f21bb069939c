/**
 * Interrupts IndexedDB transactions (fake-indexeddb): after a write that succeeded, the whole transaction
 * aborts with the given error, as it does when a disk fills up or a browser dies.
 */
export interface Failure {
  /** Writes of each transaction before the one after which it aborts. */
  readonly after: number;
  readonly name: 'QuotaExceededError' | 'UnknownError' | 'AbortError';
}

/** Aborts nothing until it is set; `undefined` ends it. */
export function failWrites(): (failure: Failure | undefined) => void {
  let current: Failure | undefined;
  const written = new WeakMap<IDBTransaction, number>();
  const { prototype } = IDBObjectStore;
  for (const method of ['put', 'add', 'delete'] as const) {
    // Called below with its own store as `this`.
    const real = prototype[method] as (this: IDBObjectStore, ...args: unknown[]) => IDBRequest;
    Object.assign(prototype, {
      [method](this: IDBObjectStore, ...args: unknown[]) {
        const { transaction } = this;
        const count = written.get(transaction) ?? 0;
        written.set(transaction, count + 1);
        const request = real.apply(this, args);
        if (current && count === current.after) {
          const { name } = current;
          request.addEventListener('success', () => (transaction as unknown as Tearable)._abort(name));
        }
        return request;
      },
    });
  }
  return (failure) => (current = failure);
}

/** fake-indexeddb's own way to end a transaction with an error of the browser's. */
interface Tearable {
  _abort(name: string): void;
}
