/** A real monerod without a network, for tests of its options. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { freePort } from '../../scripts/tools/app/monero.ts';
import { ensureMonero } from '../../scripts/tools/setup/setup.mjs';

/** A real monerod with these options, on a chain of its own; `{ url, stop }` when it answers HTTP. */
export async function startDaemon(
  args: readonly string[],
): Promise<{ url: string; stop: () => Promise<void> }> {
  const dir = mkdtempSync(join(tmpdir(), 'ostro-node-'));
  const port = await freePort();
  const child = spawn(
    join(await ensureMonero(), 'monerod'),
    [
      ...['--data-dir', dir, '--offline', '--non-interactive', '--no-zmq', '--no-igd', '--log-level', '0'],
      ...['--rpc-bind-port', String(port), '--p2p-bind-port', String(await freePort())],
      ...['--rpc-ssl', 'disabled', '--disable-rpc-ban', ...args],
    ],
    { stdio: 'ignore' },
  );
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const url = `http://127.0.0.1:${String(port)}`;
  await expect
    .poll(async () =>
      fetch(`${url}/get_info`).then(
        (answer) => answer.status > 0,
        () => false,
      ),
    )
    .toBe(true);
  return {
    url,
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
