/**
 * monero-ts's own wallet tests over `ostro/monero-ts` and over HTTP with the wallet server, whose wallets are in a folder and in PostgreSQL, on a regtest
 * chain. OSTRO_MONERO_TS names a folder with the sources of
 * monero-ts, version 0.11.10 (github.com/woodser/monero-ts); without it there is nothing to run. OSTRO_MONERO_TS_GREP chooses
 * tests by their titles.
 */
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'rolldown';
import { expect, it } from 'vitest';
import { benchCache, installPackages } from '../../../scripts/tools/app/bench-cache.ts';
import { FIRST_OWNER, FOREIGN_ADDRESS, SECOND_OWNER } from '../../../scripts/tools/app/funded-chain.ts';
import { run } from '../../../scripts/tools/setup/process.mjs';
import { installPackage } from '../../support/library-package.ts';
import { startPostgres } from '../../support/postgres.ts';
import { startRegtest } from '../../support/regtest.ts';
import { limit } from '../../support/tier.ts';

const { OSTRO_MONERO_TS: sources, OSTRO_MONERO_TS_GREP: grep } = process.env;
const packages = join(benchCache(), 'monero-ts-suite');
/** What monero-wallet-rpc passes of the same tests. */
const NATIVE = 107;
const SERVER = 'node/server.mjs';

interface Report {
  readonly stats: { readonly passes: number; readonly tests: number };
  readonly failures: readonly { readonly title: string; readonly err: { readonly message?: string } }[];
}

const bundle = (tests: string, dir: string): Promise<unknown> =>
  build({
    input: { suite: join(import.meta.dirname, '../../support/monero-ts-suite/entry.mjs') },
    platform: 'node',
    logLevel: 'silent',
    external: ['monero-ts', /^ostro\//],
    plugins: [
      {
        name: 'monero-ts-sources',
        resolveId: (id) => {
          if (id.startsWith('monero-ts-tests/'))
            return join(tests, `${id.slice('monero-ts-tests/'.length)}.ts`);
          return /^(?:\.\.\/)+index$/.test(id) ? { id: 'monero-ts', external: true } : undefined;
        },
      },
    ],
    output: { dir, format: 'es', entryFileNames: '[name].mjs' },
  });

const SUBJECTS = ['the library', 'the wallet server', 'the wallet server and a database'] as const;

it.skipIf(sources === undefined).each(SUBJECTS)(
  'as many of monero-ts’s tests pass with %s as with monero-wallet-rpc',
  { timeout: limit(90) },
  async (subject) => {
    expect(await installPackages(packages, ['monero-ts@0.11.10', 'mocha@11.8.0'])).toBeUndefined();
    const [chain, installed] = await Promise.all([startRegtest({ funded: true }), installPackage()]);
    const postgres = subject === 'the wallet server and a database' ? await startPostgres() : undefined;
    try {
      const wallets = join(installed.dir, 'wallets');
      mkdirSync(wallets);
      for (const name of ['monero-ts', 'mocha'])
        symlinkSync(join(packages, 'node_modules', name), join(installed.dir, 'node_modules', name));
      await bundle(join(sources!, 'src/test'), installed.dir);
      const report = join(installed.dir, 'report.json');
      const env = {
        ...process.env,
        NODE_URI: chain.url,
        MINER: FOREIGN_ADDRESS,
        OWNER_SEED: SECOND_OWNER.seed,
        OWNER_ADDRESS: SECOND_OWNER.address,
        FIRST_HEIGHT: String(FIRST_OWNER.coins + 1),
        ...(subject !== 'the library' && {
          WALLET_SERVER: join(installed.dir, 'node_modules/ostro', SERVER),
        }),
        ...(postgres && { WALLET_STORE: await postgres.database() }),
      };
      const options = [
        '--exit',
        '--timeout',
        '600000',
        '--reporter',
        'json',
        '--reporter-option',
        `output=${report}`,
        ...(grep === undefined ? [] : ['--grep', grep]),
      ];
      const mocha = join(installed.dir, 'node_modules/mocha/bin/mocha.js');
      await run(process.execPath, [mocha, '../suite.mjs', ...options], { cwd: wallets, env, quiet: true });
      const { stats, failures } = JSON.parse(readFileSync(report, 'utf8')) as Report;
      const failed = failures.map(({ title, err }) => `${title}: ${err.message ?? ''}`).join('\n');
      console.log(`${stats.passes} of ${stats.tests}\n${failed}`);
      expect(stats.passes, failed).toBeGreaterThanOrEqual(grep === undefined ? NATIVE : stats.tests);
    } finally {
      installed.remove();
      await Promise.all([chain.dispose(), postgres?.stop()]);
    }
  },
);
