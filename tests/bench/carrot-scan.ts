/**
 * The scan of the next era beside today's, in one run, on one thread of Node with the fast kernel: made-up blocks of 30
 * payments to others with two outputs each. `node scripts/run.mjs tests/bench/carrot-scan.ts`
 */
import { decodeBlocks } from '../../src/daemon/bin/get-blocks.ts';
import { createInlinePool } from '../../src/wallet/scan/inline-pool.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { useWasmKernel } from '../support/wasm-kernel.ts';
import type { ForkChain } from '../unit/wallet/fork-chain.ts';

const BLOCKS = 20;
const PAYMENTS = 30;
const RUNS = 15;
const OUTPUTS = BLOCKS * (2 * PAYMENTS + 1);

// The modules of the made-up chain compute keys when they load.
await useWasmKernel();
const { carrotTx } = await import('../unit/wallet/carrot-money.ts');
const { createForkChain, txOfToday } = await import('../unit/wallet/fork-chain.ts');
const { keyImageOf } = await import('../unit/wallet/test-chain.ts');
const { person } = await import('../unit/wallet/test-money.ts');
const random = seededRandom('carrot bench');
const [owner, sender, payee] = [person('owner'), person('sender'), person('payee')];

const chainOf = (carrot: boolean): ForkChain => {
  const chain = createForkChain(carrot ? { 17: 1, 18: 2 } : { 17: Infinity, 18: Infinity }, random);
  const [to, back] = [payee.address(0, 0), sender.address(0, 0)];
  for (let block = 0; block < BLOCKS; block++) {
    const txs = Array.from({ length: PAYMENTS }, (_, i) => {
      const spends = [keyImageOf(`${block} ${i}`)];
      const planned = [
        { address: to, amount: 5n, change: false },
        { address: back, amount: 6n, change: true },
      ];
      return carrot
        ? carrotTx({ from: sender, spends, to: [{ address: to, amount: 5n }], change: 6n }, random)
        : txOfToday(planned, sender, spends, random);
    });
    chain.add(txs, sender, 5n);
  }
  return chain;
};

const pool = createInlinePool(decodeBlocks, { reads: 18 });
await pool.configure(owner.scanner.keys);
const subjects = [
  { name: 'today', chain: chainOf(false), times: [] as number[] },
  { name: 'Carrot', chain: chainOf(true), times: [] as number[] },
];
for (let run = 0; run < RUNS; run++)
  for (const { chain, times } of subjects) {
    const raw = chain.answer(1, 18);
    const start = performance.now();
    const { found } = await pool.scan(raw);
    times.push(performance.now() - start);
    if (found.length > 0) throw new Error('these outputs are of others');
  }
for (const { name, times } of subjects) {
  const [best = 0, ...rest] = times.sort((a, b) => a - b);
  const perOutput = (ms: number): string => ((1000 * ms) / OUTPUTS).toFixed(1);
  console.log(`${name}: ${perOutput(rest[RUNS >> 1]!)} µs per output (median), ${perOutput(best)} (best)`);
}
