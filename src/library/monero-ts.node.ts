/** The entry `ostro/monero-ts`. */
import './platform.node.ts';
import './world.node.ts';

export {
  bindMoneroTs,
  type BoundMoneroTs,
  type MoneroTsConfig,
  type MoneroTsLibrary,
  type NodeConfig,
} from './monero-ts.ts';
