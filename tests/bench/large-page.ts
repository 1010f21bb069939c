/**
 * `node scripts/run.mjs tests/bench/large-page.ts N [ADDRESSES]`: the app in Chromium with a stored wallet of N transfers:
 * from the password to the balance on Home, History, Balance over time, and the tasks of the page above 50 ms on a thread that
 * is four times slower. Of tasks the processor time counts, so that other work of the machine does not lengthen them. Also the
 * time of `open_wallet` and of some calls.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JSHandle } from '@playwright/test';
import { ensureChromium } from '../../scripts/tools/setup/setup.mjs';
import { asKeyImage, asPublicKey, asTxId } from '../../src/base/brands.ts';
import { toHex } from '../../src/base/hex.ts';
import { accountFromSeed } from '../../src/protocol/keys/account.ts';
import { createMemoryWalletFiles } from '../../src/store/memory.ts';
import { firstRecords } from '../../src/wallet/account/new-wallet.ts';
import { writeChange } from '../../src/wallet/state/codec.ts';
import { put } from '../../src/wallet/state/state.ts';
import type { Put } from '../../src/wallet/state/tables.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { useWasmKernel } from '../support/wasm-kernel.ts';
import { benchOf, openPage } from './chromium.ts';
import { LARGE_SEED } from './large-wallet.ts';
import type { WalletPage } from './ostro.ts';
import { startSite } from './site.ts';

const PASSWORD = 'a wallet of many transfers';
const HEIGHT = 3_000_000;
const SLOWER = 4;

/** A payment and its output. Their keys are random: nothing is spent here. */
const transfer = (i: number, count: number, addresses: number, bytes: (n: number) => Uint8Array): Put[] => {
  const txid = asTxId(bytes(32));
  const subaddress = { major: 0, minor: i % addresses };
  const height = HEIGHT - 100 - Math.floor((count - i) * 4);
  const timestamp = 1_780_000_000 - 120 * (HEIGHT - height);
  const amount = 1_000_000_000n;
  const shared = { txid, subaddress, amount, height, timestamp, unlockTime: 0n, coinbase: false };
  return [
    put('outputs', String(i), {
      ...shared,
      ...{
        outputIndex: 0,
        globalIndex: 10 * i,
        key: asPublicKey(bytes(32)),
        keyImage: asKeyImage(bytes(32)),
      },
      ...{ mask: bytes(32), rct: true, txPublicKey: asPublicKey(bytes(32)), pkIndex: 0, additionalKeys: [] },
      frozen: false,
    }),
    put('payments', `${toHex(txid)}:0:${subaddress.minor}`, {
      ...shared,
      ...{ amounts: [amount], fee: 30_000_000n, paymentId: new Uint8Array(8), doubleSpendSeen: false },
    }),
  ];
};

/** An exported wallet file. */
const makeFile = async (count: number, addresses: number): Promise<Uint8Array> => {
  await useWasmKernel();
  const bytes = seededRandom('transfers of the page');
  const facts = { name: 'large', password: PASSWORD, network: 'mainnet' as const, restoreHeight: 0 };
  const wanted = { ...facts, keys: accountFromSeed(LARGE_SEED), seedLanguage: 'English' };
  const puts = [
    ...firstRecords(wanted, 1_780_000_000_000),
    put(
      'labels',
      '0',
      Array.from({ length: addresses }, (_, i) => (i === 0 ? 'Primary account' : '')),
    ),
    ...Array.from({ length: count }, (_, i) => transfer(i, count, addresses, bytes)).flat(),
  ];
  const chain = { base: HEIGHT - 100, append: bytes(3200), reward: 600_000_000_000n };
  const files = createMemoryWalletFiles();
  const file = await files.create('large', PASSWORD, writeChange({ puts, deletes: [], chain }));
  await file.close();
  return files.exportFile('large');
};

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Processor time in microseconds. */
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}
/** The tasks of the page's thread that would take longer than `ms`, in milliseconds. */
const longTasks = (events: readonly TraceEvent[], ms: number): number[] => {
  const pages = events.filter(({ ph, args }) => ph === 'M' && args.name === 'CrRendererMain');
  return events
    .filter(
      ({ name, pid, tid }) => name.endsWith('RunTask') && pages.some((p) => p.pid === pid && p.tid === tid),
    )
    .map(({ tdur = 0 }) => Math.round((tdur * SLOWER) / 1000))
    .filter((each) => each > ms);
};

