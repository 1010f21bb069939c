/** The store in each engine: the cases that tests/browser/store.test.ts has in Chromium, too. */
import { afterAll, beforeAll } from 'vitest';
import type { ServedPage } from '../support/served-page.ts';
import { serveStorePage, STORE_CASES, STORE_IS_READY } from '../support/store-cases.ts';
import type { Engine } from './engine.ts';
import { inEachEngine } from './in-each-engine.ts';
import { becomes } from './steps.ts';

let served: ServedPage;
beforeAll(async () => {
  served = await serveStorePage();
});
afterAll(() => served.stop());

const cases = Object.entries(STORE_CASES).map(([title, run], i) => {
  const test = async (engine: Engine): Promise<void> => {
    // A host of its own, so that the origin has no data.
    const url = Object.assign(new URL(served.url), { hostname: `case-${i}.localhost` }).href;
    await run({
      open: async () => {
        const tab = await engine.newTab();
        await tab.open(url);
        await becomes(tab, STORE_IS_READY, true);
        return tab;
      },
      kill: (tab) => engine.killTab(tab),
    });
  };
  return [title, test] as const;
});
inEachEngine('the store', Object.fromEntries(cases));
