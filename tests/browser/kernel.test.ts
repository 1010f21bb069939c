/** The kernel in workers of a real Chromium, with fused multiply-add and with it switched off. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import {
  ASK_KERNEL,
  expectResultsOfRef,
  KERNEL_IS_READY,
  serveKernelPage,
  type KernelAnswer,
} from '../support/kernel-answer.ts';
import type { ServedPage } from '../support/served-page.ts';

describe('the kernel in Chromium', () => {
  let served: ServedPage;
  beforeAll(async () => {
    served = await serveKernelPage();
  });
  afterAll(() => served.stop());

  const answerWith = async (...flags: string[]): Promise<KernelAnswer> => {
    const browser = await launchBrowser({ args: flags });
    try {
      const page = await browser.newPage();
      await page.goto(served.url);
      await page.waitForFunction(KERNEL_IS_READY);
      return await page.evaluate<KernelAnswer>(ASK_KERNEL);
    } finally {
      await browser.close();
    }
  };

  it('each build that this browser runs gives the results of ref', async () => {
    expectResultsOfRef(await answerWith());
  });
  it('skips the fma build and uses simd when fused multiply-add is off', async () => {
    const builds = expectResultsOfRef(await answerWith('--js-flags=--no-enable-fma3'));
    expect(builds).toEqual(['ref', 'simd', 'scalar']);
  });
});
