/** The suite `server`: many programs at once at a wallet server, ours and the native one, over HTTP on loopback. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, startWalletRpc } from '../tools/app/monero.mjs';
import { projectRoot } from '../tools/setup/setup.mjs';
import { createProgram, drive } from './clients.mjs';
import { spreadOf } from './stats.mjs';

/** @typedef {import('./clients.mjs').Login} Login */
/** @typedef {import('./clients.mjs').Program} Program */
/** @typedef {{ readonly calls: import('./clients.mjs').CallList, readonly login?: Login }} ServerCase */
/** @typedef {{ readonly daemonUrl: string, readonly executablePath: string, readonly bin: string }} Means */
/** @typedef {Means & { readonly dir: string, readonly login: Login | undefined }} StartOptions */
/** @typedef {(options: StartOptions) => Promise<{ readonly port: number, readonly stop: () => Promise<unknown> }>} Start */

const LOGIN = { username: 'bench', password: 'bench' };
/**
 * Case → its calls, and whether they need a login.
 * @type {Readonly<Record<string, ServerCase>>}
 */
export const serverCases = {
  'server-reads': { calls: 'reads' },
  'server-login': { calls: 'reads', login: LOGIN },
  'server-mixed': { calls: 'mixed' },
};
const CLIENTS = 50;
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
        const latencies = await drive({ port, login, calls, clients: CLIENTS, seconds: SECONDS });
        const { p50, ...rest } = spreadOf(latencies);
        return { ms: p50 ?? undefined, detail: { ...rest, calls_per_s: latencies.length / SECONDS } };
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
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
  const asked = serverCases[name];
  if (asked === undefined) throw new Error(`${name} is no case of the servers`);
  const options = { ...asked, daemonUrl: chain.url, seed: chain.facts.seeds.S, executablePath, bin };
  /** @type {Awaited<ReturnType<typeof openServer>>[]} */
  const open = [];
  const close = async () => {
    for (const server of open) await server.close();
  };
  try {
    for (const { name: subject } of subjects) {
      const start = starts[subject];
      if (start) open.push(await openServer(subject, start, options));
    }
    return { servers: open, close };
  } catch (error) {
    await close();
    throw error;
  }
}
