/** The tests of laws.ts for every WebAssembly build. */
import { beforeAll } from 'vitest';
import type { Kernel } from '../../../src/kernel/interface.ts';
import { BUILDS, startOnNode } from '../../property/kernel/builds.ts';
import { kernelLaws } from './laws.ts';

for (const build of BUILDS) {
  let kernel: Kernel;
  beforeAll(async () => {
    kernel = await startOnNode(build);
  });
  kernelLaws(build, () => kernel);
}
