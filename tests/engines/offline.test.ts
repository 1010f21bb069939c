/** The offline edition in each engine, from its file, behind a proxy that records every request: a wallet is made and kept. */
import { afterAll, beforeAll, expect } from 'vitest';
import { buildOffline, type OfflineBuild } from '../support/offline-build.ts';
import { startRecordingProxy, type RecordingProxy } from '../support/recording-proxy.ts';
import { field, heading, text, type Engine } from './engine.ts';
import { anyEngine } from './engines.ts';
import { inEachEngine } from './in-each-engine.ts';
import { makeWallet, PATIENCE, shows, unlock, visit } from './steps.ts';

const REFUSED = `fetch('http://node.example/').then(() => 'went out', () => 'refused')`;

let build: OfflineBuild;
let proxy: RecordingProxy;
beforeAll(async () => {
  if (!anyEngine) return;
  proxy = await startRecordingProxy();
  build = await buildOffline();
});
afterAll(async () => {
  if (!anyEngine) return;
  await proxy.stop();
  build.remove();
});

const keepOffline = async (engine: Engine): Promise<void> => {
  const before = proxy.asked.length;
  const page = await engine.newTab();
  await page.open(build.url);
  await shows(page, text('This is the offline edition of Ostro'));
  await makeWallet(page);
  await shows(page, heading('Signing device'));
  await page.open('about:blank');
  await page.open(build.url);
  await shows(page, field('Password for this device'));
  await unlock(page);
  await shows(page, heading('Signing device'));
  await visit(page, 'receive');
  await shows(page, '//*[@data-address]');
  expect(await page.evaluate(REFUSED)).toBe('refused');
  const ours = proxy.asked.slice(before).filter((line) => !BROWSERS_OWN.test(line));
  expect(ours).toEqual([]);
  // The proxy would have seen it.
  await page.open('http://node.example/').catch(() => undefined);
  await expect.poll(() => proxy.asked.slice(before).join(), PATIENCE).toContain('node.example');
};

/** What Firefox asks by itself: updates of its lists and settings. */
const BROWSERS_OWN =
  /^(?:CONNECT|GET|POST) (?:http:\/\/)?(?:[\w-]+\.)*(?:mozilla\.(?:com|org|net)|firefox\.com)[:/]/;

inEachEngine(
  'the offline edition',
  { 'makes a wallet, keeps it over a reload, and requests nothing': keepOffline },
  () => ({ proxyPort: proxy.port }),
);
