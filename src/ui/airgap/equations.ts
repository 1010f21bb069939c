/**
 * The fragments of a message from parts that are sums (exclusive or) of some of them: linear equations over two elements,
 * solved by elimination. So the message is known from any parts that together determine it. Known fragments are kept
 * apart, so that codes of very many small parts (XmrSigner) stay cheap.
 */
interface Row {
  /** One bit for each fragment in the sum. */
  readonly mask: Uint32Array;
  readonly data: Uint8Array;
}

export interface Equations {
  /** Number of parts that told something new. */
  readonly rank: number;
  /** Adds the sum of the fragments with these indices; answers whether it tells something new. */
  add(indices: readonly number[], data: Uint8Array): boolean;
  /** All fragments, one after the other; undefined while parts are missing. */
  solve(): Uint8Array | undefined;
}

/** `count` fragments of `length` bytes. */
export function createEquations(count: number, length: number): Equations {
  const words = Math.ceil(count / 32);
  const known = new Array<Uint8Array | undefined>(count);
  /** Sums of several fragments, by the lowest in them. */
  const rows = new Map<number, Row>();
  let rank = 0;
  return {
    get rank() {
      return rank;
    },
    add: (indices, data) => {
      const row: Row = { mask: new Uint32Array(words), data: data.slice() };
      for (const index of indices) {
        const fragment = known[index];
        if (fragment) xorInto(row.data, fragment);
        else row.mask[index >>> 5]! ^= 1 << (index & 31);
      }
      for (let lowest = lowestIn(row.mask); lowest !== undefined; lowest = lowestIn(row.mask)) {
        const other = rows.get(lowest);
        const fragment = known[lowest];
        if (fragment) subtract(row, lowest, fragment);
        else if (other) subtractRow(row, other);
        else {
          if (isSingle(row.mask)) known[lowest] = row.data;
          else rows.set(lowest, row);
          rank += 1;
          return true;
        }
      }
      return false;
    },
    solve: () => {
      if (rank < count) return undefined;
      const all = new Uint8Array(count * length);
      // A row has no fragments below its own: those above are known by then.
      for (let at = count - 1; at >= 0; at--) {
        const row = rows.get(at);
        if (row)
          for (let above = at + 1; above < count; above++)
            if (has(row.mask, above)) subtract(row, above, known[above]!);
        const fragment = (known[at] ??= row!.data);
        all.set(fragment, at * length);
      }
      return all;
    },
  };
}

const has = (mask: Uint32Array, index: number): boolean => ((mask[index >>> 5]! >>> (index & 31)) & 1) === 1;
const lowestIn = (mask: Uint32Array): number | undefined => {
  const word = mask.findIndex((bits) => bits !== 0);
  if (word < 0) return undefined;
  const bits = mask[word]!;
  return word * 32 + 31 - Math.clz32(bits & -bits);
};
const isSingle = (mask: Uint32Array): boolean => {
  const word = mask.findIndex((bits) => bits !== 0);
  const bits = mask[word]!;
  return (bits & (bits - 1)) === 0 && mask.findLastIndex((each) => each !== 0) === word;
};
const xorInto = (target: Uint8Array, other: Uint8Array): void => {
  for (let i = 0; i < target.length; i++) target[i]! ^= other[i]!;
};
const subtract = (from: Row, index: number, fragment: Uint8Array): void => {
  from.mask[index >>> 5]! ^= 1 << (index & 31);
  xorInto(from.data, fragment);
};
const subtractRow = (from: Row, other: Row): void => {
  for (let i = 0; i < from.mask.length; i++) from.mask[i]! ^= other.mask[i]!;
  xorInto(from.data, other.data);
};
