/** The suite `server`: many programs at once at a wallet server, ours and the native one, over HTTP on loopback. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { copyFundedChain, FOREIGN_ADDRESS, SECOND_OWNER } from '../../scripts/tools/app/funded-chain.ts';
import { freePort, startMonerod, startWalletRpc } from '../../scripts/tools/app/monero.ts';
import { parseJson } from '../../src/server/json.mjs';
import { projectRoot } from '../../scripts/tools/setup/setup.mjs';
import type { World } from './measuring.ts';
import { type Detail, spreadOf } from './subject.ts';

interface ServerCase {
  readonly calls: readonly Call[];
  /** Programs that ask at once; `CLIENTS` by default. */
  readonly clients?: number;
  readonly login?: Login;
}
interface Means {
  readonly daemonUrl: string;
  readonly bin: string;
}
type Measure = () => Promise<{ readonly ms: number | undefined; readonly detail: Detail }>;
type StartOptions = Means & { readonly dir: string; readonly login: Login | undefined };
type Start = (
  options: StartOptions,
) => Promise<{ readonly port: number; readonly stop: () => Promise<unknown> }>;

const LOGIN = { username: 'bench', password: 'bench' };
/** Accounts of the chain's wallet S (send.ts). */
const READS = shopReads({ balance: 3, transfers: 2 });
/** One call of 25 makes an address. */
const MIXED = [
  ...Array.from({ length: 6 }, () => READS).flat(),
  ['create_address', { account_index: 0 }] as Call,
];
/** Case → its calls, and whether they need a login. */
const cases: Readonly<Record<string, ServerCase>> = {
  'server-reads': { calls: READS },
  'server-reads-200': { calls: READS, clients: 200 },
  'server-login': { calls: READS, login: LOGIN },
  'server-mixed': { calls: MIXED },
};
const TRANSFERS = 'server-transfers';
export const serverCases = [...Object.keys(cases), TRANSFERS];
const CLIENTS = 50;
/** Calls of each client in the case with transfers; one of them is a transfer, another one for each client. */
const CALLS_WITH_TRANSFER = 50;
/** Milliseconds between two calls of a client there: 385 calls in a second, 8 of them transfers. */
const CALL_EVERY_MS = 130;
const SECONDS = 5;
/** Before each measurement, until a server that was just started has compiled its code and filled its caches. */
const WARM_SECONDS = 1;
const START_MS = 60_000;

