/** Installs the fastest kernel that passes its self-test in this Node, from the builds in a folder. */
import { readFile } from 'node:fs/promises';
import { installKernel } from '../kernel/kernel.ts';
import { loadKernel } from '../kernel/wasm/load.ts';

/** The first version of Node that has relaxed SIMD without a flag. */
const HAS_RELAXED_SIMD = 22;

/** `folder`: URL of the folder of the builds. */
export async function startKernel(folder: string): Promise<void> {
  await allowRelaxedSimd();
  installKernel(await loadKernel(async (build) => readFile(new URL(`${build}.wasm`, folder))));
}

/**
 * With it, proofs and signatures take half the time. The loader checks what the build computes before it is used. The
 * flag counts for the whole process.
 */
const allowRelaxedSimd = async (): Promise<void> => {
  if (Number(process.versions.node.split('.')[0]) >= HAS_RELAXED_SIMD) return;
  const { setFlagsFromString } = await import('node:v8');
  setFlagsFromString('--experimental-wasm-relaxed-simd');
};
