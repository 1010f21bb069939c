/** `ostro/storage-contract` for the storages of the package: folder(path) and postgres(url), with wallets through the engine. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, it } from 'vitest';
import { nodePlatform } from '../../../src/library/node-platform.ts';
import { setPlatform } from '../../../src/library/platform.ts';
import { storageContract } from '../../../src/library/storage-contract.ts';
import { folder, postgres } from '../../../src/library/wallets.ts';
import { openPostgres } from '../../../src/nodejs/postgres.ts';
import { sourceTree } from '../../../src/nodejs/source-tree.ts';
import { endLock } from '../../support/end-lock.mjs';
import { startPostgres } from '../../support/postgres.ts';

setPlatform(nodePlatform(sourceTree));
const dir = mkdtempSync(join(tmpdir(), 'ostro-contract-'));
const server = await startPostgres();
const url = await server.database();
const own = openPostgres(url, { connections: 1 });
afterAll(async () => {
  rmSync(dir, { recursive: true });
  await own.end();
  await server.stop();
});

const ofFolder = await storageContract({
  open: () => folder(dir),
  expire: (name) => endLock(join(dir, `${name}.lock`)),
  // A lock is looked at every 15 seconds.
  limitMs: 30_000,
});
it.each([...ofFolder])('folder(path) passes: $title', ({ run }) => run());

const stopped: number[] = [];
/** Stops the server and each of its processes that answers a program. */
const beSilent = async (is: boolean): Promise<void> => {
  if (is) {
    const rows = await own.run(
      'SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
    stopped.push(...rows.map(({ pid }) => pid as number));
    server.signal('SIGSTOP');
    for (const pid of stopped) process.kill(pid, 'SIGSTOP');
    return;
  }
  for (const pid of stopped.splice(0)) process.kill(pid, 'SIGCONT');
  server.signal('SIGCONT');
};
const ofPostgres = await storageContract({
  open: () => postgres(url),
  expire: async (name) =>
    void (await own.run(
      `UPDATE ostro_leases SET fence = fence + 1, holder = 'another', until = clock_timestamp() - interval '1 s' WHERE name = $1`,
      [name],
    )),
  silent: beSilent,
  limitMs: 30_000,
});
it.each([...ofPostgres])('postgres(url) passes: $title', ({ run }) => run());
