/** `npm run wallet-rpc` as a process that a test starts, calls and ends. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../../scripts/tools/setup/setup.mjs';
import { parseJson, type Json } from '../../src/base/json.ts';

export interface WalletServer {
  readonly port: number;
  readonly child: ChildProcess;
  readonly output: () => string;
  /** With --metrics-port 0. */
  readonly metricsPort: () => number;
  /** The answer's result; throws `message (code)`. */
  readonly call: (method: string, params?: object) => Promise<{ readonly [key: string]: Json }>;
  /** Resolves when the process has ended, with its exit code. */
  readonly ended: Promise<number | null>;
}

export function emptyFolder(): { readonly dir: string; readonly remove: () => void } {
  const dir = mkdtempSync(join(tmpdir(), 'ostro-wallets-'));
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) };
}

/** The line of its output that says where health and metrics are. */
const METRICS = /Health and metrics on .*:(\d+)$/m;
/** The lines of its output after which it answers. */
const BOUND = / Binding on .*:(\d+)\n.* Starting wallet RPC server$/m;

/**
 * Starts the server with these flags, on a free port, and waits until it says that it answers. `npm`: as a person would start
 * it. `program`: another file than that of the source tree. `env`: more variables.
 */
export async function startServer(flags: readonly string[], options?: ServerOptions): Promise<WalletServer> {
  const { server, bound } = spawnServer(flags, options);
  return { ...server, port: await bound };
}

export interface ServerOptions {
  readonly npm?: boolean;
  readonly cwd?: string;
  readonly program?: string;
  /** Arguments of the program before the flags. */
  readonly before?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** Default: a free one. */
  readonly port?: number;
}

/** The same without waiting; `bound` resolves with the port. */
export function spawnServer(
  flags: readonly string[],
  {
    npm = false,
    cwd = projectRoot,
    program = join(projectRoot, 'scripts/wallet-rpc.mjs'),
    before = [],
    env = {},
    port = 0,
  }: ServerOptions = {},
): { readonly server: Omit<WalletServer, 'port'>; readonly bound: Promise<number> } {
  const args = [...before, '--rpc-bind-port', String(port), ...flags];
  const given = { cwd, env: { ...process.env, ...env } };
  const child = npm
    ? spawn('npm', ['run', '-s', 'wallet-rpc', '--', ...args], { ...given, detached: true })
    : spawn(process.execPath, [program, ...args], given);
  let output = '';
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  const bound = new Promise<number>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        const port = BOUND.exec(output)?.[1];
        if (port !== undefined) resolve(Number(port));
      });
    child.on('close', (code) => reject(new Error(`the server ended with ${String(code)}: ${output}`)));
  });
  // A test that kills the server while it starts does not wait for its port.
  bound.catch(() => undefined);
  const call = async (method: string, params: object = {}) => {
    const response = await fetch(`http://127.0.0.1:${await bound}/json_rpc`, {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', id: '0', method, params }),
    });
    if (response.status !== 200) throw new Error(`HTTP ${response.status}`);
    const answer = parseJson(await response.text()) as {
      result?: { [key: string]: Json };
      error?: { code: number; message: string };
    };
    if (answer.error) throw new Error(`${answer.error.message} (${answer.error.code})`);
    return answer.result!;
  };
  const metricsPort = (): number => Number(METRICS.exec(output)?.[1]);
  return { server: { child, output: () => output, metricsPort, call, ended }, bound };
}
