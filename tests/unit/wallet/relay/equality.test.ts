/** A wallet that reads through a relay has the records of one that reads from the node. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTier, seed } from '../../../support/tier.ts';
import { useWasmKernel } from '../../../support/wasm-kernel.ts';
import { createRealChain } from './real-chain.ts';
import { readerOf, recordsOf } from './relay-wallet.ts';

beforeAll(() => useWasmKernel());

/** Of all chains: one may have few outputs. */
const seen = { chains: 0, outputs: 0, spent: 0 };
afterAll(() => {
  expect(seen.outputs).toBeGreaterThan(2 * seen.chains);
  expect(seen.spent).toBeGreaterThanOrEqual(seen.chains);
});

it.each(inTier({ short: ['one'], long: Array.from({ length: 50 }, (_, i) => `${seed} ${i}`) }))(
  'reads the same from chain %s, with reorganisations and payments to new addresses',
  async (name) => {
    const chain = createRealChain(name);
    const [through, from] = [await readerOf(chain, { relay: chain.relay }), await readerOf(chain)];
    chain.grow(120);
    for (const [pop, grow] of [
      [0, 0],
      [0, 60],
      [5, 90],
      [30, 70],
    ] as const) {
      chain.pop(pop);
      chain.grow(grow);
      await through.sync.refresh();
      await from.sync.refresh();
      expect(recordsOf(through)).toEqual(recordsOf(from));
    }
    const { outputs } = through.ledger.state;
    seen.chains += 1;
    seen.outputs += outputs.length;
    seen.spent += outputs.filter(({ spent }) => spent !== undefined).length;
    expect(through.asked.compact).toBeGreaterThan(100);
  },
);

it('reads the same from a relay that cuts its answers, and asks for no range twice', async () => {
  const chain = createRealChain('of short answers');
  const spans: (readonly [from: number, count: number])[] = [];
  const relay = {
    ...chain.relay,
    compactBlocks: (from: number, most: number, signal?: AbortSignal) => {
      const count = Math.min(most, 70);
      spans.push([from, count]);
      return chain.relay.compactBlocks(from, count, signal);
    },
  };
  const [through, from] = [await readerOf(chain, { relay }), await readerOf(chain)];
  chain.grow(400);
  await through.sync.refresh();
  await from.sync.refresh();
  expect(recordsOf(through)).toEqual(recordsOf(from));
  const starts = spans.map(([start]) => start);
  expect(new Set(starts).size).toBe(starts.length);
  expect(starts.length).toBeLessThanOrEqual(Math.ceil(chain.height / 70) + 1);
});
