/** A wallet that reads through a relay has the records of one that reads from the node. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { toHex } from '../../../../src/base/hex.ts';
import { forgetChain } from '../../../../src/wallet/ledger/forget-chain.ts';
import { markSpent } from '../../../../src/wallet/ledger/spent-status.ts';
import { put } from '../../../../src/wallet/state/state.ts';
import { inTier, seed } from '../../../support/tier.ts';
import { useWasmKernel } from '../../../support/wasm-kernel.ts';
import { createRealChain, type RealChain } from './real-chain.ts';
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

const shortAnswers = (
  { relay }: RealChain,
  most: number,
  asked: (from: number, count: number) => void = () => undefined,
): RealChain['relay'] => ({
  ...relay,
  compactBlocks: (from, wanted, signal) => {
    const count = Math.min(wanted, most);
    asked(from, count);
    return relay.compactBlocks(from, count, signal);
  },
});

it('reads the same from a relay that cuts its answers, and asks for no range twice', async () => {
  const chain = createRealChain('of short answers');
  const spans: (readonly [from: number, count: number])[] = [];
  const relay = shortAnswers(chain, 70, (from, count) => spans.push([from, count]));
  const [through, from] = [await readerOf(chain, { relay }), await readerOf(chain)];
  chain.grow(400);
  await through.sync.refresh();
  await from.sync.refresh();
  expect(recordsOf(through)).toEqual(recordsOf(from));
  const starts = spans.map(([start]) => start);
  expect(new Set(starts).size).toBe(starts.length);
  expect(starts.length).toBeLessThanOrEqual(Math.ceil(chain.height / 70) + 1);
});

it('finds the transaction of a spend that only the node had reported', async () => {
  const chain = createRealChain('of a reported spend');
  const readers = [await readerOf(chain, { relay: chain.relay }), await readerOf(chain)] as const;
  while (chain.own.size === 0) chain.pay();
  for (const { sync } of readers) await sync.refresh();
  chain.growForeign(60);
  const height = chain.height;
  chain.spend('without change');
  chain.growForeign(60);
  for (const { sync, ledger } of readers) {
    await ledger.commit((state) =>
      markSpent(state, new Map(state.outputs.map(({ keyImage }) => [toHex(keyImage!), 1]))),
    );
    await sync.refresh();
  }
  const [through, from] = readers;
  expect(from.ledger.state.history.outgoing).toMatchObject([{ state: 'confirmed', height }]);
  expect(recordsOf(through)).toEqual(recordsOf(from));
});

it('finds a payment again whose outputs are below a later birthday', async () => {
  const chain = createRealChain('of a later birthday');
  const relay = shortAnswers(chain, 40);
  const readers = [await readerOf(chain, { relay }), await readerOf(chain)] as const;
  while (chain.own.size === 0) chain.pay();
  chain.growForeign(60);
  const height = chain.height;
  chain.spend('without change');
  chain.growForeign(60);
  for (const { sync, ledger } of readers) {
    await sync.refresh();
    await ledger.commit((state) => {
      const { puts, ...forgotten } = forgetChain(state, false);
      return { ...forgotten, puts: [...puts, put('account', '', { ...state.account, restoreHeight: 30 })] };
    });
    await sync.refresh();
  }
  const [through, from] = readers;
  expect(from.ledger.state.outputs).toEqual([]);
  expect(from.ledger.state.history.outgoing).toMatchObject([{ state: 'confirmed', height }]);
  expect(recordsOf(through)).toEqual(recordsOf(from));
});
