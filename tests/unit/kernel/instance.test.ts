import { expect, test } from 'vitest';
import type { KernelExports } from '../../../src/kernel/wasm/exports.ts';
import { createInstance, putScalar, takeResult } from '../../../src/kernel/wasm/instance.ts';
import { readBuild } from '../../property/kernel/builds.ts';

test('no scalar of a call stays in the memory of the kernel after its result is taken', async () => {
  const { instance } = await WebAssembly.instantiate(await readBuild('scalar'));
  const kernel = createInstance(instance.exports as unknown as KernelExports);
  const secret = new Uint8Array(32).fill(7, 0, 31);
  putScalar(kernel, kernel.a, secret);
  putScalar(kernel, kernel.b, secret);
  kernel.memory.write(kernel.out, secret);
  expect(takeResult(kernel)).toEqual(secret);
  for (const at of [kernel.out, kernel.a, kernel.b])
    expect(kernel.memory.read(at, 32)).toEqual(new Uint8Array(32));
});
