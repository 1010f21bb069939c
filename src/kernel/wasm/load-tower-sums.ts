/** Starts the sums for membership proofs: the WebAssembly module, or the readable twin where that does not run. */
import { refTowerSums } from '../ref/ref-tower-sums.ts';
import type { TowerSums } from '../tower-sums.ts';
import { fetchTower } from './fetch-tower.ts';
import { startTowerSums } from './tower-sums.ts';

export async function loadTowerSums(): Promise<TowerSums> {
  try {
    return await startTowerSums(await fetchTower());
  } catch {
    // Forbidden by a policy, offline, or broken.
    return refTowerSums;
  }
}
