/** The entry of the package `ostro` in browsers, through a bundler. */
import './platform.browser.ts';

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
