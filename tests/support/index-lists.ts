/** Global output indices of a decoded block as lists, and back. */
import type { DecodedBlock } from '../../src/ports/block-source.ts';

export function indexLists(
  ...lists: readonly (readonly number[])[]
): Pick<DecodedBlock, 'outputCounts' | 'indicesOf'> {
  return {
    outputCounts: Uint32Array.from(lists, ({ length }) => length),
    indicesOf: (tx) => lists[tx]!,
  };
}

export function listsOf({ outputCounts, indicesOf }: DecodedBlock): (readonly number[])[] {
  return Array.from(outputCounts, (_, tx) => indicesOf(tx));
}
