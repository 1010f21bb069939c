/** The WebAssembly kernel in Node, from the committed files, for tests that take too long with the readable one. */
import { readFile } from 'node:fs/promises';
import { toHex } from '../../src/base/hex.ts';
import { installKernel, type Kernel } from '../../src/kernel/kernel.ts';
import { loadKernel } from '../../src/kernel/wasm/load.ts';

export async function useWasmKernel(): Promise<void> {
  installKernel(await (loading ??= load()));
}

/** All test files of one process share it. */
let loading: Promise<Kernel> | undefined;

const load = async (): Promise<Kernel> => {
  const kernel = await loadKernel(async (build) => {
    const bytes = await readFile(new URL(`../../src/kernel/wasm/${build}.wasm`, import.meta.url));
    return new Uint8Array(bytes).buffer;
  });
  return { ...kernel, cnSlowHash: rememberAnswers((data) => kernel.cnSlowHash(data)) };
};

/** Caches CryptoNight, which takes a third of a second, because tests open the same file with the same password often. */
const rememberAnswers = (hash: Kernel['cnSlowHash']): Kernel['cnSlowHash'] => {
  const answers = new Map<string, Uint8Array>();
  return (data) => {
    const question = toHex(data);
    const answer = answers.get(question) ?? hash(data);
    answers.set(question, answer);
    return answer.slice();
  };
};
