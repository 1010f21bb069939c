/** The kernel in workers of each engine: the same cases as tests/browser/kernel.test.ts has in Chromium. */
import { afterAll, beforeAll } from 'vitest';
import {
  ASK_KERNEL,
  expectResultsOfRef,
  KERNEL_IS_READY,
  serveKernelPage,
  type KernelAnswer,
} from '../support/kernel-answer.ts';
import type { ServedPage } from '../support/served-page.ts';
import { inEachEngine } from './in-each-engine.ts';
import { becomes } from './steps.ts';

let served: ServedPage;
beforeAll(async () => {
  served = await serveKernelPage();
});
afterAll(() => served.stop());

inEachEngine('the kernel', {
  'each build that this engine runs gives the results of ref, and the fastest is loaded': async (engine) => {
    const page = await engine.newTab();
    await page.open(served.url);
    await becomes(page, KERNEL_IS_READY, true);
    expectResultsOfRef((await page.evaluate(ASK_KERNEL)) as KernelAnswer);
  },
});
