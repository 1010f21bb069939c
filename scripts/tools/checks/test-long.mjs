#!/usr/bin/env node
/**
 * `npm run test:long`: the tests whose number of tries `npm test` keeps small, with the full number (OSTRO_LONG=1): every
 * file of the unit suite that asks tests/support/runs.ts, every screen in every language, the interrupted journeys with each
 * disturbance, the clicks that hostile sites try to get in windows with real focus, 16 payees, proofs between the page and
 * monero-wallet-cli, the offline edition built twice, a scan of ten minutes, what a hidden page costs, 200 invoices of BTCPay,
 * twenty wallets in one server, and every journey on a desktop.
 */
import { join } from 'node:path';
import { run } from '../setup/process.mjs';
import { ensureChromium, ensureDependencies, ensureMonero, projectRoot } from '../setup/setup.mjs';

await ensureDependencies();
const env = {
  ...process.env,
  OSTRO_LONG: '1',
  OSTRO_CHROMIUM: await ensureChromium(),
  OSTRO_MONERO: await ensureMonero(),
};
/** @type {readonly (readonly [string, ...string[]])[]} */
const runs = [
  ['vitest/vitest.mjs', 'related', 'tests/support/runs.ts', '--run', '--project', 'unit'],
  ['vitest/vitest.mjs', 'run', '--project', 'browser', 'tests/browser/site-clicks.test.ts'],
  ['vitest/vitest.mjs', 'run', '--project', 'browser', 'tests/browser/languages.test.ts'],
  ['vitest/vitest.mjs', 'run', '--project', 'browser', 'tests/browser/btcpay.test.ts'],
  ['vitest/vitest.mjs', 'run', '--project', 'browser', 'tests/browser/several-wallets.test.ts'],
  [
    '@playwright/test/cli.js',
    'test',
    '--project=phone',
    'interrupted',
    'payees',
    'prove-cli',
    'offline-edition',
    'reading',
    'hidden',
  ],
  ['@playwright/test/cli.js', 'test', '--project=desktop'],
];
for (const [program, ...args] of runs) {
  const { code } = await run(process.execPath, [join(projectRoot, 'node_modules', program), ...args], {
    cwd: projectRoot,
    env,
  });
  if (code !== 0) process.exitCode = 1;
}
