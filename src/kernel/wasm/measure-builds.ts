/**
 * Measures how fast each build runs on this device. Features alone do not tell: where no multiplication and addition are fused,
 * one processor is faster with two lanes of doubles (`simd`), another with one lane of 64-bit integers (`scalar`).
 */
import { asSecretKey } from '../../base/brands.ts';
import type { Kernel } from '../interface.ts';
import { knowsAnswers } from './known-answers.ts';
import { runnableBuilds, startBuild, type Build, type FetchModule } from './load.ts';

export interface BuildSpeed {
  readonly build: Build;
  /** Products 8·secret·P in a second, of which a scan makes one for each payment: in the best round, and in the worst. */
  readonly perSecond: number;
  readonly least: number;
}

const POINTS = 64;
/** Until the engine has compiled the code a second time. */
const WARM_MS = 60;
const ROUND_MS = 20;
const ROUNDS = 3;
/** Another build than the usual one must be faster by this factor, which is more than measurements differ. */
const CLEARLY = 1.05;

/** Takes about a third of a second. `now`: milliseconds. Builds that cannot be loaded are left out. */
export async function measureBuilds(fetchModule: FetchModule, now: () => number): Promise<BuildSpeed[]> {
  const works: { readonly build: Build; readonly work: () => void; readonly rounds: number[] }[] = [];
  for (const build of await runnableBuilds()) {
    try {
      const kernel = await startBuild(build, await fetchModule(build));
      if (knowsAnswers(kernel)) works.push({ build, work: workOf(kernel), rounds: [] });
    } catch {
      // The browser does not load it: another build is measured.
    }
  }
  const perSecond = (work: () => void, ms: number): number => {
    const from = now();
    let points = 0;
    let passed = 0;
    for (; passed < ms; passed = now() - from) {
      work();
      points += POINTS;
    }
    return (points * 1000) / passed;
  };
  for (const { work } of works) perSecond(work, WARM_MS);
  for (let round = 0; round < ROUNDS; round++)
    for (const { work, rounds } of works) rounds.push(Math.round(perSecond(work, ROUND_MS)));
  return works.map(({ build, rounds }) => ({
    build,
    perSecond: Math.max(...rounds),
    least: Math.min(...rounds),
  }));
}

/**
 * The build to use, given speeds in the order of `runnableBuilds`: its first one, unless another was clearly faster in each round
 * than that one in its best. So a busy device does not choose by chance.
 */
export function fastestOf([usual, ...others]: readonly BuildSpeed[]): Build | undefined {
  if (!usual) return undefined;
  const [best] = others
    .filter(({ least }) => least > usual.perSecond * CLEARLY)
    .sort((a, b) => b.least - a.least);
  return (best ?? usual).build;
}

const workOf = (kernel: Kernel): (() => void) => {
  const scalars = new Uint8Array(32 * POINTS);
  for (let i = 0; i < POINTS; i++)
    scalars.set(kernel.scalarReduce(kernel.keccak256(Uint8Array.of(i))), 32 * i);
  const points = kernel.mulBaseBatch(scalars);
  const secret = asSecretKey(scalars.slice(0, 32));
  return () => kernel.deriveBatch(secret, points);
};
