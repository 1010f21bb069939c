/**
 * `node scripts/run.mjs tests/bench/press-page.ts [PRESSES] [MOST_SECONDS]`: the app in Chromium with a node 300 ms away. A
 * payment that needs about 20 coins is typed, after a pause of up to MOST_SECONDS the button below the form is pressed. How long
 * until the review shows the payment, and until it can be sent. A block is mined in every third pause.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { JSHandle } from '@playwright/test';
import { mineBlocks } from '../../scripts/tools/app/monero.ts';
import { ensureChromium, ensureMonero } from '../../scripts/tools/setup/setup.mjs';
import { startChain } from './chain.ts';
import { benchOf, openPage } from './chromium.ts';
import type { WalletPage } from './ostro.ts';
import { startSite } from './site.ts';
import { startSlowLink } from './slow-link.ts';
import { spreadOf } from './subject.ts';

const PASSWORD = 'a wallet of many coins';
const LINK = { rttMs: 300, mbit: 20 };
/** The coins of wallet A are worth 2.5 XMR on average. */
const AMOUNT = 45;

interface Pressed {
  /** Milliseconds until the review showed the amount, and until its button sent the payment. */
  readonly shown: number;
  readonly ready: number;
}

/** Runs in the page: presses the button and looks at each frame. */
const press = (amount: string): Promise<Pressed> =>
  new Promise((resolve) => {
    const buttons = (within: Element): HTMLButtonElement[] => [...within.querySelectorAll('button')];
    const textOf = (element: Element): string => element.textContent.trim();
    const start = performance.now();
    let shown: number | undefined;
    const look = (): void => {
      const dialog = document.querySelector('dialog[open]');
      if (dialog?.textContent.includes(amount)) shown ??= performance.now() - start;
      if (shown !== undefined && buttons(dialog!).some((each) => textOf(each).startsWith('Send ')))
        resolve({ shown, ready: performance.now() - start });
      else requestAnimationFrame(look);
    };
    buttons(document.body)
      .find((each) => textOf(each) === 'Check before sending')
      ?.click();
    requestAnimationFrame(look);
  });

const [, , presses = '20', most = '40'] = process.argv;
const chain = await startChain({ bin: await ensureMonero(), say: console.error });
const link = await startSlowLink(Number(new URL(chain.url).port), LINK);
const site = await startSite();
const { page, close } = await openPage({ executablePath: await ensureChromium(), url: site.benchUrl });
try {
  const bench = (await benchOf(page)) as JSHandle<WalletPage>;
  await bench.evaluate((each, worker) => each.start(worker), site.walletWorker);
  const { A: seed } = chain.facts.seeds;
  for (const [method, params] of [
    ['x_set_node', { address: `http://127.0.0.1:${link.port}`, trusted: true }],
    ['restore_deterministic_wallet', { filename: 'coins', seed, restore_height: 0, password: PASSWORD }],
    ['refresh', {}],
    ['close_wallet', {}],
  ] as const)
    await bench.evaluate((each, [m, p]) => each.call(m, p), [method, params] as const);
  await page.goto(site.appUrl);
  await page.locator('input[type="password"]').fill(PASSWORD);
  await page.locator('input[type="password"]').press('Enter');
  await page.getByText('Up to date').waitFor();
  await page.evaluate(() => void (location.hash = '#/send'));
  await page.getByLabel('To', { exact: true }).fill(chain.facts.addresses.U);
  const seen: Pressed[] = [];
  for (let i = 0; i < Number(presses); i++) {
    // Ends with an odd digit, so that the screen leaves out none.
    const amount = `${AMOUNT}.${String(2 * i + 101)}`;
    await page.getByRole('textbox', { name: 'Amount' }).fill(amount);
    await page.getByRole('textbox', { name: 'Amount' }).press('Tab');
    // Spread evenly, from one second on.
    await sleep(1000 + (Number(most) * 1000 * i) / Number(presses));
    if (i % 3 === 2) {
      await mineBlocks(chain.url, 1, chain.facts.addresses.U);
      await sleep(500);
    }
    seen.push(await page.evaluate(press, amount));
    await page.keyboard.press('Escape');
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
  }
  for (const what of ['shown', 'ready'] as const)
    console.log(
      what,
      JSON.stringify(spreadOf(seen.map((each) => each[what]))),
      seen.map((each) => Math.round(each[what])).join(' '),
    );
} finally {
  await close();
  await site.stop();
  await link.stop();
  await chain.stop();
}
process.exit();