const [, , given = '1000', paid = '20'] = process.argv;
const count = Number(given);
const site = await startSite();
const exported = await makeFile(count, Number(paid));
writeFileSync(join(site.root, 'bench', 'large.bin'), exported);
const { page, measure, rest, close } = await openPage({
  executablePath: await ensureChromium(),
  url: site.benchUrl,
});
try {
  const bench = (await benchOf(page)) as JSHandle<WalletPage>;
  await bench.evaluate((each, worker) => each.start(worker), site.walletWorker);
  await bench.evaluate(
    async (each, [url, password]) => {
      const bytes = new Uint8Array(await (await fetch(url)).arrayBuffer());
      const parts: string[] = [];
      for (let at = 0; at < bytes.length; at += 65_536)
        parts.push(
          Array.from(bytes.subarray(at, at + 65_536), (byte) => byte.toString(16).padStart(2, '0')).join(''),
        );
      await each.call('x_import_file', { filename: 'large', password, hex: parts.join('') });
    },
    ['large.bin', PASSWORD] as const,
  );
  await bench.evaluate((each) => each.call('close_wallet'));
  const opened = await measure(() =>
    bench.evaluate((each, password) => each.timed('open_wallet', { filename: 'large', password }), PASSWORD),
  );
  console.log(`file ${(exported.length / 1e6).toFixed(1)} MB, open_wallet ${opened.value.ms.toFixed(0)} ms`);
  for (const [method, params] of [
    ['x_overview', { account_index: 0, above: 0 }],
    ['x_history', { upto: HEIGHT - 5000 }],
    ['get_balance', { account_index: 0 }],
    ['create_address', { account_index: 0 }],
  ] as const) {
    const { ms } = await bench.evaluate((each, [m, p]) => each.timed(m, p), [method, params] as const);
    console.log(`${method} ${ms.toFixed(1)} ms`);
  }
  await bench.evaluate((each) => each.call('close_wallet'));

  await page.goto(site.appUrl);
  const field = page.locator('input[type="password"]');
  await field.fill(PASSWORD);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.waitForTimeout(3000);
  const devTools = await page.context().newCDPSession(page);
  /** How long until `selector` is there, and the tasks until the browser is at rest. */
  const measureUntil = async (what: string, act: () => Promise<void>, selector: string): Promise<void> => {
    const events: TraceEvent[] = [];
    const onData = ({ value }: { readonly value: object[] }): void =>
      void events.push(...(value as TraceEvent[]));
    devTools.on('Tracing.dataCollected', onData);
    await devTools.send('Tracing.start', {
      transferMode: 'ReportEvents',
      traceConfig: { includedCategories: ['toplevel', '__metadata'] },
    });
    const start = await page.evaluate(() => performance.now());
    await act();
    const shown = await page.waitForFunction(
      (wanted) => document.querySelector(wanted) && performance.now(),
      selector,
    );
    const ms = Number(await shown.jsonValue()) - start;
    // Each waits for ten seconds at most.
    for (let i = 0; i < 3; i += 1) await rest();
    const ended = new Promise((resolve) => devTools.once('Tracing.tracingComplete', resolve));
    await devTools.send('Tracing.end');
    await ended;
    devTools.off('Tracing.dataCollected', onData);
    const long = longTasks(events, 50);
    console.log(`${what} ${ms.toFixed(0)} ms; tasks above 50 ms, ${SLOWER} times slower: ${long.join(' ')}`);
  };
  const goTo = (screen: string) => (): Promise<void> =>
    page.evaluate((hash) => void (location.hash = hash), `#/${screen}`);
  await measureUntil('from the password to Home', () => field.press('Enter'), '.bal .lbl');
  await measureUntil('History', goTo('history'), '.rows a');
  await measureUntil('Balance over time', goTo('balance'), 'figure');
  await measureUntil('Home again', goTo('home'), '.bal .lbl');
} finally {
  await close();
  await site.stop();
}
process.exit();
