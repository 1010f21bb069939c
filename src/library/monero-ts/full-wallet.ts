/**
 * Methods that monero-ts's full wallet has and its client of a server lacks, and those that are quicker without a
 * server.
 */
import { toHex } from '../../base/hex.ts';
import { parseAddress } from '../../protocol/address/address.ts';
import { wordsOf } from '../../wallet/without-wallet.ts';
import type { LibraryPort } from '../platform.ts';
import type { Network, WalletResult } from '../types.ts';
import { libraryWorld } from '../world.ts';
import type { EngineConnection } from './connection.ts';
import { createSyncing } from './syncing.ts';
import { instanceOf, type MoneroTsWalletRpc } from './classes.ts';
import { isOwnNode } from './own-node.ts';
import type { MoneroTsLibrary, NodeConfig } from './types.ts';

interface FullWalletDeps {
  readonly wallet: MoneroTsWalletRpc;
  readonly port: LibraryPort;
  readonly connection: EngineConnection;
  readonly network: Network;
}
type Status = WalletResult<'x_status'>;

/** In the order of MoneroNetworkType. */
const NETWORKS: readonly Network[] = ['mainnet', 'testnet', 'stagenet'];

/** Members that replace those of the client. */
export function fullWalletMethods(
  library: MoneroTsLibrary,
  { wallet, port, connection, network }: FullWalletDeps,
): object {
  const ask = async <T>(method: string, params: object = {}): Promise<T> => {
    const { result, error } = await port.request({ jsonrpc: '2.0', id: 0, method, params });
    if (error) throw instanceOf<Error>(library.MoneroRpcError, error.message, error.code, method, params);
    return result as T;
  };
  const status = (): Promise<Status> => ask<Status>('x_status');
  const own = Object.getPrototypeOf(wallet) as MoneroTsWalletRpc;
  const syncing = createSyncing(wallet, ask);
  connection.beforeList = syncing.catchUp;
  let closed = false;
  // The listeners hear of a change when it is stored, not at the next round of the client's poller.
  const off = port.on(({ type }) => {
    if (type === 'changed') void wallet.poll().catch(() => undefined);
  });
  const close = async (save = false): Promise<void> => {
    if (closed) return;
    closed = true;
    syncing.end();
    off();
    try {
      await own.close.call(wallet, save);
    } finally {
      await port.stop();
    }
  };
  return {
    close,
    ...syncing.members,
    isClosed: () => Promise.resolve(closed),
    getNetworkType: () => Promise.resolve(NETWORKS.indexOf(network)),
    getRestoreHeight: async () => (await status()).restore_height ?? 0,
    getDaemonHeight: () => daemonHeight(status, library),
    getDaemonMaxPeerHeight: () => daemonHeight(status, library),
    isDaemonSynced: async () => (await status()).problem === undefined,
    isSynced: async () => {
      const { phase, height, target_height } = await status();
      return phase === 'done' && height >= target_height;
    },
    getSeedLanguage: async () => {
      const seed = await wallet.getSeed();
      if (!seed) return undefined;
      await libraryWorld().startKernel();
      return (await wordsOf(seed, '', 'English')).typedIn;
    },
    getPublicSpendKey: async () => (await publicKeys(ask)).spendKey,
    getPublicViewKey: async () => (await publicKeys(ask)).viewKey,
    getHeightByDate: async (year: number, month: number, day: number) => {
      const time = Date.UTC(year, month - 1, day);
      if (time > Date.now()) throw instanceOf<Error>(library.MoneroError, 'specified date is in the future');
      const timestamp = Math.max(0, time / 1000);
      return (await ask<WalletResult<'x_height_at'>>('x_height_at', { timestamp })).height;
    },
    isConnectedToDaemon: async () => {
      const { tip } = await ask<WalletResult<'x_height_at'>>('x_height_at', { timestamp: 0 });
      return tip !== undefined;
    },
    setDaemonConnection: async (node?: string | NodeConfig, trusted?: boolean, ssl?: object) => {
      if (node === undefined) {
        await ask('x_set_node', { address: '' });
        wallet.daemonConnection = undefined;
      } else await own.setDaemonConnection.call(wallet, node, trusted ?? isOwnNode(node), ssl);
    },
    getAddress: (account: number, index: number) => addressAt(connection, account, index),
    checkTxProof: (txid: string, address: string, message: string | undefined, signature: string) =>
      signature === ''
        ? Promise.reject(
            instanceOf<Error>(library.MoneroRpcError, 'Must provide signature to check tx proof', -1),
          )
        : own.checkTxProof.call(wallet, txid, address, message, signature),
    sync: async (first?: object | number, startHeight?: number) => {
      const listener = typeof first === 'object' ? first : undefined;
      const from = typeof first === 'number' ? first : startHeight;
      return syncWith(library, { wallet, port, ask }, listener, from);
    },
  };
}

const daemonHeight = async (status: () => Promise<Status>, library: MoneroTsLibrary): Promise<number> => {
  const { height, target_height, node } = await status();
  if (node.address === '') throw instanceOf<Error>(library.MoneroError, 'Wallet is not connected to daemon');
  return Math.max(height, target_height);
};

/** Takes any account and index, as monero-ts's full wallet does. */
const addressAt = async (connection: EngineConnection, account: number, index: number): Promise<string> => {
  const params = { account_index: account, address_index: [index] };
  const { result } = (await connection.sendJsonRequest('get_address', params)) as {
    readonly result: { readonly addresses: readonly { readonly address: string }[] };
  };
  return result.addresses[0]!.address;
};

const publicKeys = async (
  ask: SyncDeps['ask'],
): Promise<{ readonly spendKey: string; readonly viewKey: string }> => {
  const { address } = await ask<WalletResult<'get_address'>>('get_address', { account_index: 0 });
  await libraryWorld().startKernel();
  const { spendPublic, viewPublic } = parseAddress(address);
  return { spendKey: toHex(spendPublic), viewKey: toHex(viewPublic) };
};

interface SyncDeps {
  readonly wallet: MoneroTsWalletRpc;
  readonly port: LibraryPort;
  readonly ask: <T>(method: string, params?: object) => Promise<T>;
}
const syncWith = async (
  library: MoneroTsLibrary,
  { wallet, port, ask }: SyncDeps,
  listener: object | undefined,
  from: number | undefined,
): Promise<object> => {
  if (listener) await wallet.addListener(listener);
  const start = await wallet.getHeight();
  const report = (height: number, end: number): void => {
    const at = Math.min(Math.max(height, start), end);
    const done = end > start ? (at - start) / (end - start) : 1;
    void wallet.announceSyncProgress(at, start, end, done, 'Synchronizing').catch(() => undefined);
  };
  const off = port.on(({ type, data }) => {
    const { phase, height, target_height } = data as Status;
    if (type === 'status' && phase === 'reading') report(height, target_height);
  });
  try {
    const result = await ask<WalletResult<'refresh'>>('refresh', {
      ...(from !== undefined && { start_height: from }),
    });
    const end = await wallet.getHeight();
    report(end, end);
    await wallet.poll();
    return instanceOf<object>(library.MoneroSyncResult, result.blocks_fetched, result.received_money);
  } catch (error) {
    const { message } = error as Error;
    if (/no connection to daemon/i.test(message))
      throw instanceOf<Error>(library.MoneroError, 'Wallet is not connected to daemon');
    throw error;
  } finally {
    off();
    if (listener) await wallet.removeListener(listener);
  }
};
