/** The entry of the package `ostro` in Node, Deno and Bun. The other files of the package lie beside it. */
import { nodePlatform } from './node-platform.ts';
import { setPlatform } from './platform.ts';

const beside = (path: string): string => new URL(path, import.meta.url).href;
setPlatform(nodePlatform({ thread: beside('./thread.mjs'), kernel: beside('../kernel/') }));

export { OstroError } from './error.ts';
export type * from './methods.gen.ts';
export type * from './types.ts';
export {
  createWallet,
  folder,
  indexedDB,
  memory,
  openWallet,
  restoreWallet,
  watchWallet,
} from './wallets.ts';
