/**
 * A session of the engine for each account that is scanned. The wallet of an account is view-only; only its file has the view key, so
 * the server scans by itself after a restart.
 */
import { parseJson } from '../../base/json.ts';
import type { Result } from '../../rpc/contract.ts';
import { createCommands } from '../commands.ts';
import { startEvents } from '../events/start-events.ts';
import { openFolder } from '../files/folder.ts';
import { oneWallet } from '../files/one-wallet.ts';
import type { Flags } from '../flags/flags.ts';
import type { Hosted, WalletHost } from '../hosted.ts';
import type { LightAccount } from './accounts.ts';
import { TABLE } from './address-table.ts';
import { extentOf } from './ranges.ts';

export type AccountRows = Result<'x_light_wallet'>;
/** The wallet as far as it has read. `chainHeight`: blocks of the node's chain. */
export interface AccountView {
  readonly rows: AccountRows;
  readonly chainHeight: number;
}
export interface LightSession {
  /** Resolves to the same object until something changes. */
  readonly view: () => Promise<AccountView>;
  /** Hears of each change; returns a function that removes the listener. */
  readonly onChange: (listener: () => void) => () => void;
  /** Makes sure that the scan recognises the subaddresses of the account. */
  readonly widen: (account: LightAccount) => Promise<void>;
  readonly stop: () => Promise<void>;
}
interface SessionsOptions {
  readonly host: WalletHost;
  readonly flags: Flags;
  readonly dir: string;
  readonly password: string;
  readonly onBug: (line: string) => void;
  readonly failed: (why: string) => void;
}
export type LightSessions = ReturnType<typeof createLightSessions>;

export function createLightSessions(options: SessionsOptions) {
  const { host, flags, dir, password, onBug } = options;
  const folder = openFolder(dir);
  const begin = async (name: string): Promise<Begun> => {
    const { folder: own, releaseAll } = oneWallet(folder, name);
    const { network, regtest, threads, proxy, nodeTls } = flags;
    const hosted = await host.open({
      ...{ restricted: false, compat: 'release', network, regtest, threads, proxy, nodeTls },
      ...{ folder: own, only: name, oneOfSeveral: true },
      onBug: (line) => onBug(`${name}: ${line}`),
    });
    const stop = async (): Promise<void> => {
      await hosted.stop();
      await releaseAll();
    };
    return { hosted, stop };
  };
  /** Runs `work` in a session without a node. */
  const within = async <T>(name: string, work: (call: Call) => Promise<T>): Promise<T> => {
    const { hosted, stop } = await begin(name);
    try {
      return await work(callerOf(hosted));
    } finally {
      await stop();
    }
  };
  const make = async (call: Call, account: LightAccount, viewkey: string): Promise<void> => {
    const { address, name: filename, start } = account;
    await call('generate_from_keys', { filename, address, viewkey, password, restore_height: start });
    await call('x_start_light_wallet');
    await widen(call, account, password);
    await call('close_wallet');
  };
  return {
    /** Loads what all sessions share, such as the arithmetic that checks keys. */
    warmUp: (): Promise<void> => within('none', () => Promise.resolve()),
    hasFile: async (name: string): Promise<boolean> => (await folder.list()).includes(name),
    /** Writes the wallet file of an account. */
    create: (account: LightAccount, viewKey: string): Promise<void> =>
      within(account.name, (call) => make(call, account, viewKey)),
    /** Writes the wallet file anew, from the height and for the subaddresses of the account. */
    recreate: (account: LightAccount): Promise<void> =>
      within(account.name, async (call) => {
        await call('open_wallet', { filename: account.name, password });
        const { key } = (await call('query_key', { key_type: 'view_key' })) as { key: string };
        await call('x_delete_wallet', { name: account.name, password });
        await make(call, account, key);
      }),
    remove: (name: string): Promise<void> =>
      within(name, async (call) => {
        await call('x_delete_wallet', { name, password });
      }),
    /** Opens the wallet; that of an active account reads the chain from then on. */
    open: async (account: LightAccount): Promise<LightSession> =>
      openSession(await begin(account.name), account, options),
  };
}

interface Begun {
  readonly hosted: Hosted;
  readonly stop: () => Promise<void>;
}

const openSession = async (
  { hosted, stop }: Begun,
  { name, address, status }: LightAccount,
  { flags, password, failed }: SessionsOptions,
): Promise<LightSession> => {
  const call = callerOf(hosted);
  const events = startEvents(flags, { name: address, request: hosted.request }, failed);
  const listeners = new Set<() => void>();
  let view: Promise<AccountView> | undefined;
  const changed = (): void => {
    view = undefined;
    for (const listener of [...listeners]) listener();
  };
  const end = async (): Promise<void> => {
    events.stop();
    await stop();
    // Feeds end with the session.
    changed();
  };
  try {
    const { connect } = createCommands(hosted, name);
    await hosted.on(({ type }) => {
      if (type === 'recorded') events.wake();
      if (type === 'changed' || type === 'status') changed();
    });
    await connect(status === 'active' ? flags : { ...flags, node: undefined });
    await call('open_wallet', { filename: name, password });
  } catch (error) {
    await end();
    throw error;
  }
  return {
    view: () => {
      const own = (view ??= viewOf(call));
      own.catch(() => {
        if (view === own) view = undefined;
      });
      return own;
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    widen: (account) => widen(call, account, password),
    stop: end,
  };
};

type Call = (method: string, params?: object) => Promise<unknown>;

/** Calls of ours, with exact numbers; rejects with the wallet's sentence. */
const callerOf =
  (hosted: Hosted): Call =>
  async (method, params = {}) => {
    const answer = await hosted.request(JSON.stringify({ jsonrpc: '2.0', id: 0, method, params }));
    const { result, error } = parseJson(answer) as {
      readonly result?: unknown;
      readonly error?: { readonly message: string };
    };
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  };

const viewOf = async (call: Call): Promise<AccountView> => {
  const rows = (await call('x_light_wallet')) as AccountRows;
  const { target_height: target } = (await call('x_status')) as Result<'x_status'>;
  return { rows, chainHeight: Math.max(rows.height, target) };
};

const widen = async (call: Call, { ranges, lookahead }: LightAccount, password: string): Promise<void> => {
  const extent = extentOf(ranges);
  const major = Math.max(extent.major, lookahead.maj_i, TABLE.major);
  const minor = Math.max(extent.minor, lookahead.min_i, TABLE.minor);
  if (major === TABLE.major && minor === TABLE.minor) return;
  await call('set_subaddress_lookahead', { password, major_idx: major, minor_idx: minor });
};
