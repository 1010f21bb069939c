/** Parts of the code that are loaded when they are first used, so that the first start does not wait for them. */
import { faultsOf, type NoData } from './fault.ts';

export interface PartFaults {
  /** The code of this part could not be fetched. */
  part_not_loaded: NoData;
}
const fault = faultsOf<PartFaults>();

type Part<T> = () => Promise<T>;
const parts: Part<unknown>[] = [];

/**
 * A function that loads a part, or returns it if it is loaded. For constants of modules: `loadParts` loads every part that
 * was made. Fault part_not_loaded.
 * `load`: `() => import('./part.ts')`
 */
export function onDemand<T>(load: Part<T>): Part<T> {
  let loaded: { readonly code: T } | undefined;
  const part: Part<T> = async () => {
    try {
      loaded ??= { code: await load() };
      return loaded.code;
    } catch (error) {
      // Browsers say so by a TypeError. Anything else comes from the code of the part: a bug.
      if (error instanceof TypeError) throw fault('part_not_loaded');
      throw error;
    }
  };
  parts.push(part);
  return part;
}

/** Loads all parts, one after the other, so that the host of the app cannot see which one is used, and none is missing offline. */
export async function loadParts(): Promise<void> {
  // Parts that a part adds are in the list by then.
  for (const part of parts) await part().catch(() => undefined);
}
