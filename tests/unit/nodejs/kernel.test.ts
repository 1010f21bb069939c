/** The kernel of programs in Node. */
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { kernel } from '../../../src/kernel/kernel.ts';
import { runnableBuilds } from '../../../src/kernel/wasm/load.ts';
import { startKernel } from '../../../src/nodejs/kernel.ts';

const builds = new URL('../../../src/kernel/wasm/', import.meta.url);

describe('startKernel', () => {
  beforeAll(() => startKernel(builds.href));

  it('lets Node run the build with relaxed SIMD, also where that needs a flag', async () => {
    expect(WebAssembly.validate(await readFile(new URL('fma.wasm', builds)))).toBe(true);
  });

  it('installs the fastest build that computes right on this processor', async () => {
    expect(kernel.name).toBe((await runnableBuilds())[0]);
  });
});
