/**
 * Several servers that answer for each other's wallets. A call for a wallet that another server of the database has open is
 * handed over to it, once: what comes from a sibling is answered here. Where nobody has the wallet open, the server that got
 * the call answers itself, so the first to open the wallet has it.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import { nonceOf, type LoginRefusal, type LoginCheck } from '../../transport/http-login.ts';
import type { LoginAsker } from '../../transport/http-endpoint.ts';
import { createRpcServer, type Target } from '../http/server.ts';
import type { Logins } from '../flags/wallet-logins.ts';
import { parseJson } from '../json.mjs';
import type { Programs } from '../../ports/programs.ts';
import { askSibling, stillAt, tokenOf, type InnerPath } from './siblings.ts';

const NOT_OPEN = -13;
/** Characters. */
const LONGEST_ERROR = 4096;
const PATH = /^\/wallet\/([^/]+)\/(json_rpc|request|nonce)$/;

/** The wallets of this server. */
interface OwnWallets {
  readonly ask: (name: string) => Target['ask'];
  /** Asks with all rights; undefined when the wallet does not run here. */
  readonly request: (name: string, envelope: string) => Promise<string | undefined>;
}
export interface InnerAddress {
  readonly host: string;
  readonly port: number;
}
interface FleetOptions {
  readonly inner: InnerAddress;
  readonly join: (address: string) => Promise<Programs>;
  readonly logins: Logins;
  readonly own: OwnWallets;
}
export interface Fleet {
  /** Undefined before `start`. */
  readonly programs: () => Programs | undefined;
  /** The check of a wallet's login, which takes nonces of all servers. */
  readonly login: (name: string, own: LoginCheck) => LoginAsker;
  readonly nonce: () => string;
  readonly ask: (name: string) => Target['ask'];
  /** Asks the open wallet, wherever it is, with all rights. Undefined: nobody has it open. */
  readonly request: (name: string, envelope: string) => Promise<string | undefined>;
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

export function createFleet({ inner, join, logins, own }: FleetOptions): Fleet {
  const checks = new Map<string, LoginCheck>();
  let programs: Programs | undefined;
  const joined = (): Programs => {
    if (!programs) throw new Error('the server is starting');
    return programs;
  };
  const tokenFor = (name: string): string => tokenOf(joined().secret, name, logins.get(name)!);
  const handOver = async (
    name: string,
    path: InnerPath,
    body: string,
    idempotencyKey?: string,
  ): Promise<string | undefined> => {
    if (joined().holds(name)) return undefined;
    const address = await joined().ownerOf(name);
    if (address === undefined) return undefined;
    const question = { address, name, path, token: tokenFor(name), body, idempotencyKey };
    return askSibling(question, stillAt(joined(), name, address));
  };
  const isFresh = async (name: string, nonce: string, count: number): Promise<boolean> => {
    const [issuer = ''] = nonce.split('.');
    const address = issuer === joined().holder ? undefined : await joined().addressOf(issuer);
    if (address === undefined) return false;
    const body = JSON.stringify({ nonce, count: String(count) });
    const question = { address, name, path: 'nonce', token: tokenFor(name), body } as const;
    // No server has a nonce as it has a wallet, so the question ends after its looks: a server that stands still never answers.
    return (await askSibling(question, () => Promise.resolve(false)).catch(() => undefined)) === 'true';
  };
  const server = createRpcServer({
    route: (path) => {
      const [, name = '', what] = PATH.exec(path) ?? [];
      const known = logins.has(name) && programs !== undefined;
      const login = bearer(known ? tokenFor(name) : randomBytes(32).toString('hex'));
      if (!known) return { path: '', login, ask: noWallet };
      if (what === 'json_rpc') return { path, login, ask: own.ask(name) };
      if (what === 'request')
        return { path, login, ask: async (envelope) => (await own.request(name, envelope)) ?? CLOSED };
      return { path, login, ask: (text) => Promise.resolve(String(use(checks.get(name), text))) };
    },
    ...{ port: inner.port, ip: inner.host, hosts: [inner.host], origins: [] },
    connections: { perPrivate: 1000, perPublic: 1000 },
  });
  return {
    programs: () => programs,
    nonce: () => `${joined().holder}.${randomBytes(16).toString('base64')}`,
    login: (name, check) => {
      checks.set(name, check);
      return {
        check: async (method, authorization): Promise<LoginRefusal> => {
          const challenges = check.check(method, authorization);
          // The password is right, and the nonce is not one of this server.
          if (!challenges?.every((each) => each.endsWith('stale=true'))) return challenges;
          const { nonce, count } = nonceOf(authorization);
          return (await isFresh(name, nonce, count)) ? undefined : challenges;
        },
      };
    },
    ask: (name) => async (envelope, key) => {
      const handed = await handOver(name, 'json_rpc', envelope, key);
      if (handed !== undefined) return handed;
      const answer = await own.ask(name)(envelope, key);
      // Another server may have opened the wallet meanwhile. Nothing was done here.
      return isRefused(envelope, answer)
        ? ((await handOver(name, 'json_rpc', envelope, key)) ?? answer)
        : answer;
    },
    request: async (name, envelope) =>
      joined().holds(name) ? own.request(name, envelope) : handOver(name, 'request', envelope),
    start: async () => {
      const port = await server.listen();
      programs = await join(`${isIP(inner.host) === 6 ? `[${inner.host}]` : inner.host}:${port}`);
    },
    stop: async () => {
      await server.stop();
      await programs?.leave();
    },
  };
}

/** The answer of a wallet that is not open. */
const CLOSED = JSON.stringify({
  jsonrpc: '2.0',
  id: 0,
  error: { code: NOT_OPEN, message: 'No wallet file' },
});
const noWallet = (): Promise<string> => Promise.reject(new Error('no wallet'));

const bearer = (token: string): LoginAsker => ({
  check: (_method, authorization = '') => {
    const [given, wanted] = [Buffer.from(authorization), Buffer.from(`Bearer ${token}`)];
    return given.length === wanted.length && timingSafeEqual(given, wanted) ? undefined : ['Bearer'];
  },
});

const use = (check: LoginCheck | undefined, text: string): boolean => {
  const { nonce, count } = parseJson(text) as { readonly nonce?: unknown; readonly count?: unknown };
  return typeof nonce === 'string' && (check?.use(nonce, Number(count)) ?? false);
};

/** No wallet is open here, or an `open_wallet` failed: another server may have it. */
const isRefused = (envelope: string, answer: string): boolean => {
  if (answer.length > LONGEST_ERROR) return false;
  const { error } = parseJson(answer) as { readonly error?: { readonly code?: unknown } };
  if (error === undefined) return false;
  if (Number(error.code) === NOT_OPEN) return true;
  try {
    return (parseJson(envelope) as { readonly method?: unknown }).method === 'open_wallet';
  } catch {
    return false;
  }
};
