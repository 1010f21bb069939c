/** Compares bytes at once in all `toEqual` and `toStrictEqual`: Vitest compares each of them as a property of its own. */
import { expect } from 'vitest';

// Once for each process: files of unit tests share modules.
expect.addEqualityTesters([
  (a: unknown, b: unknown) =>
    a instanceof Uint8Array && b instanceof Uint8Array && a.constructor === b.constructor
      ? Buffer.compare(a, b) === 0
      : undefined,
]);