const startOurs: Start = async ({ dir, daemonUrl, login }) => {
  const port = await freePort();
  const flags = [
    ...['--rpc-bind-port', String(port), '--wallet-dir', dir, '--daemon-address', daemonUrl],
    ...(login ? ['--rpc-login', `${login.username}:${login.password}`] : ['--disable-rpc-login']),
  ];
  const child = spawn(process.execPath, [join(projectRoot, 'scripts/wallet-rpc.mjs'), ...flags], {
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  const stop = () => {
    child.kill('SIGTERM');
    return ended;
  };
  return { port, stop };
};
const startNative: Start = async ({ dir, daemonUrl, bin, login }) => {
  const { child, port } = await startWalletRpc({ bin, dir, daemonUrl, login });
  return { port, stop: () => child.stop() };
};
const starts: Readonly<Record<string, Start>> = { ostro: startOurs, native: startNative };

/**
 * Starts the server of `subject` with a wallet of the seed that has read the chain. The time that `measure` gives is the
 * median of all calls.
 */
const openServer = async (
  subject: string,
  start: Start,
  { login, calls, clients = CLIENTS, seed, ...means }: ServerCase & Means & { readonly seed: string },
) => {
  const dir = mkdtempSync(join(tmpdir(), 'ostro-bench-server-'));
  const { port, stop } = await start({ ...means, dir, login });
  const program = createProgram({ port, login });
  const call = async (method: string, params = {}) => {
    const { error } = await program.call(method, params);
    if (error) throw new Error(`${subject} ${method}: ${error.message}`);
  };
  const close = async () => {
    program.close();
    await stop();
    rmSync(dir, { recursive: true, force: true });
  };
  try {
    await untilAnswers(program);
    await call('restore_deterministic_wallet', { filename: 'bench', seed, restore_height: 0, password: '' });
    await call('refresh');
    return {
      name: subject,
      measure: async () => {
        await drive({ port, login, clients, callsOf: inTurn(calls, WARM_SECONDS) });
        const made = await drive({ port, login, clients, callsOf: inTurn(calls, SECONDS) });
        const { p50, ...rest } = spreadOf(made.map(({ ms }) => ms));
        return { ms: p50 ?? undefined, detail: { ...rest, calls_per_s: made.length / SECONDS } };
      },
      port,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
};

/**
 * A server whose clients read and pay: each has one transfer among its calls, and it goes to the node's pool. Each
 * measurement has a new node and a new server, since it spends the wallet's coins.
 */
const createTransfers = (subject: string, start: Start, means: Pick<Means, 'bin'>) => ({
  name: subject,
  measure: async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'ostro-bench-node-'));
    await copyFundedChain(means.bin, dataDir);
    const node = await startMonerod({ bin: means.bin, dataDir });
    try {
      const options = { ...means, daemonUrl: node.url, seed: SECOND_OWNER.seed, calls: [] };
      const { port, close } = await openServer(subject, start, options);
      try {
        const made = await drive({ port, clients: CLIENTS, callsOf: withTransfer, everyMs: CALL_EVERY_MS });
        const { p50, ...rest } = spreadOf(made.map(({ ms }) => ms));
        const transfers = spreadOf(made.flatMap(({ method, ms }) => (method === 'transfer' ? [ms] : [])));
        return {
          ms: p50 ?? undefined,
          detail: { ...rest, transfers_p50: transfers.p50, transfers_p99: transfers.p99 },
        };
      } finally {
        await close();
      }
    } finally {
      await node.child.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
  close: () => Promise.resolve(),
});

const withTransfer: CallsOf = (client) => {
  const reads = shopReads({ balance: 0, transfers: 0 });
  const destinations = [{ address: FOREIGN_ADDRESS, amount: 1_000_000_000_000 }];
  return Array.from({ length: CALLS_WITH_TRANSFER }, (_, i) =>
    i === client % CALLS_WITH_TRANSFER ? ['transfer', { destinations }] : (reads[i % reads.length] as Call),
  );
};

const untilAnswers = async (program: Program) => {
  for (const end = performance.now() + START_MS; ;) {
    try {
      return await program.call('get_version', {});
    } catch (error) {
      if (performance.now() > end) throw error;
    }
    await sleep(100);
  }
};

/** The servers of a case, by the names of the subjects that were asked for. */
export async function openServers(
  name: string,
  { subjects, chain, bin }: Pick<World, 'subjects' | 'chain' | 'bin'>,
) {
  const means = { bin };
  const open: { readonly name: string; readonly measure: Measure; readonly close: () => Promise<unknown> }[] =
    [];
  const close = async () => {
    for (const server of open) await server.close();
  };
  try {
    for (const { name: subject } of subjects) {
      const start = starts[subject];
      if (!start) continue;
      if (name === TRANSFERS) {
        open.push(createTransfers(subject, start, means));
        continue;
      }
      const asked = cases[name];
      if (asked === undefined) throw new Error(`${name} is no case of the servers`);
      const options = { ...asked, ...means, daemonUrl: chain.url, seed: chain.facts.seeds.S };
      open.push(await openServer(subject, start, options));
    }
    return { servers: open, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/* Many programs that call a wallet server at once over HTTP, each with one call at a time on its own connection. */

interface Login {
  readonly username: string;
  readonly password: string;
}
interface Session {
  login: Login | undefined;
  nonce?: string;
  count: number;
}
interface Way {
  readonly agent: Agent;
  readonly port: number;
  readonly session: Session;
}
type Call = readonly [method: string, params: object];
/** The calls of the client with this number. */
type CallsOf = (client: number) => Iterable<Call>;
interface Envelope {
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}
type Program = ReturnType<typeof createProgram>;

/** What a shop asks, in turn. `balance` and `transfers`: the accounts that it asks about. */
export function shopReads({
  balance,
  transfers,
}: {
  readonly balance: number;
  readonly transfers: number;
}): readonly Call[] {
  return [
    ['get_balance', { account_index: balance }],
    ['get_address', { account_index: 0 }],
    ['get_height', {}],
    ['get_transfers', { in: true, out: true, pending: true, account_index: transfers }],
  ];
}

/** Makes the calls of `list` in turn for `seconds`; each client begins with another one. */
export function inTurn(list: readonly Call[], seconds: number): CallsOf {
  const end = performance.now() + seconds * 1000;
  return function* (client) {
    for (let i = client; performance.now() < end; i++) yield list[i % list.length] as Call;
  };
}

/**
 * One program with a connection of its own. It sends `login` by HTTP digest when the server asks for it.
 */
export function createProgram({
  port,
  login,
}: {
  readonly port: number;
  readonly login?: Login | undefined;
}) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const way: Way = { agent, port, session: { login, count: 0 } };
  return {
    /** The answer's envelope. */
    call: async (method: string, params: object, id: number = 0) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id, method, params });
      let answer = await post(way, body);
      if (answer.status === 401 && login) {
        way.session.nonce = /nonce="([^"]+)"/.exec(answer.challenge ?? '')?.[1] ?? '';
        way.session.count = 0;
        answer = await post(way, body);
      }
      if (answer.status !== 200) throw new Error(`HTTP ${answer.status}`);
      return parseJson(answer.text) as Envelope;
    },
    close: () => agent.destroy(),
  };
}

