/** The suite `server`: many programs at once at a wallet server, ours and the native one, over HTTP on loopback. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, startWalletRpc } from '../tools/app/monero.mjs';
import { projectRoot } from '../tools/setup/setup.mjs';
import { createProgram, drive } from './clients.mjs';
import { spreadOf } from './stats.mjs';

const LOGIN = { username: 'bench', password: 'bench' };
/** Case -> what is asked, and whether for a login. */
export const serverCases = {
  'server-reads': { calls: 'reads' },
  'server-login': { calls: 'reads', login: LOGIN },
  'server-mixed': { calls: 'mixed' },
};
const CLIENTS = 50;
const SECONDS = 5;
const START_MS = 60_000;

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
  const ended = new Promise((resolve) => child.once('exit', resolve));
  return { port, stop: () => (child.kill('SIGTERM'), ended) };
};
const startNative = async ({ dir, daemonUrl, bin, login }) => {
  const { child, port } = await startWalletRpc({ bin, dir, daemonUrl, login });
  return { port, stop: () => child.stop() };
};
const starts = { ostro: startOurs, native: startNative };

/**
 * Starts the server of `subject` (a name of `starts`) with a wallet of the seed that has read the chain. Answers
 * {measure(), stop()}; `measure` gives a sample whose time is the median of all calls.
 */
const openServer = async (subject, { login, calls, seed, ...options }) => {
  const dir = mkdtempSync(join(tmpdir(), 'ostro-bench-server-'));
  const { port, stop } = await starts[subject]({ ...options, dir, login });
  const program = createProgram({ port, login });
  const call = async (method, params = {}) => {
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
        return { ms: p50, detail: { ...rest, calls_per_s: latencies.length / SECONDS } };
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
};

const untilAnswers = async (program) => {
  for (const end = performance.now() + START_MS; ; await sleep(100)) {
    try {
      return await program.call('get_version', {});
    } catch (error) {
      if (performance.now() > end) throw error;
    }
  }
};

/** The servers of a case, by the names of the subjects that were asked for. */
export async function openServers(name, { subjects, chain, executablePath, bin }) {
  const options = { daemonUrl: chain.url, seed: chain.facts.seeds.S, executablePath, bin };
  const open = [];
  const close = async () => {
    for (const server of open) await server.close();
  };
  try {
    for (const subject of subjects.filter(({ name: each }) => each in starts))
      open.push(await openServer(subject.name, { ...options, ...serverCases[name] }));
    return { servers: open, close };
  } catch (error) {
    await close();
    throw error;
  }
}
