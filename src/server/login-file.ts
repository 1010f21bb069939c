/** The file with the random login of a server, named after its port. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Login } from './flags/node-flags.ts';

/**
 * Writes the login for the owner alone, and returns the name of the file. Call it when the port is bound: before, the file may be
 * that of a running server. The file is removed when the process ends, unless another server has written its own by then.
 */
export function writeLogin({ username, password }: Login, port: number, folder = '.'): string {
  const file = join(folder, `monero-wallet-rpc.${port}.login`);
  const text = `${username}:${password}`;
  rmSync(file, { force: true });
  writeFileSync(file, text, { flag: 'wx', mode: 0o600 });
  process.on('exit', () => {
    if (existsSync(file) && readFileSync(file, 'utf8') === text) rmSync(file);
  });
  return file;
}
