/**
 * The scan of the next era beside today's, on one thread of Node, with each build of the kernel: made-up blocks of 30
 * payments to others with two outputs each. It needs no browser and no node. The scans of both eras take turns.
 */
import { decodeBlocks } from '../../src/daemon/bin/get-blocks.ts';
import { installKernel } from '../../src/kernel/kernel.ts';
import type { Build } from '../../src/kernel/wasm/load.ts';
import type { RawBlocks } from '../../src/ports/block-source.ts';
import { createInlinePool } from '../../src/wallet/scan/inline-pool.ts';
import { BUILDS, startOnNode } from '../property/kernel/builds.ts';
import { seededRandom } from '../support/seeded-random.ts';
import type { ForkChain } from '../unit/wallet/fork-chain.ts';
import { median, type Sample } from './subject.ts';
import type { LocalSuite } from './measuring.ts';

const BLOCKS = 20;
const PAYMENTS = 30;
const OUTPUTS = BLOCKS * (2 * PAYMENTS + 1);
/** Scans of each era in one run, and before the first one. */
const SCANS = 10;
const WARM_UP = 3;

const CASES: readonly (readonly [name: string, build: Build])[] = [
  ['carrot-fma', 'fma'],
  ['carrot-simd', 'simd'],
  ['carrot-scalar', 'scalar'],
];

export const carrot: LocalSuite = {
  cases: CASES.map(([name]) => name),
  run: async function* ({ cases, runs, say }) {
    for (const [name, build] of CASES) {
      if (!cases.includes(name)) continue;
      if (BUILDS.includes(build)) yield* measureBuild(name, build, runs);
      else say(`${name}: this Node does not run that build`);
    }
  },
};

async function* measureBuild(name: string, build: Build, runs: number): AsyncGenerator<Sample> {
  installKernel(await startOnNode(build));
  const { owner, chains } = await makeChains();
  const pool = createInlinePool(decodeBlocks, { reads: 18 });
  await pool.configure(owner.scanner.keys);
  const scan = async (raw: RawBlocks) => {
    const cpu = process.cpuUsage();
    const start = performance.now();
    const { found } = await pool.scan(raw);
    const ms = performance.now() - start;
    if (found.length > 0) throw new Error('these outputs are of others');
    const { user, system } = process.cpuUsage(cpu);
    return { ms: (1000 * ms) / OUTPUTS, cpu: (user + system) / OUTPUTS };
  };
  for (const { chain } of chains) for (let i = 0; i < WARM_UP; i++) await scan(chain.answer(1, 18));
  for (let run = 0; run < runs; run++) {
    const times = chains.map(({ subject, chain }) => ({
      subject,
      chain,
      each: [] as { ms: number; cpu: number }[],
    }));
    for (let i = 0; i < SCANS; i++)
      for (const { chain, each } of times) each.push(await scan(chain.answer(1, 18)));
    for (const { subject, each } of times) {
      const all = each.map(({ ms }) => ms);
      const cpu = median(each.map((one) => one.cpu));
      // Milliseconds for 1,000 outputs are microseconds for one.
      const detail = { cpu_us_per_output: cpu, best_us_per_output: Math.min(...all) };
      yield { suite: 'carrot', case: name, subject, ms: median(all), cpu: (cpu ?? 0) / 1000, detail };
    }
  }
}

/** The modules of the made-up chain compute keys when they load, so the kernel is there before them. */
const makeChains = async () => {
  const { carrotTx } = await import('../unit/wallet/carrot-money.ts');
  const { createForkChain, txOfToday } = await import('../unit/wallet/fork-chain.ts');
  const { keyImageOf } = await import('../unit/wallet/test-chain.ts');
  const { person } = await import('../unit/wallet/test-money.ts');
  const random = seededRandom('carrot bench');
  const [owner, sender, payee] = [person('owner'), person('sender'), person('payee')];
  const chainOf = (later: boolean): ForkChain => {
    // Scanning does not look at the tree, and hashing it takes minutes.
    const trees = {
      next: () => ({ layers: 1, root: new Uint8Array(32) }),
      add: () => undefined,
      pop: () => undefined,
    };
    const forks = later ? { 17: 1, 18: 2 } : { 17: Infinity, 18: Infinity };
    const chain = createForkChain(forks, random, { trees });
    const [to, back] = [payee.address(0, 0), sender.address(0, 0)];
    for (let block = 0; block < BLOCKS; block++) {
      const txs = Array.from({ length: PAYMENTS }, (_, i) => {
        const spends = [keyImageOf(`${block} ${i}`)];
        const planned = [
          { address: to, amount: 5n, change: false },
          { address: back, amount: 6n, change: true },
        ];
        return later
          ? carrotTx({ from: sender, spends, to: [{ address: to, amount: 5n }], change: 6n }, random)
          : txOfToday(planned, sender, spends, random);
      });
      chain.add(txs, sender, 5n);
    }
    return chain;
  };
  const chains = [
    { subject: 'today', chain: chainOf(false) },
    { subject: 'ostro', chain: chainOf(true) },
  ];
  return { owner, chains };
};
