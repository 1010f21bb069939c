/** Opens wallets: the main entry of the package. */
import type { RpcRequest } from '../transport/port.ts';
import {
  check,
  checkFields,
  checkNode,
  either,
  hasFunctions,
  integer,
  oneOf,
  NETWORK,
  optional,
  SIGNAL,
  TEXT,
  YES_OR_NO,
} from './arguments.ts';
import { MAX_HEIGHT } from '../base/chain.ts';
import { walletClosed } from './closing.ts';
import { OstroError } from './error.ts';
import { awaitOstroErrors, ostroError } from './to-error.ts';
import { eventsOf } from './events.ts';
import { platform, type LibraryPort } from './platform.ts';
import { unlessAborted } from '../base/unless-aborted.ts';
import type {
  BuiltInStorage,
  CreateOptions,
  DatabaseStorage,
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

const HEIGHT = integer(0, MAX_HEIGHT);

/**
 * A new wallet with random keys. Its words are `call('query_key', { key_type: 'mnemonic' })`.
 *
 * @example
 * const wallet = await createWallet({ storage: memory() });
 * const { key } = await wallet.call('query_key', { key_type: 'mnemonic' });
 * // key.split(' ').length === 25
 * await wallet.close();
 */
export async function createWallet(options: CreateOptions = {}): Promise<OstroWallet> {
  checkOptions(options, { language: optional(TEXT), polyseed: optional(YES_OR_NO) });
  const { language = 'English', polyseed = false } = options;
  return start(options, 'makes', (wallet, file) =>
    wallet.call('create_wallet', { ...file, language, polyseed }),
  );
}

/**
 * Opens a wallet that is stored.
 *
 * @example
 * const stored = { storage: folder(path), name: 'shop', password: 'secret' };
 * await (await createWallet(stored)).close();
 * const wallet = await openWallet(stored);
 * // (await wallet.call('get_balance')).balance === 0n
 * await wallet.close();
 */
export async function openWallet(options: WalletOptions): Promise<OstroWallet> {
  checkOptions(options, {});
  return start(options, 'opens', (wallet, file) => wallet.call('open_wallet', file));
}

/**
 * Restores a wallet from its words.
 *
 * @example
 * const wallet = await restoreWallet({ seed: words, restoreHeight: 3000000 });
 * // (await wallet.call('get_address')).address === address
 * await wallet.close();
 */
export async function restoreWallet(options: RestoreOptions): Promise<OstroWallet> {
  checkOptions(options, { seed: TEXT, seedOffset: optional(TEXT), restoreHeight: optional(HEIGHT) });
  const { seed, seedOffset = '', restoreHeight = 0 } = options;
  return start(options, 'makes', (wallet, file) =>
    wallet.call('restore_deterministic_wallet', {
      ...file,
      seed,
      seed_offset: seedOffset,
      ...(restoreHeight > 0 && { restore_height: restoreHeight }),
    }),
  );
}

/**
 * A wallet from an address and its keys. Without the spend key it sees what comes in and cannot spend.
 *
 * @example
 * const wallet = await watchWallet({ address, viewKey });
 * const error = await wallet.call('query_key', { key_type: 'mnemonic' }).catch((thrown) => thrown);
 * // error.reason === 'watch_only'
 * await wallet.close();
 */
export async function watchWallet(options: WatchOptions): Promise<OstroWallet> {
  checkOptions(options, {
    address: TEXT,
    viewKey: TEXT,
    spendKey: optional(TEXT),
    restoreHeight: optional(HEIGHT),
  });
  const { address, viewKey, spendKey = '', restoreHeight = 0 } = options;
  return start(options, 'makes', (wallet, file) =>
    wallet.call('generate_from_keys', {
      ...file,
      address,
      viewkey: viewKey,
      spendkey: spendKey,
      restore_height: restoreHeight,
    }),
  );
}

/**
 * Wallets as files in a folder, named as those of monero-wallet-rpc. In Node, Deno and Bun.
 *
 * @example
 * const wallets = folder(path);
 * await (await createWallet({ storage: wallets, name: 'donations' })).close();
 * // (await wallets.list()).includes('donations') === true
 */
export function folder(path: string): WalletStorage {
  check('path', path, TEXT);
  if (path === '') throw unavailable('the path of the folder is empty');
  const { folder: open } = platform();
  if (!open) throw unavailable('A page has no folder: use indexedDB(), memory() or a storage of your own');
  return open(path);
}
/**
 * Wallets in PostgreSQL (13 or later), encrypted as in files: the database sees no key. `url` is
 * `postgres://USER@HOST:PORT/DATABASE`; the variable PGPASSWORD may have the password. Missing tables are made. In Node, Deno
 * and Bun.
 *
 * @example
 * const wallets = postgres(url);
 * await (await createWallet({ storage: wallets, name: 'donations' })).close();
 * // (await wallets.list()).includes('donations') === true
 */
export function postgres(url: string): DatabaseStorage {
  check('url', url, TEXT);
  if (!/^postgres(ql)?:\/\/./.test(url))
    throw unavailable('the address of the database is not like postgres://USER@HOST/DATABASE');
  const { postgres: open } = platform();
  if (!open)
    throw unavailable('A page reaches no database: use indexedDB(), memory() or a storage of your own');
  return open(url);
}
/**
 * Wallets in the database of the page's origin. In browsers.
 *
 * @example
 * const options = { storage: indexedDB(), name: 'Everyday', password: 'secret' };
 * // options.storage.kind === 'indexedDB'
 */
export function indexedDB(): BuiltInStorage {
  return { kind: 'indexedDB' };
}
/**
 * A wallet that ends when it is closed.
 *
 * @example
 * const wallet = await restoreWallet({ storage: memory(), seed: words });
 * await wallet.close();
 * const error = await openWallet({ storage: memory() }).catch((thrown) => thrown);
 * // error instanceof Error === true
 */
export function memory(): BuiltInStorage {
  return { kind: 'memory' };
}

const unavailable = (why: string): OstroError => new OstroError(-1, why, 'storage_unavailable', { why });

/** More workers than processors only cost memory. */
const MOST_WORKERS = 64;
const STORAGE = hasFunctions([
  'list',
  'read',
  'write',
  'append',
  'remove',
  'claim',
  'release',
  'remember',
] satisfies (keyof WalletStorage)[]);
const BUILT_IN = oneOf(['memory', 'indexedDB', 'postgres'] satisfies (
  BuiltInStorage | DatabaseStorage
)['kind'][]);

/** The options of all functions that open a wallet, and `own` ones. */
const checkOptions = (options: WalletOptions, own: Parameters<typeof checkFields>[2]): void => {
  checkFields('options', options, {
    name: optional(TEXT),
    password: optional(TEXT),
    network: optional(NETWORK),
    regtest: optional(YES_OR_NO),
    autoRefresh: optional(YES_OR_NO),
    scanWorkers: optional(integer(1, MOST_WORKERS)),
    signal: optional(SIGNAL),
    storage: optional({
      wanted: either(STORAGE, {
        ...BUILT_IN,
        wanted: 'what folder(), postgres(), indexedDB() or memory() returned',
      }).wanted,
      fits: (value) =>
        STORAGE.fits(value) || BUILT_IN.fits((value as { readonly kind?: unknown } | null)?.kind),
    }),
    ...own,
  });
  if (options.node !== undefined) checkNode('options.node', options.node);
  if (options.name === '')
    throw new OstroError(-1, 'options.name must not be empty', 'bad_wallet_name', { name: '' });
};

type File = { readonly filename: string; readonly password: string };

const start = async (
  options: WalletOptions,
  how: 'makes' | 'opens',
  open: (wallet: OstroWallet, file: File) => Promise<unknown>,
): Promise<OstroWallet> => {
  const { name = 'wallet', password = '', storage = memory(), node, autoRefresh = true, signal } = options;
  signal?.throwIfAborted();
  const port = await awaitOstroErrors(() =>
    platform().open({
      network: options.network ?? 'mainnet',
      regtest: options.regtest ?? false,
      storage: 'kind' in storage && storage.kind !== 'postgres' ? storage.kind : storage,
      scanWorkers: options.scanWorkers,
    }),
  );
  const wallet = walletOver(port, autoRefresh);
  let opening: Promise<unknown> | undefined;
  try {
    const given = typeof node === 'string' ? { address: node } : node;
    if (given) await wallet.call('x_set_node', given, { ...(signal && { signal }) });
    if (!autoRefresh) await wallet.call('auto_refresh', { enable: false });
    opening = open(wallet, { filename: name, password });
    await unlessAborted(opening, signal);
    return wallet;
  } catch (error) {
    try {
      if (how === 'makes' && opening) await removeMade(wallet, opening, { name, password });
    } catch {
      // The caller gets the reason of the abort; the wallet that could not be removed stays.
    } finally {
      await port.stop();
    }
    throw error;
  }
};

/** An aborted call leaves no wallet behind. */
const removeMade = async (
  wallet: OstroWallet,
  opening: Promise<unknown>,
  file: { readonly name: string; readonly password: string },
): Promise<void> => {
  try {
    await opening;
  } catch {
    // Nothing was made.
    return;
  }
  await wallet.call('close_wallet');
  await wallet.call('x_delete_wallet', file);
};

/** An aborted refresh may not stop the reading of a wallet that follows the chain by itself. */
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
    const { result, error, cause } = await port.request(envelope, { idempotencyKey });
    if (error?.data?.fault === 'no_wallet') throw walletClosed();
    if (error) throw ostroError(error, cause);
    return result as WalletResult<Name>;
  };
  return {
    call: async <Name extends WalletMethod>(
      method: Name,
      params = {} as WalletParams<Name>,
      options: WalletCallOptions = {},
    ) => {
      check('method', method, TEXT);
      checkFields('params', params, {});
      checkFields('options', options, { signal: optional(SIGNAL), idempotencyKey: optional(TEXT) });
      const { signal, idempotencyKey } = options;
      signal?.throwIfAborted();
      if (closing) throw walletClosed();
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
    ...eventsOf(port, () => closing !== undefined),
    close,
    [Symbol.asyncDispose]: close,
  };
};
