/** The WebAssembly kernel in Node, from the files in the tree: long tests need not wait for the readable one. */
import { readFile } from 'node:fs/promises';
import { installKernel } from '../../src/kernel/kernel.ts';
import { loadKernel } from '../../src/kernel/wasm/load.ts';

export async function useWasmKernel(): Promise<void> {
  installKernel(
    await loadKernel(async (build) => {
      const bytes = await readFile(new URL(`../../src/kernel/wasm/${build}.wasm`, import.meta.url));
      return new Uint8Array(bytes).buffer;
    }),
  );
}
