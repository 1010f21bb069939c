/** The build is chosen by its speed; a small difference does not change the usual one. */
import { describe, expect, it } from 'vitest';
import { loadKernel, runnableBuilds } from '../../../src/kernel/wasm/load.ts';
import { fastestOf, measureBuilds } from '../../../src/kernel/wasm/measure-builds.ts';
import { readBuild } from '../../property/kernel/builds.ts';

describe('the measured builds', () => {
  it('are all that run here, each with a speed', async () => {
    let time = 0;
    // Each look at the clock is ten milliseconds later, so the test does not depend on the machine.
    const speeds = await measureBuilds(readBuild, () => (time += 10));
    expect(speeds.map(({ build }) => build)).toEqual(await runnableBuilds());
    for (const { perSecond, least } of speeds) expect([perSecond, least]).toEqual([6400, 6400]);
  });
  it('leave out a build that cannot be loaded', async () => {
    let time = 0;
    const speeds = await measureBuilds(
      (build) => (build === 'simd' ? Promise.reject(new Error('offline')) : readBuild(build)),
      () => (time += 10),
    );
    expect(speeds.map(({ build }) => build)).not.toContain('simd');
  });
});

describe('the fastest build', () => {
  it('is another one only if that is clearly faster in each round', () => {
    const speeds = (simd: number, scalar: number) =>
      [
        { build: 'simd', perSecond: simd, least: simd / 2 },
        { build: 'scalar', perSecond: 2 * scalar, least: scalar },
      ] as const;
    expect(fastestOf(speeds(1000, 900))).toBe('simd');
    expect(fastestOf(speeds(1000, 1049))).toBe('simd');
    expect(fastestOf(speeds(1000, 1051))).toBe('scalar');
    expect(fastestOf([])).toBeUndefined();
  });
  it('is started if it is named, and none that does not run', async () => {
    expect((await loadKernel(readBuild, 'scalar')).name).toBe('scalar');
    expect(
      (
        await loadKernel(
          (build) => (build === 'scalar' ? Promise.reject(new Error()) : readBuild(build)),
          'scalar',
        )
      ).name,
    ).not.toBe('scalar');
  });
});
