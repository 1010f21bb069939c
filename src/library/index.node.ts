/** The entry of the package `ostro` in Node, Deno and Bun. */
import './platform.node.ts';

export { OstroError } from './error.ts';
export type * from './methods.ts';
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
