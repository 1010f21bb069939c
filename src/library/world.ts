/** How requests of functions without a wallet leave, and the kernel. The entry for Node or for browsers sets it. */
import type { HttpWorld } from '../daemon/http.ts';

export interface LibraryWorld extends Pick<HttpWorld, 'fetch' | 'page'> {
  /** Installs the fastest kernel, once. */
  readonly startKernel: () => Promise<void>;
}

let current: LibraryWorld | undefined;

export function setWorld(world: LibraryWorld): void {
  current = world;
}
export function libraryWorld(): LibraryWorld {
  if (!current) throw new Error('import the package by one of its own entries');
  return current;
}
