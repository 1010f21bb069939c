/** The entry `ostro/monero-ts`. */
import './platform.browser.ts';
import './world.browser.ts';

export {
  bindMoneroTs,
  type BoundMoneroTs,
  type MoneroTsConfig,
  type MoneroTsLibrary,
  type NodeConfig,
} from './monero-ts.ts';
