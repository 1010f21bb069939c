/**
 * Several wallets in one server. Each answers at /wallet/NAME/json_rpc and /wallet/NAME/events, to its own login, from a session
 * of its own, which gets the files of that wallet alone. A session starts with the first call to its wallet, and again after
 * stop_wallet.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { messageOf } from './errors.mjs';
import type { Target } from './http/server.ts';
import type { LoginAsker } from '../transport/http-endpoint.ts';
import type { MonitoredStatus } from './metrics/state-metrics.ts';

/** Milliseconds in which the answer to stop_wallet leaves. */
const ANSWER_MS = 200;
const PATH = /^\/wallet\/([^/]+)\/(json_rpc$|events(?:$|\?))/;
const nothing = () => undefined;
const noWallet = () => Promise.reject(new Error('no wallet'));

/** A running session. `stop` also gives back the wallet's files. */
interface WalletSession {
  readonly ask: Target['ask'];
  /** Asks with all rights. */
  readonly request: (envelope: string) => Promise<string>;
  readonly status: () => Promise<MonitoredStatus>;
  readonly close: () => Promise<unknown>;
  readonly stop: () => Promise<void>;
  readonly endedByItself: Promise<string>;
}
interface WalletsOptions {
  /** By name. */
  readonly logins: ReadonlyMap<string, LoginAsker>;
  /** Refuses every login. */
  readonly noLogin: LoginAsker;
  /** `ended`: stop_wallet was called. */
  readonly open: (name: string, ended: () => void) => Promise<WalletSession>;
  readonly say: (line: string) => void;
  /** Answers in place of the session of this server. */
  readonly ask?: (name: string) => Target['ask'];
  /** Without it no wallet has events. */
  readonly streams?: (name: string) => Target['streams'];
}

type Targets = Pick<WalletsOptions, 'logins' | 'noLogin'> & Required<Pick<WalletsOptions, 'streams' | 'ask'>>;
const targetOf = (path: string, { logins, noLogin, streams, ask }: Targets): Target => {
  const [, name = '', what] = PATH.exec(path) ?? [];
  const login = logins.get(name);
  if (!login) return { path: '', login: noLogin, ask: noWallet };
  if (what === 'json_rpc') return { path, login, ask: ask(name) };
  const own = streams(name);
  return { path: own ? path : '', login, ask: noWallet, streams: own };
};

/**
 * Answers {ask(name), route(path), request(name, envelope), command, end, watched(), close(), stop()}. Under a path of no wallet every login is wrong, so
 * that a caller does not learn which wallets exist.
 */
export function createWallets({ logins, noLogin, open, say, ask: given, streams = nothing }: WalletsOptions) {
  const opening = new Map<string, Promise<WalletSession>>();
  const running = new Map<string, WalletSession>();
  const ending = new Map<string, Promise<unknown>>();
  /** Sessions start one after the other. */
  let turn = Promise.resolve();
  let stopped = false;

  /** Later calls wait for the end and then start a new session; answers have `ms` to leave the old one. */
  const drop = (name: string, ms = 0) => {
    const session = running.get(name);
    if (!session) return;
    running.delete(name);
    opening.delete(name);
    const end = pause(ms)
      .then(() => session.stop())
      .catch((error: unknown) => say(`${name}: ${messageOf(error)}`));
    ending.set(name, end);
  };
  const start = async (name: string) => {
    await ending.get(name);
    ending.delete(name);
    if (stopped) throw new Error('the server ends');
    const session = await open(name, () => drop(name, ANSWER_MS));
    running.set(name, session);
    void session.endedByItself.then((why) => {
      if (running.get(name) !== session) return;
      say(`${name}: ${why}`);
      drop(name);
    });
    return session;
  };
  const sessionOf = (name: string) => {
    const known = opening.get(name);
    if (known) return known;
    const session = turn.then(() => start(name));
    turn = session.then(nothing, nothing);
    opening.set(name, session);
    session.catch(() => opening.get(name) === session && opening.delete(name));
    return session;
  };
  const askHere =
    (name: string): Target['ask'] =>
    async (envelope, key) =>
      (await sessionOf(name)).ask(envelope, key);
  return {
    /** Asks the session of a wallet with the rights of a caller; starts it when it does not run. */
    ask: askHere,
    route: (path: string) => targetOf(path, { logins, noLogin, streams, ask: given ?? askHere }),
    /** Asks with all rights; starts the session when it does not run. */
    command: async (name: string, envelope: string) => (await sessionOf(name)).request(envelope),
    /** Closes the wallet and ends its session. */
    end: async (name: string) => {
      await running.get(name)?.close();
      drop(name);
      await ending.get(name);
    },
    /** Asks the session of a wallet with all rights; undefined when it does not run. Starts none. */
    request: async (name: string, envelope: string) => running.get(name)?.request(envelope),
    /** The wallets whose session runs now. */
    watched: () => [...running].map(([name, { status }]) => ({ name, status })),
    /** Saves and closes all open wallets. Rejects with the first failure, after all have been tried. */
    close: async () => {
      stopped = true;
      await turn;
      const ends = await Promise.allSettled([...running.values()].map((session) => session.close()));
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
