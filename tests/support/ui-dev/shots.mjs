/**
 * Pictures of every screen with the fake worker, and axe on each: `node tests/support/ui-dev/shots.mjs OUT [name…]`.
 * A name is the beginning of a scene's name (scenes.mjs). Builds the page first unless OUT/site exists; REBUILD=1 builds it
 * always. Phone (390 x 844) and wide (1280 x 800), light and dark; SIZES=phone,wide,small and THEMES=light,dark select,
 * TEXT200=1 doubles the browser's text size.
 */
import { createServer } from 'node:http';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { chromium } from '@playwright/test';
import { build } from 'vite';
import { scenes } from './scenes.mjs';

const [out = 'shots', ...only] = process.argv.slice(2);
const site = resolve(out, 'site');
mkdirSync(out, { recursive: true });
if (!existsSync(site) || process.env['REBUILD'])
  await build({
    configFile: join(import.meta.dirname, 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: site, emptyOutDir: true },
  });

/** @type {Readonly<Record<string, string>>} */
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.woff2': 'font/woff2' };
const CSP =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data: blob:; connect-src 'self'; require-trusted-types-for 'script'; trusted-types svelte-trusted-html ostro";
const server = createServer((request, response) => {
  const path = new URL(request.url ?? '/', 'http://x').pathname;
  if (path.startsWith('/control')) {
    response.end('{}');
    return;
  }
  const file = join(site, path === '/' ? 'index.html' : path);
  if (!existsSync(file)) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, {
    'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
    'content-security-policy': CSP,
  });
  response.end(readFileSync(file));
}).listen(0);
const address = server.address();
if (address === null || typeof address === 'string') throw new Error('the server has no port');
const base = `http://127.0.0.1:${address.port}`;

/** @type {Readonly<Record<string, { width: number, height: number }>>} */
const sizes = {
  phone: { width: 390, height: 844 },
  wide: { width: 1280, height: 800 },
  small: { width: 320, height: 640 },
};

const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', ...(process.env['TEXT200'] ? ['--blink-settings=defaultFontSize=32'] : [])],
});
let faults = 0;
const sizeNames = (process.env['SIZES'] ?? 'phone,wide').split(',');
const themes = /** @type {('light' | 'dark')[]} */ ((process.env['THEMES'] ?? 'light,dark').split(','));
for (const [name, [scenario, place, act]] of Object.entries(scenes)) {
  if (only.length > 0 && !only.some((prefix) => name.startsWith(prefix))) continue;
  for (const size of sizeNames)
    for (const theme of themes) {
      const context = await browser.newContext({
        viewport: sizes[size] ?? null,
        colorScheme: theme,
        reducedMotion: 'reduce',
        locale: 'en-GB',
        timezoneId: 'UTC',
      });
      const page = await context.newPage();
      /** @param {string} text */
      const say = (text) => {
        faults += 1;
        console.log(`${name} ${size} ${theme}: ${text}`);
      };
      page.on('pageerror', (error) => say(`error ${error.message}`));
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') say(`console ${message.text()}`);
      });
      try {
        await page.goto(`${base}/?scenario=${scenario}#${place}`);
        await page.locator('h1').first().waitFor();
        await page.waitForTimeout(150);
        await act?.(page);
        await page.waitForTimeout(100);
        const { violations } = await new AxeBuilder({ page })
          .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
          .analyze();
        for (const { id: rule, nodes } of violations)
          say(
            `axe ${rule}: ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 120)} :: ${failureSummary?.split('\n')[1] ?? ''}`).join(' | ')}`,
          );
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        if (wide > 0) say(`scrolls sideways by ${wide}`);
        const little = await page.evaluate(() =>
          [...document.querySelectorAll('a,button,input:not(.vh),select,textarea,summary')]
            .map((element) => ({
              element,
              label: (element.closest('label') ?? element.closest('.box') ?? element).getBoundingClientRect(),
              own: element.getBoundingClientRect(),
            }))
            .filter(
              ({ label, own }) =>
                own.width > 1 &&
                (Math.max(label.height, own.height) < 43.5 || Math.max(label.width, own.width) < 43.5),
            )
            .map(({ element, own }) => `${element.outerHTML.slice(0, 80)} ${own.width}x${own.height}`),
        );
        if (little.length > 0) say(`small targets: ${little.join(' | ')}`);
      } catch (error) {
        say(`failed: ${String(error).split('\n')[0]}`);
      }
      await page.screenshot({ path: join(out, `${name}-${size}-${theme}.png`) });
      await context.close();
    }
}
await browser.close();
server.close();
console.log(`${faults} faults`);
