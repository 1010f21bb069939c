/** The example for pages of the package's README, in a page of Vite: restores, reads, pays and proves on a real chain. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser } from '@playwright/test';
import { build, createServer, preview } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FIRST_OWNER, FOREIGN_ADDRESS, SECOND_OWNER } from '../../../scripts/tools/app/funded-chain.ts';
import { headlessShell, launchOptions } from '../../support/browser.ts';
import { exampleOf, installPackage, type InstalledPackage } from '../../support/library-package.ts';
import { startRegtest, type Regtest } from '../../support/regtest.ts';

let chain: Regtest;
let installed: InstalledPackage;
let browser: Browser;
beforeAll(async () => {
  [chain, installed, browser] = await Promise.all([
    startRegtest({ funded: true }),
    installPackage(),
    chromium.launch(launchOptions({ executablePath: headlessShell() })),
  ]);
  writeFileSync(
    join(installed.dir, 'index.html'),
    '<!doctype html><body><script type="module" src="./main.js"></script></body>',
  );
});
afterAll(async () => {
  await browser.close();
  installed.remove();
  await chain.dispose();
});

const quiet = (): object => ({ root: installed.dir, configFile: false, logLevel: 'error' });
interface Site {
  readonly url: string;
  readonly close: () => Promise<void>;
}
const built = async (): Promise<Site> => {
  await build(quiet());
  const server = await preview({ ...quiet(), preview: { port: 0, host: '127.0.0.1' } });
  return { url: server.resolvedUrls!.local[0]!, close: () => server.close() };
};
const developed = async (): Promise<Site> => {
  const server = await createServer({
    ...quiet(),
    optimizeDeps: { exclude: ['ostro'] },
    server: { port: 0, host: '127.0.0.1', fs: { strict: false } },
  });
  await server.listen();
  return { url: server.resolvedUrls!.local[0]!, close: () => server.close() };
};

it.each([
  ['built', built, FIRST_OWNER],
  ['under development', developed, SECOND_OWNER],
] as const)('restores, reads, pays and proves in a page of Vite that is %s', async (_, serve, owner) => {
  const example = exampleOf('In a page', {
    'http://127.0.0.1:18081': chain.url,
    'your 25, 16 or 13 words': owner.seed,
    'the address of the payee': FOREIGN_ADDRESS,
  });
  writeFileSync(join(installed.dir, 'main.js'), example);
  const site = await serve();
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    await page.goto(site.url);
    await expect
      .poll(async () => [...errors, await page.textContent('body')].join())
      .toBe('250000000000 paid, proven: true');
  } finally {
    await context.close();
    await site.close();
  }
});
