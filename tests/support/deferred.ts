/** A promise that a test settles by hand, to decide in which order answers arrive. */
export interface Deferred<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (error: unknown) => void;
}

/** As Promise.withResolvers, which Node 20 does not have. */
export function deferred<T>(): Deferred<T> {
  let [resolve, reject]: [Deferred<T>['resolve'], Deferred<T>['reject']] = [() => undefined, () => undefined];
  const promise = new Promise<T>((keep, refuse) => {
    [resolve, reject] = [keep, refuse];
  });
  return { promise, resolve, reject };
}
