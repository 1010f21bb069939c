/** Tests that run in each engine that is installed here. */
import { afterAll, beforeAll, describe, it } from 'vitest';
import { limit } from '../support/tier.ts';
import type { Engine, Tab } from './engine.ts';
import { ENGINES } from './engines.ts';

const LIMIT = { timeout: limit(15) };

/** One engine for all tests of a file; of an engine that is not installed, each test is skipped, and its title says so. */
export function inEachEngine(
  subject: string,
  tests: Readonly<Record<string, (engine: Engine) => Promise<void>>>,
  options: () => { readonly proxyPort?: number } = () => ({}),
): void {
  describe.each(ENGINES)(`${subject} in $name`, ({ name, path, start }) => {
    if (path === undefined) {
      for (const title of Object.keys(tests))
        it.skip(`${title} (skipped: ${name} is not installed)`, () => undefined);
      return;
    }
    let engine: Engine;
    beforeAll(async () => {
      engine = await start(path, options());
    }, LIMIT.timeout);
    afterAll(() => engine.close(), LIMIT.timeout);
    for (const [title, test] of Object.entries(tests)) it(title, LIMIT, () => quoting(engine, test));
  });
}

/** Runs a test. Its failure quotes what its tabs show. */
export async function quoting<E extends Engine, T>(engine: E, test: (engine: E) => Promise<T>): Promise<T> {
  const tabs: Tab[] = [];
  const noted = async (opening: Promise<Tab>): Promise<Tab> => {
    const tab = await opening;
    tabs.push(tab);
    return tab;
  };
  return test({
    ...engine,
    newTab: () => noted(engine.newTab()),
    opened: (work: () => Promise<void>) => noted(engine.opened(work)),
  }).catch(async (cause: unknown) => {
    const screens: string[] = [];
    for (const tab of tabs)
      screens.push(await tab.evaluate(SCREEN).then(String, (error: unknown) => `gone: ${String(error)}`));
    throw new Error([String(cause), ...screens].join('\n\n'), { cause });
  });
}
const SCREEN =
  '(document.querySelector(`details`)?.setAttribute(`open`, ``), `${location.href}\\n${document.body.innerText}`)';
