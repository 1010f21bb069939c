/**
 * Codes from one device's page to another's camera: an independent reader reads them from the page, and they are drawn
 * again as a film for Chromium's fake camera.
 */
import { writeFileSync } from 'node:fs';
import { chromium, expect, type Browser, type BrowserContext, type Page } from '@playwright/test';
import jsQR from 'jsqr';
import { findHeadlessShell } from '../../scripts/tools/setup/setup.mjs';
import { watchNewContexts } from './policy-guard.ts';
import { picture } from './qr-picture.ts';

/** A separate device with a camera. */
export interface CameraDevice {
  readonly browser: Browser;
  readonly context: BrowserContext;
  /** The tab of now: `reopen` closes it. */
  readonly page: Page;
  /** The camera shows these codes one after the other, from its next start on; `mirrored` as a front camera. */
  see(codes: readonly string[], form?: { readonly mirrored?: boolean }): void;
  /** Closes the tab, and opens the app in a new one. */
  reopen(): Promise<void>;
}

/** `camera`: a file for the film that the camera shows. */
export async function openCameraDevice(camera: string, baseURL: string): Promise<CameraDevice> {
  const executablePath = findHeadlessShell();
  const browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${camera}`,
    ],
  });
  watchNewContexts(browser);
  const context = await browser.newContext({ baseURL });
  // The page may write to the clipboard but not read it, so the test records what it writes.
  await context.addInitScript(() => {
    navigator.clipboard.writeText = (text) => {
      Object.assign(globalThis, { copied: text });
      return Promise.resolve();
    };
  });
  let page = await context.newPage();
  return {
    browser,
    context,
    get page() {
      return page;
    },
    see: (codes, { mirrored = false } = {}) => {
      film(camera, codes, mirrored);
    },
    reopen: async () => {
      const next = await context.newPage();
      await page.close();
      page = next;
      await page.goto('/');
    },
  };
}

/** The text of the code on the page, read from its drawn modules. */
export async function readDrawn(page: Page): Promise<string> {
  const { side, path } = await page.locator('.qr svg').evaluate((svg) => ({
    side: Number(svg.getAttribute('viewBox')?.split(' ')[2]),
    path: svg.querySelector('path')?.getAttribute('d') ?? '',
  }));
  const scale = 4;
  const width = side * scale;
  const data = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x, y, run] of path.matchAll(/M(\d+) (\d+)h(\d+)v1/g))
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row += 1)
      for (let at = Number(x) * scale; at < (Number(x) + Number(run)) * scale; at += 1)
        data.fill(0, (row * width + at) * 4, (row * width + at) * 4 + 3);
  return jsQR(data, width, width)?.data ?? '';
}

/**
 * Reads an animated code until it has enough frames: each of the plain ones, or enough plain and mixed ones to compute
 * the missing plain ones.
 */
export async function watchCode(page: Page): Promise<string[]> {
  const seen = new Set<string>();
  const plain = new Set<number>();
  await expect
    .poll(
      async () => {
        const text = await readDrawn(page);
        const [, part, parts] = /^UR:[A-Z-]+\/(\d+)-(\d+)\//.exec(text) ?? [text, '1', '1'];
        const count = Number(parts);
        if (text === '') return false;
        seen.add(text);
        if (Number(part) <= count) plain.add(Number(part));
        return plain.size === count || seen.size >= 2 * count + 10;
      },
      { intervals: [20], timeout: 180_000, message: 'the moving code was never seen whole' },
    )
    .toBe(true);
  return [...seen];
}

/** Long enough for the app to read one picture several times. */
const FRAMES_PER_SECOND = 5;
const SIDE = 480;

/** A film (YUV4MPEG2) of these codes one after the other, which the camera repeats. */
function film(file: string, codes: readonly string[], mirrored: boolean): void {
  const parts: Uint8Array[] = [
    new TextEncoder().encode(`YUV4MPEG2 W${SIDE} H${SIDE} F${FRAMES_PER_SECOND}:1 Ip A1:1 C420jpeg\n`),
  ];
  for (const code of codes) {
    const small = picture(code, 1);
    const scale = Math.floor(SIDE / small.width);
    const { data, width } = picture(code, scale);
    const light = new Uint8Array(SIDE * SIDE).fill(235);
    const edge = (SIDE - width) >> 1;
    for (let y = 0; y < width; y += 1)
      for (let x = 0; x < width; x += 1)
        if (data[(y * width + x) * 4] === 0)
          light[(y + edge) * SIDE + (mirrored ? SIDE - 1 - x - edge : x + edge)] = 16;
    parts.push(new TextEncoder().encode('FRAME\n'), light, new Uint8Array((SIDE * SIDE) / 2).fill(128));
  }
  writeFileSync(file, Buffer.concat(parts));
}
