/**
 * `ostro/monero-ts`: monero-ts's interfaces over this engine. The caller gives its own copy of monero-ts, so that its classes
 * are the caller's and this package does not depend on it. Its wallet client asks for the methods of monero-wallet-rpc, which
 * are answered here in the same process.
 */
import { check, hasFunctions } from './arguments.ts';
import { createMoneroTsDaemon } from './monero-ts/daemon.ts';
import type { MoneroTsConfig, MoneroTsLibrary, NodeConfig } from './monero-ts/types.ts';
import { openMoneroTsWallet } from './monero-ts/wallet.ts';

const LIBRARY = hasFunctions([
  'MoneroWalletRpc',
  'MoneroWalletConfig',
  'MoneroDaemonRpc',
  'MoneroRpcConnection',
  'MoneroRpcError',
  'MoneroError',
  'MoneroSyncResult',
  'MoneroWalletListener',
] satisfies (keyof MoneroTsLibrary)[]);

export type { MoneroTsConfig, MoneroTsLibrary, NodeConfig } from './monero-ts/types.ts';

/** Functions and classes under the names that monero-ts exports, over this engine. */
export interface BoundMoneroTs<Library extends MoneroTsLibrary> {
  /** A new wallet, or one from `seed` or keys. `path`: a file in a folder; absent: in memory. */
  createWalletFull(config: MoneroTsConfig): Promise<InstanceType<Library['MoneroWalletRpc']>>;
  /** Opens the wallet at `path`. */
  openWalletFull(config: MoneroTsConfig): Promise<InstanceType<Library['MoneroWalletRpc']>>;
  /** A wallet in memory that has no node: for its words, keys and addresses. */
  createWalletKeys(
    config: Omit<MoneroTsConfig, 'path' | 'server' | 'connectionManager'>,
  ): Promise<InstanceType<Library['MoneroWalletRpc']>>;
  /** A client of monerod, whose requests have limits of size and time. */
  connectToDaemonRpc(node: string | NodeConfig): Promise<InstanceType<Library['MoneroDaemonRpc']>>;
}

/** `library`: the module monero-ts. */
export function bindMoneroTs<Library extends MoneroTsLibrary>(library: Library): BoundMoneroTs<Library> {
  check('library', library, LIBRARY);
  type Wallet = InstanceType<Library['MoneroWalletRpc']>;
  return {
    createWalletFull: async (config) => (await openMoneroTsWallet(library, config, 'create')) as Wallet,
    openWalletFull: async (config) => (await openMoneroTsWallet(library, config, 'open')) as Wallet,
    createWalletKeys: async (config) => (await openMoneroTsWallet(library, config, 'keys')) as Wallet,
    connectToDaemonRpc: async (node) =>
      (await createMoneroTsDaemon(library, node)) as InstanceType<Library['MoneroDaemonRpc']>,
  };
}
