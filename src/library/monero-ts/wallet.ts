/** A wallet of monero-ts over a session of its own. */
import { fromHex, toHex } from '../../base/hex.ts';
import { accountFromSeed } from '../../protocol/keys/account.ts';
import { primaryAddress } from '../../wallet/without-wallet.ts';
import { platform, type LibraryPort } from '../platform.ts';
import type { Network } from '../types.ts';
import { libraryWorld } from '../world.ts';
import { createEngineConnection } from './connection.ts';
import { fullWalletMethods } from './full-wallet.ts';
import { instanceOf, type MoneroTsWalletRpc } from './classes.ts';
import { isOwnNode } from './own-node.ts';
import type { MoneroTsConfig, MoneroTsLibrary, NodeConfig } from './types.ts';

const WITHOUT_NODE = { path: undefined, server: undefined, connectionManager: undefined };

/** In the order of MoneroNetworkType. */
const NETWORKS: readonly Network[] = ['mainnet', 'testnet', 'stagenet'];

export async function openMoneroTsWallet(
  library: MoneroTsLibrary,
  config: MoneroTsConfig,
  how: 'create' | 'open' | 'keys',
): Promise<object> {
  // A program without types may give anything.
  if (typeof (config as unknown) !== 'object' || (config as unknown) === null)
    throw instanceOf<Error>(library.MoneroError, 'Must provide a config');
  const wanted = how === 'keys' ? { ...config, ...WITHOUT_NODE } : config;
  const given = instanceOf<MoneroTsConfig>(library.MoneroWalletConfig, wanted);
  const network = networkOf(library, given);
  const { dir, name } = splitPath(given.path ?? '');
  const { folder } = platform();
  const isStored = given.path !== undefined && given.path !== '';
  if (isStored && !folder)
    throw instanceOf<Error>(library.MoneroError, 'A page has no folders: leave `path` out');
  const port = await platform().open({
    network,
    regtest: given.regtest ?? false,
    storage: isStored && folder ? folder(dir) : 'memory',
    scanWorkers: undefined,
  });
  try {
    const connection = createEngineConnection(library, port, name);
    const server = instanceOf<object>(library.MoneroWalletConfig, { server: connection });
    const wallet = instanceOf<MoneroTsWalletRpc>(library.MoneroWalletRpc, server);
    Object.assign(wallet, fullWalletMethods(library, { wallet, port, connection, network }));
    const { setNode } = nodesOf(port);
    await setNode(nodeIn(given));
    await port.request({ jsonrpc: '2.0', id: 0, method: 'auto_refresh', params: { enable: false } });
    const path = given.path || name;
    const fields = {
      ...(how !== 'open' && (await newWallet(given, network))),
      ...pathOf(path, given),
      ...followed(given),
    };
    const request = instanceOf<object>(library.MoneroWalletConfig, fields);
    await (how === 'open' ? wallet.openWallet(request) : wallet.createWallet(request));
    await widen(library, port, given);
    return wallet;
  } catch (error) {
    await port.stop();
    throw error;
  }
}

const networkOf = (library: MoneroTsLibrary, { networkType = 0 }: MoneroTsConfig): Network => {
  const network = typeof networkType === 'number' ? NETWORKS[networkType] : (networkType as Network);
  if (network === undefined || !NETWORKS.includes(network))
    throw instanceOf<Error>(library.MoneroError, 'No such network type');
  return network;
};

const splitPath = (path: string): { readonly dir: string; readonly name: string } => {
  const at = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'));
  return { dir: at < 0 ? '.' : path.slice(0, at) || '/', name: path.slice(at + 1) || 'wallet' };
};

const pathOf = (path: string, { password = '' }: MoneroTsConfig): object => ({ path, password });

/** Given to the client, who then sets it as the node. */
const followed = ({ server, connectionManager }: MoneroTsConfig): object => ({
  ...(connectionManager ? { connectionManager } : server !== undefined && { server }),
});

const nodeIn = ({ server, connectionManager }: MoneroTsConfig): NodeConfig | undefined => {
  const managed = connectionManager as { readonly getConnection: () => NodeConfig | undefined } | undefined;
  const node = managed ? managed.getConnection() : server;
  return typeof node === 'string' ? { uri: node } : node;
};

/** Sets the node before there is a wallet, so that a new one knows its birth height. */
const nodesOf = (port: LibraryPort) => ({
  setNode: async (node: NodeConfig | undefined): Promise<void> => {
    // A node that is behind a proxy is set, with the proxy, by the client alone.
    if (!node?.uri || node.proxyUri) return;
    const login = node.username ? { username: node.username, password: node.password ?? '' } : {};
    const params = { address: node.uri, trusted: isOwnNode(node), ...login };
    await port.request({ jsonrpc: '2.0', id: 0, method: 'x_set_node', params });
  },
});

/** monero-ts's full wallet takes a spend key alone, its client of a server does not. */
const newWallet = async (given: MoneroTsConfig, network: Network): Promise<object> => {
  const { seed, seedOffset, isMultisig, language, restoreHeight } = given;
  let { primaryAddress: address, privateViewKey: viewKey } = given;
  const { privateSpendKey: spendKey } = given;
  if (spendKey !== undefined && (address === undefined || viewKey === undefined)) {
    await libraryWorld().startKernel();
    const keys = accountFromSeed(fromHex(spendKey));
    address ??= primaryAddress(network, keys);
    viewKey ??= toHex(keys.viewSecret);
  }
  return Object.fromEntries(
    Object.entries({
      seed,
      seedOffset,
      isMultisig,
      language,
      restoreHeight,
      primaryAddress: address,
      privateViewKey: viewKey,
      privateSpendKey: spendKey,
    }).filter(([, value]) => value !== undefined),
  );
};

const widen = async (library: MoneroTsLibrary, port: LibraryPort, given: MoneroTsConfig): Promise<void> => {
  const { accountLookahead: major, subaddressLookahead: minor } = given;
  if (major === undefined && minor === undefined) return;
  const params = { major_idx: major ?? 50, minor_idx: minor ?? 200, password: given.password ?? '' };
  const answer = await port.request({ jsonrpc: '2.0', id: 0, method: 'set_subaddress_lookahead', params });
  if (answer.error) throw instanceOf<Error>(library.MoneroRpcError, answer.error.message, answer.error.code);
};
