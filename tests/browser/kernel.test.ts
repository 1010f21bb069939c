/** The kernel in workers of a real Chromium, with fused multiply-add and with it switched off. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../support/browser.ts';

interface Answer {
  readonly loaded: string;
  readonly ms: number;
  readonly tours: Readonly<Record<string, string>>;
  /** What the reference scan with `ref` finds in made-up blocks. */
  readonly scans: Readonly<Record<string, string>>;
}

describe('the kernel in Chromium', () => {
  let server: ViteDevServer;

  beforeAll(async () => {
    server = await createServer({
      configFile: false,
      root: join(import.meta.dirname, 'kernel-page'),
      cacheDir: await mkdtemp(join(tmpdir(), 'ostro-kernel-vite-')),
      logLevel: 'error',
      server: { host: '127.0.0.1', port: 0, hmr: false, fs: { allow: [join(import.meta.dirname, '../..')] } },
      optimizeDeps: { include: ['fast-check'] },
    });
    await server.listen();
  });
  afterAll(async () => {
    await server.close();
    await rm(server.config.cacheDir, { recursive: true, force: true });
  });

  const answerWith = async (...flags: string[]): Promise<Answer> => {
    const browser = await launchBrowser({ args: flags });
    try {
      const page = await browser.newPage();
      await page.goto(server.resolvedUrls!.local[0]!);
      await page.waitForFunction('typeof ask === "function"');
      return await page.evaluate<Answer>('ask({ seed: 20260201, size: 60 })');
    } finally {
      await browser.close();
    }
  };

  it('each build that this browser runs gives the results of ref', async () => {
    const { loaded, tours, scans } = await answerWith();
    const builds = Object.keys(tours);
    expect(builds).toEqual(expect.arrayContaining(['ref', 'simd', 'scalar']));
    expect(loaded).toBe(builds[1]);
    expect(new Set(Object.values(tours)).size).toBe(1);
    expect(Object.keys(scans)).toEqual(Object.keys(tours));
    expect(new Set(Object.values(scans)).size).toBe(1);
    expect(scans['ref']).toContain('"keyImage":');
  });
  it('skips the fma build and uses simd when fused multiply-add is off', async () => {
    const { loaded, tours, scans } = await answerWith('--js-flags=--no-enable-fma3');
    expect(Object.keys(tours)).toEqual(['ref', 'simd', 'scalar']);
    expect(loaded).toBe('simd');
    expect(new Set(Object.values(tours)).size).toBe(1);
    expect(Object.keys(scans)).toEqual(Object.keys(tours));
    expect(new Set(Object.values(scans)).size).toBe(1);
    expect(scans['ref']).toContain('"keyImage":');
  });
});
