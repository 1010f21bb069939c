/**
 * Several wallets in one server. Each answers at /wallet/NAME/json_rpc and /wallet/NAME/events, to its own login, from a page of
 * its own in a browser context of its own, which gets the files of that wallet alone. A page starts with the first call to its
 * wallet, and again after stop_wallet or a crash.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { messageOf } from '../../scripts/tools/setup/errors.mjs';
import type { Target } from './http/server.ts';
import type { LoginCheck } from '../transport/http-login.ts';
import type { MonitoredStatus } from './metrics/state-metrics.ts';

/** Milliseconds in which the answer to stop_wallet leaves. */
const ANSWER_MS = 200;
const PATH = /^\/wallet\/([^/]+)\/(json_rpc$|events(?:$|\?))/;
const nothing = () => undefined;
const noWallet = () => Promise.reject(new Error('no wallet'));

/** A running page. `stop` also gives back the wallet's files. */
interface WalletPage {
  readonly ask: Target['ask'];
  /** Asks with all rights. */
  readonly request: (envelope: string) => Promise<string>;
  readonly status: () => Promise<MonitoredStatus>;
  readonly close: () => Promise<unknown>;
  readonly stop: () => Promise<void>;
  readonly gone: Promise<string>;
}
interface WalletsOptions {
  /** By name. */
  readonly logins: ReadonlyMap<string, LoginCheck>;
  /** Refuses every login. */
  readonly noLogin: LoginCheck;
  /** `ended`: stop_wallet was called. */
  readonly open: (name: string, ended: () => void) => Promise<WalletPage>;
  readonly say: (line: string) => void;
  /** Without it no wallet has events. */
  readonly streams?: (name: string) => Target['streams'];
}

/**
 * Answers {route(path), request(name, envelope), watched(), close(), stop()}. Under a path of no wallet every login is wrong, so
 * that a caller does not learn which wallets exist.
 */
export function createWallets({ logins, noLogin, open, say, streams = nothing }: WalletsOptions) {
  const opening = new Map<string, Promise<WalletPage>>();
  const running = new Map<string, WalletPage>();
  const ending = new Map<string, Promise<unknown>>();
  /** Pages start one after the other: each takes all of a processor for a moment. */
  let turn = Promise.resolve();
  let stopped = false;

  /** Later calls wait for the end and then start a new page; answers have `ms` to leave the old one. */
  const drop = (name: string, ms = 0) => {
    const page = running.get(name);
    if (!page) return;
    running.delete(name);
    opening.delete(name);
    const end = pause(ms)
      .then(() => page.stop())
      .catch((error: unknown) => say(`${name}: ${messageOf(error)}`));
    ending.set(name, end);
  };
  const start = async (name: string) => {
    await ending.get(name);
    ending.delete(name);
    if (stopped) throw new Error('the server ends');
    const page = await open(name, () => drop(name, ANSWER_MS));
    running.set(name, page);
    void page.gone.then((why) => {
      if (running.get(name) !== page) return;
      say(`${name}: ${why}`);
      drop(name);
    });
    return page;
  };
  const pageOf = (name: string) => {
    const known = opening.get(name);
    if (known) return known;
    const page = turn.then(() => start(name));
    turn = page.then(nothing, nothing);
    opening.set(name, page);
    page.catch(() => opening.get(name) === page && opening.delete(name));
    return page;
  };
  return {
    route: (path: string): Target => {
      const [, name = '', what] = PATH.exec(path) ?? [];
      const login = logins.get(name);
      if (!login) return { path: '', login: noLogin, ask: noWallet };
      if (what === 'json_rpc')
        return { path, login, ask: async (envelope, key) => (await pageOf(name)).ask(envelope, key) };
      const own = streams(name);
      return { path: own ? path : '', login, ask: noWallet, streams: own };
    },
    /** Asks the page of a wallet with all rights; undefined when it does not run. Starts none. */
    request: async (name: string, envelope: string) => running.get(name)?.request(envelope),
    /** The wallets whose page runs now. */
    watched: () => [...running].map(([name, { status }]) => ({ name, status })),
    /** Saves and closes all open wallets. Rejects with the first failure, after all have been tried. */
    close: async () => {
      stopped = true;
      await turn;
      const ends = await Promise.allSettled([...running.values()].map((page) => page.close()));
      const failed = ends.find((each) => each.status === 'rejected');
      if (failed) throw failed.reason;
    },
    stop: async () => {
      stopped = true;
      for (const name of running.keys()) drop(name);
      await Promise.all(ending.values());
    },
  };
}
