/** The WebAssembly kernel in Node, from the files in the tree. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { toHex } from '../../src/base/hex.ts';
import { installKernel, type Kernel } from '../../src/kernel/kernel.ts';
import { loadKernel } from '../../src/kernel/wasm/load.ts';
import { cached } from './cached.ts';

/** Installs the quickest build that this Node runs. Calls of one process share one instance. */
export async function useWasmKernel(): Promise<void> {
  installKernel(await (loading ??= load()));
}

let loading: Promise<Kernel> | undefined;

const load = async (): Promise<Kernel> => {
  const kernel = await loadKernel(async (build) => {
    const bytes = await readFile(new URL(`../../src/kernel/wasm/${build}.wasm`, import.meta.url));
    return new Uint8Array(bytes).buffer;
  });
  const cnState = cached(toHex, (data: Uint8Array) => kernel.cnState(data));
  const keyOf = ([left, right]: readonly [Uint8Array, Uint8Array]) =>
    createHash('sha256').update(left).update(right).digest('base64');
  // The ten thousand subaddresses that a wallet computes when it is opened, in batches of up to 200.
  const batch = cached(keyOf, ([point, scalars]) => kernel.addMulBaseBatch(point, scalars), { most: 5000 });
  // Most of the time of a range proof: with the same randomness, tests of one fixture make the same payment again and again.
  const sum = cached(keyOf, ([scalars, wide]) => kernel.multiexpWide(scalars, wide), { most: 5000 });
  const fold = cached(keyOf, ([scalars, wide]) => kernel.foldWide(scalars, wide), { most: 200 });
  return {
    ...kernel,
    cnState: (data) => cnState(data).slice(),
    addMulBaseBatch: (point, scalars) => batch([point, scalars]).slice(),
    multiexpWide: (scalars, wide) => sum([scalars, wide]).slice(),
    foldWide: (scalars, wide) => fold([scalars, wide]).slice(),
  };
};
