/** A PostgreSQL server of its own in a temporary folder, for the tests of a process. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensurePostgres } from '../../scripts/tools/setup/fetch-postgres.mjs';
import { openPostgres } from '../../src/nodejs/postgres.ts';

/** PostgreSQL refuses to run as root: the user nobody of Debian. */
const NOBODY = 65534;

export interface TestPostgres {
  /** A new, empty database. */
  database(): Promise<string>;
  /** Sends the signal to the server: SIGSTOP, SIGCONT, or SIGINT, after which `start` starts it again. */
  signal(name: NodeJS.Signals): void;
  start(): Promise<void>;
  /** Resolves when the server that runs now has ended. */
  ended(): Promise<void>;
  stop(): Promise<void>;
}

export async function startPostgres(): Promise<TestPostgres> {
  const { bin: programs, env } = await ensurePostgres(console.log);
  const folder = mkdtempSync(join(tmpdir(), 'ostro-postgres-'));
  const data = join(folder, 'data');
  const user = {
    ...(process.getuid?.() === 0 && { uid: NOBODY, gid: NOBODY }),
    env: { ...process.env, ...env },
  };
  if (user.uid !== undefined) chownSync(folder, NOBODY, NOBODY);
  const flags = ['--pgdata', data, '--username', 'ostro', '--auth', 'trust', '--encoding', 'UTF8'];
  execFileSync(join(programs, 'initdb'), [...flags, '--locale', 'C', '--no-sync'], {
    ...user,
    stdio: 'pipe',
  });
  const port = await freePort();
  const urlOf = (name: string): string => `postgres://ostro@127.0.0.1:${port}/${name}`;
  let server: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    const settings = ['-c', 'max_connections=60', '-c', 'listen_addresses=127.0.0.1'];
    server = spawn(join(programs, 'postgres'), ['-D', data, '-p', String(port), '-k', folder, ...settings], {
      ...user,
      stdio: 'pipe',
    });
    await ready(server);
  };
  await start();
  let made = 0;
  return {
    database: async () => {
      const name = `test${++made}`;
      const main = openPostgres(urlOf('postgres'));
      await main.run(`CREATE DATABASE ${name}`);
      await main.end();
      return urlOf(name);
    },
    signal: (name) => void server?.kill(name),
    ended: () => new Promise((resolve) => server!.once('exit', () => resolve())),
    start,
    stop: async () => {
      const ended = server && new Promise((resolve) => server!.once('exit', resolve));
      server?.kill('SIGCONT');
      server?.kill('SIGQUIT');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const ready = (server: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    let log = '';
    server.stderr!.on('data', (text: Buffer) => {
      log += text.toString();
      if (log.includes('ready to accept connections')) resolve();
    });
    server.once('exit', (code) => reject(new Error(`PostgreSQL ended with ${code}: ${log}`)));
  });

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
