/**
 * The fragments of a message from parts that are sums (exclusive or) of some of them: linear equations over two elements,
 * solved by elimination. So the message is known from any parts that together determine it.
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
  /** By the lowest fragment in their sum. */
  const rows = new Array<Row | undefined>(count);
  let rank = 0;
  return {
    get rank() {
      return rank;
    },
    add: (indices, data) => {
      const row = { mask: new Uint32Array(words), data: data.slice() };
      for (const index of indices) row.mask[index >>> 5]! ^= 1 << (index & 31);
      for (let lowest = lowestIn(row.mask); lowest !== undefined; lowest = lowestIn(row.mask)) {
        const other = rows[lowest];
        if (other === undefined) {
          rows[lowest] = row;
          rank += 1;
          return true;
        }
        subtract(row, other);
      }
      return false;
    },
    solve: () => {
      if (rank < count) return undefined;
      const all = new Uint8Array(count * length);
      // A row has no fragments below its own: those above are known by then.
      for (let at = count - 1; at >= 0; at--) {
        const row = rows[at]!;
        for (let above = at + 1; above < count; above++)
          if (has(row.mask, above)) subtract(row, rows[above]!);
        all.set(row.data, at * length);
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
const subtract = (from: Row, other: Row): void => {
  for (let i = 0; i < from.mask.length; i++) from.mask[i]! ^= other.mask[i]!;
  for (let i = 0; i < from.data.length; i++) from.data[i]! ^= other.data[i]!;
};
