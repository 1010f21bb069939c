/** Installs the fastest kernel that passes its self-test in this browser, or else the readable one. */
import { installKernel } from '../src/kernel/kernel.ts';
import { fetchModule } from '../src/kernel/wasm/fetch-module.ts';
import { loadKernel, type Build } from '../src/kernel/wasm/load.ts';
import type { TowerSums } from '../src/kernel/tower-sums.ts';
import type { Tower } from '../src/kernel/tower.ts';

/** `first`: the build to try before all others. */
export async function startKernel(first?: Build): Promise<void> {
  installKernel(await loadKernel(fetchModule, first));
}

/** Not a part of the first load. */
export async function loadTowerSums(): Promise<TowerSums> {
  return (await import('../src/kernel/wasm/load-tower-sums.ts')).loadTowerSums();
}
export async function loadTower(): Promise<Tower> {
  return (await import('../src/kernel/wasm/load-tower.ts')).loadTower();
}
