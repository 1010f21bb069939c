/** Areas of the list memory, one behind the other; those taken before stay where they are. */
import { align } from './instance.ts';
import type { KernelMemory } from './memory.ts';

export interface Areas {
  /** Address of a new area. */
  take(length: number): number;
  /** Address of a new area with these bytes, one after the other. */
  put(...parts: readonly Uint8Array[]): number;
}

export function createAreas(memory: KernelMemory): Areas {
  let size = 0;
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
  };
}
