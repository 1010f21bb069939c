/** The suite `engines`: restoring a wallet and reading the whole chain, in Firefox and WebKitGTK as far as they are here. */
import { ENGINES } from '../engines/engines.ts';
import type { Tab } from '../engines/engine.ts';
import { type Call, findingsOf } from './call.ts';
import { attempt, type Suite, takeTurns, type World } from './measuring.ts';
import type { Timed } from './ostro.ts';
import { scannerReady } from './ostro.ts';
import { checkFound, WALLETS } from './scan.ts';
import type { Sample } from './subject.ts';

export const engines: Suite = {
  cases: WALLETS.map(([name]) => name),
  run: async function* (world) {
    const present = ENGINES.filter(({ path }) => path !== undefined);
    for (const [name, wallet] of WALLETS.filter(([each]) => world.cases.includes(each)))
      for (const { run, subject } of takeTurns(world.runs, present))
        yield* await attempt(
          `${name} run ${run + 1}, ${subject.name}`,
          () => scanIn(subject, name, wallet, world),
          world,
        );
  },
};

const scanIn = async (
  { name: subject, path, start }: (typeof ENGINES)[number],
  name: string,
  wallet: 'U' | 'A',
  { chain, site }: World,
): Promise<Sample> => {
  const engine = await start(path!);
  try {
    const page = await engine.newTab();
    await page.open(site.benchUrl);
    const ask = <T>(expression: string) => page.evaluate(expression) as Promise<T>;
    const call: Call = (method, params = {}) => ask(`bench.call('${method}', ${JSON.stringify(params)})`);
    const kernel = await fastestBuild(page);
    await ask(`bench.start('${site.walletWorker}')`);
    await call('x_set_node', { address: chain.url, trusted: true });
    const seed = chain.facts.seeds[wallet];
    await call('restore_deterministic_wallet', { filename: 'bench', seed, restore_height: 0, password: '' });
    await scannerReady(call);
    const { ms } = await ask<Timed>(`bench.timed('refresh', {})`);
    checkFound(subject, await findingsOf(call), chain.facts.expected[wallet]);
    return { suite: 'engines', case: name, subject, ms, detail: { kernel, engine: engine.name } };
  } finally {
    await engine.close();
  }
};

/** The build of the kernel that the wallet worker loads in this engine. */
const fastestBuild = async (page: Tab): Promise<string> => {
  for (const build of ['fma', 'simd', 'scalar']) {
    const { runs } = (await page.evaluate(`bench.startKernel({ start: '${build}' })`)) as {
      readonly runs: boolean;
    };
    if (runs) return build;
  }
  return 'ref';
};
