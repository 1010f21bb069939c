/** Allocates areas of the list memory, one after the other; earlier areas stay at their addresses. */
import { align } from './instance.ts';
import type { KernelMemory } from './memory.ts';

export interface Areas {
  /** Address of a new area. */
  take(length: number): number;
  /** Address of a new area that contains these bytes, one part after the other. */
  put(...parts: readonly Uint8Array[]): number;
  /** Areas behind those that were taken so far; the next ones taken here use the same memory. */
  behind(): Areas;
}

export function createAreas(memory: KernelMemory, before = 0): Areas {
  let size = before;
  const take = (length: number): number => {
    const from = size;
    size += align(length);
    return memory.list(size) + from;
  };
  return {
    take,
    put: (...parts) => {
      const at = take(parts.reduce((sum, { length }) => sum + length, 0));
      let to = at;
      for (const part of parts) {
        memory.write(to, part);
        to += part.length;
      }
      return at;
    },
    behind: () => createAreas(memory, size),
  };
}
