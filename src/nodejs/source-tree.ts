/** The files of a source tree that the engine needs. */
import type { Program } from './threads.ts';

const at = (path: string): string => new URL(path, import.meta.url).href;

export const sourceTree: Program = {
  thread: at('../../scripts/wallet-thread.mjs'),
  kernel: at('../kernel/wasm/'),
};
