/** The entry `ostro`, in Node, Deno and Bun, and through a bundler in browsers. */
import '#library/platform';

export { OstroError } from './error.ts';
export type * from './methods.ts';
export type * from './types.ts';
export {
  createWallet,
  folder,
  indexedDB,
  memory,
  openWallet,
  postgres,
  restoreWallet,
  watchWallet,
} from './wallets.ts';
