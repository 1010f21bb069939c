/** Changes of inputs, from a seeded source. */
export interface Chance {
  /** An integer from 0 to `below` - 1. */
  readonly below: (below: number) => number;
}

/** xorshift32: quick, and the same for the same seed. */
export function chanceOf(seed: number): Chance {
  let state = seed | 0 || 1;
  return {
    below: (below) => {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      return (state >>> 0) % below;
    },
  };
}

const EDGES = [0, 1, 2, 0x7f, 0x80, 0xff, 0x20, 0x22, 0x2c, 0x30];
/** Inputs stay small: long ones make each run slow and find little. */
const LONGEST = 8192;

const splice = (bytes: Uint8Array, at: number, drop: number, insert: Uint8Array): Uint8Array => {
  const out = new Uint8Array(bytes.length - drop + insert.length);
  out.set(bytes.subarray(0, at));
  out.set(insert, at);
  out.set(bytes.subarray(at + drop), at + insert.length);
  return out;
};

/** One to eight changes; `other` is another input, from which parts are taken. */
export function mutate(
  { below }: Chance,
  given: Uint8Array,
  other: Uint8Array,
  words: readonly Uint8Array[],
): Uint8Array {
  let bytes: Uint8Array = given.slice();
  for (let left = 1 << below(4); left > 0; left--) {
    const at = below(bytes.length + 1);
    const size = Math.min(1 + below(1 << below(6)), bytes.length - at);
    switch (below(9)) {
      case 0:
        if (at < bytes.length) bytes[at] = bytes[at]! ^ (1 << below(8));
        break;
      case 1:
        if (at < bytes.length) bytes[at] = EDGES[below(EDGES.length)]!;
        break;
      case 2:
        if (at < bytes.length) bytes[at] = bytes[at]! + below(35) - 17;
        break;
      case 3:
        bytes = splice(bytes, at, size, new Uint8Array());
        break;
      case 4:
        bytes = splice(bytes, at, 0, bytes.slice(at, at + size));
        break;
      case 5: {
        const word = words[below(Math.max(words.length, 1))] ?? new Uint8Array();
        bytes = splice(bytes, at, below(2) * Math.min(word.length, bytes.length - at), word);
        break;
      }
      case 6: {
        const from = below(other.length + 1);
        bytes = splice(bytes, at, size, other.slice(from, from + 1 + below(1 << below(8))));
        break;
      }
      case 7:
        bytes = splice(
          bytes,
          at,
          0,
          Uint8Array.from({ length: 1 + below(9) }, () => below(256)),
        );
        break;
      default:
        bytes = bytes.slice(0, at);
    }
  }
  return bytes.slice(0, LONGEST);
}
