/**
 * The build of the kernel that scan workers use. It is measured once for each version of the browser and of the builds, and the
 * speeds are stored on this device. Until then the workers choose by features.
 */
import { OFFLINE_EDITION, WORKER_TYPE } from '../src/base/offline-edition.ts';
import { source as builtFrom } from '../src/kernel/wasm/hashes.json';
import { isBuild, type Build } from '../src/kernel/wasm/load.ts';
import { fastestOf, type BuildSpeed } from '../src/kernel/wasm/measure-builds.ts';
import type { AppSettings } from '../src/ports/app-settings.ts';
import type { KernelSpeeds } from '../src/ports/kernel-speeds.ts';
import { askOnce } from '../src/transport/once.ts';
import speedWorker from './speed.worker.ts?worker&url';
import { mayStartWorkers, scriptUrl } from './trusted.ts';

const KEY = 'kernel speeds';

export interface KernelChoice {
  /** Undefined before the first measurement. */
  readonly build: Build | undefined;
  readonly measured: KernelSpeeds['measured'];
  /** Measures in a worker of its own, unless the speeds are known. */
  measure(): Promise<void>;
}

export function createKernelChoice(settings: AppSettings): KernelChoice {
  const engine = `${navigator.userAgent} ${builtFrom}`;
  let speeds: readonly BuildSpeed[] = [];
  const reading = settings.get(KEY).then((text) => {
    speeds = readSpeeds(text, engine);
  });
  return {
    get build() {
      return fastestOf(speeds);
    },
    get measured() {
      return speeds;
    },
    measure: async () => {
      await reading;
      if (speeds.length > 0 || (OFFLINE_EDITION && !mayStartWorkers())) return;
      const spawn = (): Worker =>
        new Worker(scriptUrl(speedWorker), { type: WORKER_TYPE, name: 'ostro speed' });
      speeds = await askOnce<readonly BuildSpeed[]>(spawn)({});
      await settings.set(KEY, JSON.stringify({ engine, speeds }));
    },
  };
}

/** Speeds that this engine stored; empty for anything else. */
const readSpeeds = (text: string | undefined, engine: string): readonly BuildSpeed[] => {
  try {
    const stored = JSON.parse(text ?? 'null') as { engine?: unknown; speeds?: unknown } | null;
    if (stored?.engine !== engine || !Array.isArray(stored.speeds)) return [];
    return (stored.speeds as Partial<BuildSpeed>[]).filter(
      (each): each is BuildSpeed =>
        isBuild(each.build) && typeof each.perSecond === 'number' && typeof each.least === 'number',
    );
  } catch {
    return [];
  }
};
