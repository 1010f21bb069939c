/**
 * Draws the installable icons from public/icons/ostro.svg with Chromium: 180, 192 and 512 px, and one with the
 * quiet edge that masks need. Run by hand when the mark changes: `node scripts/tools/build/icons.mjs [path of Chromium]`.
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

/**
 * `share` is the part of the side that the mark takes; `paper` fills the rest.
 * @param {string} name
 * @param {number} size
 * @param {number} share
 * @param {string} paper
 */
const draw = async (name, size, share, paper) => {
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
await browser.close();
