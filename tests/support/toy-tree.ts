/** A hash of the tree with numbers of 61 bits instead of points: as much structure, and a million times faster. */
import { bytesToBigint, u64le } from '../../src/base/bytes.ts';
import type { LeafScalars } from '../../src/protocol/fcmp/output.ts';
import type { ElementForm } from '../../src/protocol/fcmp/stored-cache.ts';
import type { TreeHasher } from '../../src/protocol/fcmp/tree-hasher.ts';

const PRIME = (1n << 61n) - 1n;
const mod = (value: bigint): bigint => ((value % PRIME) + PRIME) % PRIME;
const generator = (layer: number, index: number): bigint => mod(BigInt(index + 3) ** 7n + BigInt(layer));
const sum = (layer: number, offset: number, scalars: readonly bigint[]): bigint =>
  scalars.reduce((all, scalar, i) => all + scalar * generator(layer, offset + i), 0n);
const init = (layer: number): bigint => BigInt(layer + 11);

export function toyHash(layer: number, scalars: readonly bigint[]): bigint {
  return mod(init(layer) + sum(layer, 0, scalars));
}

export const toyHasher: TreeHasher<bigint> = {
  init,
  grow: (layer, existing, offset, replaced, scalars) =>
    mod(existing + sum(layer, offset, scalars) - replaced * generator(layer, offset)),
  trim: (layer, existing, offset, scalars, grownBack) =>
    mod(existing - sum(layer, offset, scalars) + grownBack * generator(layer, offset)),
  scalarOf: (_layer, element) => element,
};

/** Eight bytes of a toy hash. */
export const toyForm: ElementForm<bigint> = {
  size: 8,
  write: (_layer, element) => u64le(element),
  read: (_layer, bytes) => {
    const element = bytesToBigint(bytes);
    return element < PRIME ? element : undefined;
  },
};

export function toyLeaf(number: number): LeafScalars {
  const n = BigInt(number);
  return [n + 1n, n * n + 2n, 3n * n + 5n, n ** 3n, n + 7n, 11n * n + 1n];
}
