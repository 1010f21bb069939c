/**
 * What the server answers for: the one wallet that is open at a time, or with --wallet-logins several, which know nothing of each
 * other.
 */
import { randomBytes } from 'node:crypto';
import { openFolder } from './files/folder.ts';
import { oneWallet } from './files/one-wallet.ts';
import { openPage } from './browser/page.ts';
import { startEvents } from './events/start-events.ts';
import { createWallets } from './wallets.ts';
import type { LoginCheck } from '../transport/http-login.ts';
import type { Logins } from './flags/wallet-logins.ts';
import type { Login } from './flags/node-flags.ts';
import type { Browser } from './browser/browser.ts';
import type { Flags } from './flags/flags.ts';
import type { Log } from './log.ts';
import type { Target } from './http/server.ts';
import type { Watched } from './metrics/monitor.ts';

/** monerod takes 25 connections of one private address (--rpc-max-connections-per-private-ip). */
const NODE_CONNECTIONS = 24;

const EVENTS = /^\/events(?:$|\?)/;

interface Deps {
  readonly browser: Browser;
  readonly flags: Flags;
  readonly log: Log;
  readonly say: (line: string, level?: string) => void;
  readonly received: (txids: readonly string[]) => void;
}
/**
 * `begin` starts what has to run before the first call. `close` saves and closes every open wallet. `gone` settles with the
 * reason when nothing can be answered any more.
 */
export interface Served {
  readonly route: (path: string) => Target;
  readonly watched: () => readonly Watched[];
  readonly begin: () => Promise<void>;
  readonly close: () => Promise<void>;
  readonly gone: Promise<string>;
}

/**
 * One page for the wallets of the folder, one after the other, at /json_rpc and /events. `stopped`: stop_wallet was called, and
 * answered.
 */
export async function only(
  { browser, flags, log, say, received }: Deps,
  login: LoginCheck | undefined,
  stopped: () => void,
): Promise<Served> {
  const { walletDir, walletFile, restricted, compat, network, regtest } = flags;
  const dir = walletDir ?? walletFile?.dir;
  const page = await openPage(browser, {
    restricted,
    compat,
    network,
    regtest,
    folder: dir === undefined ? null : openFolder(dir),
    only: walletFile?.name,
    heard: (line) => log.say('browser', 'INFO', line),
  });
  const events = startEvents(flags, page, (why) => say(why, 'WARNING'));
  // The answer to stop_wallet must be sent first.
  await page.on({
    stopped: () => setTimeout(stopped, 200),
    log: (categories) => log.follow(categories),
    received,
    recorded: events.wake,
  });
  const { streams } = events;
  return {
    route: (path) =>
      streams && EVENTS.test(path)
        ? { path, login, ask: page.ask, streams }
        : { path: '/json_rpc', login, ask: page.ask },
    watched: () => [{ name: undefined, status: page.status }],
    begin: () => page.begin(flags, say),
    close: async () => {
      events.stop();
      await page.close();
    },
    gone: page.gone,
  };
}

/**
 * A page for each wallet of --wallet-logins, at /wallet/NAME/json_rpc and /wallet/NAME/events. A caller cannot change the log,
 * which is everybody's.
 */
export function several(
  { browser, flags, log, say, received }: Deps,
  logins: Logins,
  loginOf: (login: Login) => LoginCheck,
): Served {
  const { walletDir = '', restricted, compat, network, regtest } = flags;
  const sockets = Math.max(1, Math.min(4, Math.floor(NODE_CONNECTIONS / logins.size)));
  const open = async (name: string, ended: () => void) => {
    const { folder, releaseAll } = oneWallet(openFolder(walletDir), name);
    const page = await openPage(browser, {
      restricted,
      compat,
      network,
      regtest,
      folder,
      only: name,
      heard: (line) => log.say('browser', 'INFO', `${name}: ${line}`),
      apart: true,
      sockets,
    });
    const stop = async () => {
      await page.stop();
      await releaseAll();
    };
    try {
      await page.on({ stopped: ended, log: () => {}, received, recorded: () => events.get(name)?.wake() });
      await page.connect(flags);
    } catch (error) {
      await stop();
      throw error;
    }
    const { ask, request, status, close, gone } = page;
    return { ask, request, status, close, gone, stop };
  };
  const wallets = createWallets({
    logins: new Map([...logins].map(([name, login]) => [name, loginOf(login)])),
    noLogin: loginOf({ username: 'none', password: randomBytes(32).toString('hex') }),
    open,
    say,
    streams: (name) => events.get(name)?.streams,
  });
  const events = new Map(
    [...logins.keys()].map((name) => {
      const request = (envelope: string) => wallets.request(name, envelope);
      return [name, startEvents(flags, { name, request }, (why) => say(`${name}: ${why}`, 'WARNING'))];
    }),
  );
  return {
    route: wallets.route,
    watched: wallets.watched,
    begin: () => Promise.resolve(),
    close: async () => {
      for (const each of events.values()) each.stop();
      try {
        await wallets.close();
      } finally {
        await wallets.stop();
      }
    },
    gone: browser.gone,
  };
}
