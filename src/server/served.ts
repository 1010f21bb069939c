/**
 * The wallets that the server answers for: the one that is open at a time, or with --wallet-logins several, which
 * know nothing of each other.
 */
import { randomBytes } from 'node:crypto';
import { openFolder } from './files/folder.ts';
import { oneWallet } from './files/one-wallet.ts';
import { createCommands } from './commands.ts';
import { startEvents } from './events/start-events.ts';
import { createFleet, type Fleet } from './fleet/fleet.ts';
import { startSharing, type Sharing } from './fleet/sharing.ts';
import { createWallets } from './wallets.ts';
import type { LoginCheck } from '../transport/http-login.ts';
import type { Logins } from './flags/wallet-logins.ts';
import type { Login } from './flags/node-flags.ts';
import type { WalletStore } from '../nodejs/wallet-store.ts';
import type { Flags } from './flags/flags.ts';
import type { WalletHost } from './hosted.ts';
import type { Log } from './log.ts';
import type { Target } from './http/server.ts';
import type { Watched } from './metrics/monitor.ts';

const EVENTS = /^\/events(?:$|\?)/;

interface Deps {
  readonly host: WalletHost;
  readonly flags: Flags;
  readonly log: Log;
  readonly say: (line: string, level?: string) => void;
  readonly received: (txids: readonly string[]) => void;
  /** The database of --wallet-store. */
  readonly store: WalletStore | undefined;
}
/**
 * `begin` starts what has to run before the first call. `close` saves and closes every open wallet. `endedByItself` settles with the
 * reason when nothing can be answered any more.
 */
export interface Served {
  readonly route: (path: string) => Target;
  readonly watched: () => readonly Watched[];
  readonly begin: () => Promise<void>;
  readonly close: () => Promise<void>;
  readonly endedByItself: Promise<string>;
}

/**
 * One session for the wallets of the folder, one after the other, at /json_rpc and /events. `stopped`: stop_wallet was called, and
 * answered.
 */
export async function only(
  { host, flags, log, say, received, store }: Deps,
  login: LoginCheck | undefined,
  stopped: () => void,
): Promise<Served> {
  const { walletDir, walletFile, restricted, compat, network, regtest, threads, proxy, nodeTls } = flags;
  const dir = walletDir ?? walletFile?.dir;
  const hosted = await host.open({
    restricted,
    compat,
    network,
    regtest,
    threads,
    proxy,
    nodeTls,
    folder: store ?? (dir === undefined ? null : openFolder(dir)),
    only: walletFile?.name,
    onBug: (line) => log.say('wallet', 'ERROR', line),
  });
  const commands = createCommands(hosted, walletFile?.name);
  const events = startEvents(flags, hosted, (why) => say(why, 'WARNING'));
  // The answer to stop_wallet must be sent first.
  await commands.on({
    stopped: () => setTimeout(stopped, 200),
    log: (categories) => log.follow(categories),
    received,
    recorded: events.wake,
  });
  const { streams } = events;
  return {
    route: (path) =>
      streams && EVENTS.test(path)
        ? { path, login, ask: hosted.ask, streams }
        : { path: '/json_rpc', login, ask: hosted.ask },
    watched: () => [{ name: undefined, status: commands.status }],
    begin: () => commands.begin(flags, say),
    close: async () => {
      events.stop();
      await commands.close();
    },
    endedByItself: hosted.endedByItself,
  };
}

/**
 * A session for each wallet of --wallet-logins, at /wallet/NAME/json_rpc and /wallet/NAME/events. A caller cannot change the log,
 * which is everybody's.
 */
export function several(
  { host, flags, log, say, received, store }: Deps,
  logins: Logins,
  loginOf: (login: Login, nonce?: () => string) => LoginCheck,
): Served {
  const open = opener({ host, flags, log, received, store }, (name) => events.get(name)?.wake());
  const fleet: Fleet | undefined =
    store && flags.innerAddress
      ? createFleet({
          inner: flags.innerAddress,
          join: store.join,
          logins,
          own: {
            ask: (name) => wallets.ask(name),
            request: (name, envelope) => wallets.request(name, envelope),
          },
        })
      : undefined;
  let sharing: Sharing | undefined;
  const wallets = createWallets({
    logins: new Map(
      [...logins].map(([name, login]) => [
        name,
        fleet ? fleet.login(name, loginOf(login, fleet.nonce)) : loginOf(login),
      ]),
    ),
    ...(fleet && { ask: fleet.ask }),
    noLogin: loginOf({ username: 'none', password: randomBytes(32).toString('hex') }),
    open,
    say,
    streams: (name) => events.get(name)?.streams,
  });
  const events = new Map(
    [...logins.keys()].map((name) => {
      const request = (envelope: string) => wallets.request(name, envelope);
      const anywhere = fleet && {
        request: (envelope: string) => fleet.request(name, envelope),
        isHere: () => fleet.programs()?.holds(name) ?? false,
      };
      return [
        name,
        startEvents(flags, { name, request, anywhere }, (why) => say(`${name}: ${why}`, 'WARNING')),
      ];
    }),
  );
  return {
    route: wallets.route,
    watched: wallets.watched,
    begin: async () => {
      await fleet?.start();
      const programs = fleet?.programs();
      if (programs && flags.shareWallets)
        sharing = startSharing({
          ...wallets,
          programs,
          names: [...logins.keys()],
          password: flags.password,
          say,
        });
    },
    close: async () => {
      await sharing?.stop();
      for (const each of events.values()) each.stop();
      try {
        await wallets.close();
      } finally {
        await wallets.stop();
        await fleet?.stop();
      }
    },
    endedByItself: host.endedByItself,
  };
}

/** Starts the session of a wallet. `recorded`: it has new events. */
const opener = (
  { host, flags, log, received, store }: Omit<Deps, 'say'>,
  recorded: (name: string) => void,
) => {
  const { walletDir = '', restricted, compat, network, regtest, threads, proxy, nodeTls } = flags;
  return async (name: string, ended: () => void) => {
    const { folder, releaseAll } = store
      ? { folder: store, releaseAll: () => Promise.resolve() }
      : oneWallet(openFolder(walletDir), name);
    const hosted = await host.open({
      restricted,
      compat,
      network,
      regtest,
      threads,
      proxy,
      nodeTls,
      folder,
      only: name,
      onBug: (line) => log.say('wallet', 'ERROR', `${name}: ${line}`),
      oneOfSeveral: true,
    });
    const commands = createCommands(hosted, name);
    const stop = async () => {
      await hosted.stop();
      await releaseAll();
    };
    try {
      await commands.on({
        stopped: ended,
        log: () => {},
        received,
        recorded: () => recorded(name),
      });
      await commands.connect(flags);
    } catch (error) {
      await stop();
      throw error;
    }
    const { ask, request, endedByItself } = hosted;
    const { status, close } = commands;
    return { ask, request, status, close, endedByItself, stop };
  };
};
