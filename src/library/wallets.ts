/** Opens wallets: the main entry of the package. */
import type { RpcRequest } from '../transport/port.ts';
import { ostroError } from './to-error.ts';
import { eventsOf } from './events.ts';
import { platform, type LibraryPort } from './platform.ts';
import { unlessAborted } from './abort.ts';
import type {
  BuiltInStorage,
  CreateOptions,
  OstroWallet,
  RestoreOptions,
  WalletCallOptions,
  WalletMethod,
  WalletOptions,
  WalletParams,
  WalletResult,
  WalletStorage,
  WatchOptions,
} from './types.ts';

/** A new wallet with random keys. Its words are `call('query_key', { key_type: 'mnemonic' })`. */
export function createWallet(options: CreateOptions = {}): Promise<OstroWallet> {
  const { language = 'English', polyseed = false } = options;
  return start(options, (wallet, file) => wallet.call('create_wallet', { ...file, language, polyseed }));
}

/** Opens a wallet that is stored. */
export function openWallet(options: WalletOptions): Promise<OstroWallet> {
  return start(options, (wallet, file) => wallet.call('open_wallet', file));
}

/** Restores a wallet from its words. */
export function restoreWallet(options: RestoreOptions): Promise<OstroWallet> {
  const { seed, seedOffset = '', restoreHeight = 0 } = options;
  return start(options, (wallet, file) =>
    wallet.call('restore_deterministic_wallet', {
      ...file,
      seed,
      seed_offset: seedOffset,
      restore_height: restoreHeight,
    }),
  );
}

/** A wallet from an address and its keys. Without the spend key it sees what comes in and cannot spend. */
export function watchWallet(options: WatchOptions): Promise<OstroWallet> {
  const { address, viewKey, spendKey = '', restoreHeight = 0 } = options;
  return start(options, (wallet, file) =>
    wallet.call('generate_from_keys', {
      ...file,
      address,
      viewkey: viewKey,
      spendkey: spendKey,
      restore_height: restoreHeight,
    }),
  );
}

/** Wallets as files in a folder, named as those of monero-wallet-rpc. In Node, Deno and Bun. */
export function folder(path: string): WalletStorage {
  return platform().folder(path);
}
/** Wallets in the database of the page's origin. In browsers. */
export function indexedDB(): BuiltInStorage {
  return { kind: 'indexedDB' };
}
/** A wallet that ends when it is closed. */
export function memory(): BuiltInStorage {
  return { kind: 'memory' };
}

type File = { readonly filename: string; readonly password: string };

const start = async (
  options: WalletOptions,
  open: (wallet: OstroWallet, file: File) => Promise<unknown>,
): Promise<OstroWallet> => {
  const { name = 'wallet', password = '', storage = memory(), node, autoRefresh = true, signal } = options;
  signal?.throwIfAborted();
  const port = await platform().open({
    network: options.network ?? 'mainnet',
    regtest: options.regtest ?? false,
    storage: 'kind' in storage ? storage.kind : storage,
    scanWorkers: options.scanWorkers,
  });
  const wallet = walletOver(port, autoRefresh);
  try {
    const given = typeof node === 'string' ? { address: node } : node;
    if (given) await wallet.call('x_set_node', given, { ...(signal && { signal }) });
    if (!autoRefresh) await wallet.call('auto_refresh', { enable: false });
    await unlessAborted(open(wallet, { filename: name, password }), signal);
    return wallet;
  } catch (error) {
    await port.stop();
    throw error;
  }
};

/** Of a wallet that follows the chain by itself, an aborted refresh may not stop the reading. */
const walletOver = (port: LibraryPort, follows: boolean): OstroWallet => {
  let nextId = 1;
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => (closing ??= port.stop());
  const ask = async <Name extends WalletMethod>(
    method: Name,
    params: WalletParams<Name>,
    idempotencyKey?: string,
  ): Promise<WalletResult<Name>> => {
    const envelope: RpcRequest = { jsonrpc: '2.0', id: nextId++, method, params };
    const { result, error } = await port.request(envelope, { idempotencyKey });
    if (error) throw ostroError(error);
    return result as WalletResult<Name>;
  };
  return {
    call: async (method, params = {}, { signal, idempotencyKey }: WalletCallOptions = {}) => {
      signal?.throwIfAborted();
      const answer = ask(method, params, idempotencyKey);
      // Switching off what is off already stops the reading.
      const stopReading = (): void => void ask('auto_refresh', { enable: false }).catch(() => undefined);
      if (method === 'refresh' && !follows) signal?.addEventListener('abort', stopReading, { once: true });
      try {
        return await unlessAborted(answer, signal);
      } finally {
        signal?.removeEventListener('abort', stopReading);
      }
    },
    ...eventsOf(port),
    close,
    [Symbol.asyncDispose]: close,
  };
};
