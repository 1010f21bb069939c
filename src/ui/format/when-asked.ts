/**
 * The value of `make`, which runs when it is asked for the first time. For formatters of the language: the first one of a
 * page loads the data of all languages, which would make its start longer.
 */
export function whenAsked<T>(make: () => T): () => T {
  let value: T | undefined;
  return () => (value ??= make());
}
