/** Keys and values of IndexedDB (https://w3c.github.io/IndexedDB/#key-construct), as far as the store uses them. */

type Key = string | number | readonly Key[];

/** Numbers before strings before arrays. */
export function compareKeys(a: Key, b: Key): number {
  const [kindA, kindB] = [kindOf(a), kindOf(b)];
  if (kindA !== kindB) return kindA - kindB;
  if (!Array.isArray(a) || !Array.isArray(b)) return a < b ? -1 : a > b ? 1 : 0;
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const order = compareKeys(a[i] as Key, b[i] as Key);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}
const kindOf = (key: Key): number => (typeof key === 'number' ? 0 : typeof key === 'string' ? 1 : 2);

/** The key of a value by its path, or a list of paths. */
export function keyAt(value: unknown, path: string | readonly string[]): Key {
  const fields = value as Readonly<Record<string, Key | undefined>>;
  const at = (name: string): Key => {
    const key = fields[name];
    if (key === undefined) throw new DOMException(`no key at ${name}`, 'DataError');
    return key;
  };
  return typeof path === 'string' ? at(path) : path.map(at);
}

export class SimKeyRange {
  readonly lower: Key;
  readonly upper: Key;
  constructor(lower: Key, upper: Key) {
    this.lower = lower;
    this.upper = upper;
  }
  static bound(lower: Key, upper: Key): SimKeyRange {
    return new SimKeyRange(lower, upper);
  }
}
export type Query = Key | SimKeyRange | undefined;
export function matches(query: Query, key: Key): boolean {
  if (query === undefined) return true;
  if (!(query instanceof SimKeyRange)) return compareKeys(query, key) === 0;
  return compareKeys(query.lower, key) <= 0 && compareKeys(key, query.upper) <= 0;
}

/** A structured clone of plain data. */
export function cloneOf(value: unknown): unknown {
  if (value instanceof Uint8Array) return value.slice();
  if (Array.isArray(value)) return value.map(cloneOf);
  if (typeof value === 'function' || typeof value === 'symbol')
    throw new DOMException('cannot be cloned', 'DataCloneError');
  if (typeof value !== 'object' || value === null) return value;
  if (Object.getPrototypeOf(value) !== Object.prototype)
    throw new DOMException('the simulated IndexedDB keeps plain data', 'DataCloneError');
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, cloneOf(each)]));
}
