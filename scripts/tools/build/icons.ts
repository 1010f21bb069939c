/**
 * Draws the installable icons from public/icons/ostro.svg with Chromium: 180, 192 and 512 px, one with the quiet edge that
 * masks need, those of the shortcuts, with signs of Lucide, and the mark with a padlock, which the extension shows while its
 * wallets are locked (src/extension/locked-192.png). Run by hand when the mark changes: `node scripts/run.mjs scripts/tools/build/icons.ts [path of Chromium]`.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';

const folder = fileURLToPath(new URL('../../../public/icons/', import.meta.url));
const mark = await readFile(`${folder}ostro.svg`, 'utf8');
const browser = await chromium.launch({
  executablePath: process.argv[2] ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});

/** `share` is the part of the side that the mark takes; `paper` fills the rest. */
const draw = async (name: string, size: number, share: number, paper: string) => {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(
    `<style>body{margin:0;background:${paper};display:grid;place-items:center;height:${size}px}` +
      `svg{width:${size * share}px;height:${size * share}px}</style>${mark}`,
  );
  await page.screenshot({ path: `${folder}${name}`, omitBackground: paper === 'transparent' });
  await page.close();
};
await draw('ostro-180.png', 180, 0.7, '#fbfcfa');
await draw('ostro-192.png', 192, 0.94, 'transparent');
await draw('ostro-512.png', 512, 0.94, 'transparent');
await draw('ostro-maskable-512.png', 512, 0.6, '#fbfcfa');

/**
 * An icon of a shortcut.
 * `paths`: The lines of the sign in a square of 24.
 */
const drawSign = async (name: string, paths: string) => {
  const page = await browser.newPage({ viewport: { width: 192, height: 192 } });
  await page.setContent(
    `<style>body{margin:0}</style><svg width="192" height="192" viewBox="0 0 24 24" fill="none" stroke="#74123f" ` +
      `stroke-width="2" stroke-linecap="round" stroke-linejoin="round"><circle cx="12" cy="12" r="12" fill="#fbfcfa" ` +
      `stroke="none"/><g transform="translate(5 5) scale(0.583)">${paths}</g></svg>`,
  );
  await page.screenshot({ path: `${folder}${name}`, omitBackground: true });
  await page.close();
};
await drawSign('receive-192.png', '<path d="M17 7 7 17"/><path d="M17 17H7V7"/>');
await drawSign('send-192.png', '<path d="M7 7h10v10"/><path d="M7 17 17 7"/>');
await drawSign('history-192.png', '<path d="M3 6h.01M3 12h.01M3 18h.01M8 6h13M8 12h13M8 18h13"/>');

/** The padlock of Lucide on a disc that covers a quarter of the mark, so that it is seen at 16 px. */
const locked = await browser.newPage({ viewport: { width: 192, height: 192 } });
await locked.setContent(
  `<style>body{margin:0;display:grid;width:192px;height:192px}svg{grid-area:1/1}.mark svg,.mark{width:180px;height:180px;` +
    `grid-area:1/1}.lock{width:116px;height:116px;place-self:end}</style><div class="mark">${mark}</div>` +
    `<svg class="lock" viewBox="0 0 24 24"><circle cx="12" cy="12" r="12" fill="#fbfcfa"/><g fill="none" stroke="#14181a" ` +
    `stroke-width="3" stroke-linecap="round" transform="translate(3.6 3) scale(0.7)">` +
    `<rect x="3" y="11" width="18" height="11" rx="2" fill="#14181a"/><path d="M7 11V7a5 5 0 0 1 10 0v4"/></g></svg>`,
);
await locked.screenshot({
  path: fileURLToPath(new URL('../../../src/extension/locked-192.png', import.meta.url)),
  omitBackground: true,
});
await browser.close();
