/** The suite `server`: many programs at once at a wallet server, ours and the native one, over HTTP on loopback. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { FOREIGN_ADDRESS, SECOND_OWNER, copyFundedChain } from '../tools/app/funded-chain.mjs';
import { freePort, startMonerod, startWalletRpc } from '../tools/app/monero.mjs';
import { projectRoot } from '../tools/setup/setup.mjs';
import { createProgram, drive, inTurn, shopReads } from './clients.mjs';
import { spreadOf } from './stats.mjs';

/** @typedef {import('./clients.mjs').Login} Login */
/** @typedef {import('./clients.mjs').Program} Program */
/** @typedef {import('./clients.mjs').Call} Call */
/** @typedef {{ readonly calls: readonly Call[], readonly login?: Login }} ServerCase */
/** @typedef {{ readonly daemonUrl: string, readonly executablePath: string, readonly bin: string }} Means */
/** @typedef {() => Promise<{ readonly ms: number | undefined, readonly detail: import("./stats.mjs").Detail }>} Measure */
/** @typedef {Means & { readonly dir: string, readonly login: Login | undefined }} StartOptions */
/** @typedef {(options: StartOptions) => Promise<{ readonly port: number, readonly stop: () => Promise<unknown> }>} Start */

const LOGIN = { username: 'bench', password: 'bench' };
/** Accounts of the chain's wallet S (send.mjs). */
const READS = shopReads({ balance: 3, transfers: 2 });
/** One call of 25 makes an address. */
const MIXED = [
  ...Array.from({ length: 6 }, () => READS).flat(),
  /** @type {Call} */ (['create_address', { account_index: 0 }]),
];
/**
 * Case → its calls, and whether they need a login.
 * @type {Readonly<Record<string, ServerCase>>}
 */
const cases = {
  'server-reads': { calls: READS },
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
const START_MS = 60_000;

/** @type {Start} */
const startOurs = async ({ dir, daemonUrl, executablePath, login }) => {
  const port = await freePort();
  const flags = [
    ...['--rpc-bind-port', String(port), '--wallet-dir', dir, '--daemon-address', daemonUrl],
    ...(login ? ['--rpc-login', `${login.username}:${login.password}`] : ['--disable-rpc-login']),
    ...(process.getuid?.() === 0 ? ['--no-browser-sandbox'] : []),
  ];
  const child = spawn(process.execPath, [join(projectRoot, 'scripts/wallet-rpc.mjs'), ...flags], {
    stdio: 'ignore',
    env: { ...process.env, OSTRO_CHROMIUM: executablePath },
  });
  const ended = once(child, 'exit');
  const stop = () => {
    child.kill('SIGTERM');
    return ended;
  };
  return { port, stop };
};
/** @type {Start} */
const startNative = async ({ dir, daemonUrl, bin, login }) => {
  const { child, port } = await startWalletRpc({ bin, dir, daemonUrl, login });
  return { port, stop: () => child.stop() };
};
/** @type {Readonly<Record<string, Start>>} */
const starts = { ostro: startOurs, native: startNative };

/**
 * Starts the server of `subject` with a wallet of the seed that has read the chain. The time that `measure` gives is the
 * median of all calls.
 * @param {string} subject
 * @param {Start} start
 * @param {ServerCase & Means & { readonly seed: string }} options
 */
const openServer = async (subject, start, { login, calls, seed, ...means }) => {
  const dir = mkdtempSync(join(tmpdir(), 'ostro-bench-server-'));
  const { port, stop } = await start({ ...means, dir, login });
  const program = createProgram({ port, login });
  const call = async (/** @type {string} */ method, params = {}) => {
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
        const made = await drive({ port, login, clients: CLIENTS, callsOf: inTurn(calls, SECONDS) });
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
 * @param {string} subject
 * @param {Start} start
 * @param {Pick<Means, 'executablePath' | 'bin'>} means
 */
const createTransfers = (subject, start, means) => ({
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

/** @type {import('./clients.mjs').CallsOf} */
const withTransfer = (client) => {
  const reads = shopReads({ balance: 0, transfers: 0 });
  const destinations = [{ address: FOREIGN_ADDRESS, amount: 1_000_000_000_000 }];
  return Array.from({ length: CALLS_WITH_TRANSFER }, (_, i) =>
    i === client % CALLS_WITH_TRANSFER
      ? ['transfer', { destinations }]
      : /** @type {Call} */ (reads[i % reads.length]),
  );
};

const untilAnswers = async (/** @type {Program} */ program) => {
  for (const end = performance.now() + START_MS; ;) {
    try {
      return await program.call('get_version', {});
    } catch (error) {
      if (performance.now() > end) throw error;
    }
    await sleep(100);
  }
};

/**
 * The servers of a case, by the names of the subjects that were asked for.
 * @param {string} name
 * @param {Pick<import('./measuring.mjs').World, 'subjects' | 'chain' | 'executablePath' | 'bin'>} world
 */
export async function openServers(name, { subjects, chain, executablePath, bin }) {
  const means = { executablePath, bin };
  /** @type {{ readonly name: string, readonly measure: Measure, readonly close: () => Promise<unknown> }[]} */
  const open = [];
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