/**
 * `clients` programs make the calls that `callsOf` gives each of them. Answers how many milliseconds each call took;
 * throws for a wrong answer and for an error. With `everyMs`, each client has a call due every so many milliseconds, and
 * a call's time counts from then on, even if the client still waits for its last answer: both servers get the same load.
 */
export async function drive({
  port,
  login,
  clients,
  callsOf,
  everyMs,
}: {
  readonly port: number;
  readonly login?: Login | undefined;
  readonly clients: number;
  readonly callsOf: CallsOf;
  readonly everyMs?: number;
}) {
  const made: { readonly method: string; readonly ms: number }[] = [];
  const begun = performance.now();
  const run = async (client: number) => {
    const program = createProgram({ port, login });
    try {
      let calls = 0;
      for (const [method, params] of callsOf(client)) {
        const due = everyMs === undefined ? undefined : begun + (calls + client / clients) * everyMs;
        calls += 1;
        if (due !== undefined) await sleep(Math.max(0, due - performance.now()));
        const start = due ?? performance.now();
        const asked = made.length;
        const { id, result, error } = await program.call(method, params, asked);
        made.push({ method, ms: performance.now() - start });
        if (id !== asked || result === undefined) throw new Error(`${method}: ${JSON.stringify(error)}`);
      }
    } finally {
      program.close();
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, client) => run(client)));
  return made;
}

interface Answer {
  readonly status: number | undefined;
  readonly challenge: string | undefined;
  readonly text: string;
}

const post = ({ agent, port, session }: Way, body: string): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const headers: Record<string, string | number> = {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
    };
    const { login, nonce } = session;
    if (login && nonce) headers.Authorization = authorization({ login, nonce, count: ++session.count });
    const options = { host: '127.0.0.1', port, path: '/json_rpc', method: 'POST', agent, headers };
    const req = request(options, (res) => {
      const parts: Buffer[] = [];
      res.on('data', (part: Buffer) => parts.push(part));
      res.on('end', () =>
        resolve({
          status: res.statusCode,
          challenge: res.headers['www-authenticate'],
          text: Buffer.concat(parts).toString(),
        }),
      );
      res.on('error', reject);
    });
    req.on('error', reject);
    req.end(body);
  });

const md5 = (text: string) => createHash('md5').update(text).digest('hex');

const authorization = ({
  login: { username, password },
  nonce,
  count,
}: {
  readonly login: Login;
  readonly nonce: string;
  readonly count: number;
}) => {
  const nc = count.toString(16).padStart(8, '0');
  const secret = md5(`${username}:monero-rpc:${password}`);
  const response = md5(`${secret}:${nonce}:${nc}:c:auth:${md5('POST:/json_rpc')}`);
  return (
    `Digest username="${username}", realm="monero-rpc", nonce="${nonce}", uri="/json_rpc", ` +
    `algorithm=MD5, qop=auth, nc=${nc}, cnonce="c", response="${response}"`
  );
};
