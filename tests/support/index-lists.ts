/** Global output indices of a decoded block, there and back. */
import type { DecodedBlock } from '../../src/ports/block-source.ts';

export const indexLists = (
  ...lists: readonly (readonly number[])[]
): Pick<DecodedBlock, 'outputCounts' | 'indicesOf'> => ({
  outputCounts: Uint32Array.from(lists, ({ length }) => length),
  indicesOf: (tx) => lists[tx]!,
});

export const listsOf = ({ outputCounts, indicesOf }: DecodedBlock): (readonly number[])[] =>
  Array.from(outputCounts, (_, tx) => indicesOf(tx));
