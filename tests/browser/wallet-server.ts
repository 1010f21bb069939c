/** `npm run wallet-rpc` as a process that a test starts, calls and ends. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../../scripts/tools/setup/setup.mjs';
import { parseJson, type Json } from '../../src/base/json.ts';

export interface WalletServer {
  readonly port: number;
  readonly child: ChildProcess;
  readonly output: () => string;
  /** The answer's result; throws `message (code)`. */
  readonly call: (method: string, params?: object) => Promise<{ readonly [key: string]: Json }>;
  /** Resolves when the process has ended, with its exit code. */
  readonly ended: Promise<number | null>;
}

export function emptyFolder(): { readonly dir: string; readonly remove: () => void } {
  const dir = mkdtempSync(join(tmpdir(), 'ostro-wallets-'));
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) };
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}

/** Root's Chromium has no sandbox. */
const NO_SANDBOX = '--no-browser-sandbox';

/**
 * Starts the server with these flags and waits until it answers. `npm`: as a person would start it. `program`: another file than
 * that of the source tree.
 */
export async function startServer(
  flags: readonly string[],
  {
    npm = false,
    cwd = projectRoot,
    program = join(projectRoot, 'scripts/wallet-rpc.mjs'),
  }: { readonly npm?: boolean; readonly cwd?: string; readonly program?: string } = {},
): Promise<WalletServer> {
  const port = await freePort();
  const args = ['--rpc-bind-port', String(port), ...(process.getuid?.() === 0 ? [NO_SANDBOX] : []), ...flags];
  const child = npm
    ? spawn('npm', ['run', '-s', 'wallet-rpc', '--', ...args], { cwd, detached: true })
    : spawn(process.execPath, [program, ...args], { cwd });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  const call = async (method: string, params: object = {}) => {
    const response = await fetch(`http://127.0.0.1:${port}/json_rpc`, {
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
  const server = { port, child, output: () => output, call, ended };
  await untilAnswers(server);
  return server;
}

const untilAnswers = async ({ port, ended, output }: WalletServer): Promise<void> => {
  let code: number | null | undefined;
  void ended.then((exit) => (code = exit));
  for (let tries = 0; tries < 600; tries++) {
    if (code !== undefined) throw new Error(`the server ended with ${String(code)}: ${output()}`);
    if (await answers(port)) return;
    await pause(100);
  }
  throw new Error(`the server does not answer: ${output()}`);
};

export function answers(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/json_rpc`, { method: 'POST', body: '{}' }).then(
    () => true,
    () => false,
  );
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
