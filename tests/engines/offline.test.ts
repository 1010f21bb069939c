/** The offline edition in Firefox, from its file, behind a proxy that records every request: a wallet is made and kept. */
import { describe, expect, it } from 'vitest';
import { buildOffline } from '../support/offline-build.ts';
import { startRecordingProxy } from '../support/recording-proxy.ts';
import { button, field, text } from './engine.ts';
import { findFirefox, startFirefox } from './firefox.ts';
import { makeWallet, PASSWORD, PATIENCE, shows } from './steps.ts';

const path = findFirefox();
const SIGNER = "//h1[normalize-space()='Signing device']";
const REFUSED = `fetch('http://node.example/').then(() => 'went out', () => 'refused')`;

describe('the offline edition in Firefox', () => {
  const title = 'makes a wallet, keeps it over a reload, and requests nothing';
  if (path === undefined) {
    it.skip(`${title} (skipped: Firefox is not installed)`, () => undefined);
    return;
  }
  it(title, { timeout: 900_000 }, async () => {
    const build = await buildOffline();
    const proxy = await startRecordingProxy();
    const engine = await startFirefox(path, { proxyPort: proxy.port });
    try {
      const page = await engine.newTab();
      await page.open(build.url);
      await shows(page, text('This is the offline edition of Ostro'));
      await makeWallet(page);
      await shows(page, SIGNER);
      await page.open('about:blank');
      await page.open(build.url);
      await shows(page, field('Password for this device'));
      await page.type(field('Password for this device'), PASSWORD);
      await page.click(button('Open'));
      await shows(page, SIGNER);
      await page.evaluate(`location.hash = '#/receive'`);
      await shows(page, '//*[@data-address]');
      expect(await page.evaluate(REFUSED)).toBe('refused');
      const ours = proxy.asked.filter((line) => !BROWSERS_OWN.test(line));
      expect(ours).toEqual([]);
      await page.open('http://node.example/').catch(() => undefined);
      await expect.poll(() => proxy.asked.join(), PATIENCE).toContain('node.example');
    } finally {
      await engine.close();
      await proxy.stop();
      build.remove();
    }
  });
});

/** What Firefox asks by itself: updates of its lists and settings. */
const BROWSERS_OWN =
  /^(?:CONNECT|GET|POST) (?:http:\/\/)?(?:[\w-]+\.)*(?:mozilla\.(?:com|org|net)|firefox\.com)[:/]/;
