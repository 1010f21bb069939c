/** Starts the arithmetic of the tree of outputs: the WebAssembly module, or its readable twin where that does not run. */
import { refTower } from '../ref/ref-tower.ts';
import type { Tower } from '../tower.ts';
import { fetchTower } from './fetch-tower.ts';
import { startTower } from './tower.ts';

export async function loadTower(): Promise<Tower> {
  try {
    return await startTower(await fetchTower());
  } catch {
    // Forbidden by a policy, offline, or broken.
    return refTower;
  }
}
