/** The entry `ostro/monero-ts`. */
import '#library/platform';
import '#library/world';

export {
  bindMoneroTs,
  type BoundMoneroTs,
  type MoneroTsConfig,
  type MoneroTsLibrary,
  type NodeConfig,
} from './monero-ts.ts';
