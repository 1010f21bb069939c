/** A wallet that learns from its relay which coins are spent in blocks that it has not read yet. */
import { beforeAll, expect, it } from 'vitest';
import { toHex } from '../../../../src/base/hex.ts';
import type { CompactSource } from '../../../../src/ports/compact-source.ts';
import { useWasmKernel } from '../../../support/wasm-kernel.ts';
import { createRealChain, type RealChain } from './real-chain.ts';
import { readerOf, type Reader } from './relay-wallet.ts';

beforeAll(() => useWasmKernel());

const unspentKeys = ({ ledger }: Reader): string[] =>
  ledger.state.outputs.filter(({ spent }) => spent === undefined).map(({ key }) => toHex(key));

/** A wallet that has read some blocks, and waits for the next ones while `chain` has grown. */
const behind = async (chain: RealChain, change: Partial<CompactSource> = {}) => {
  let goOn = (): void => undefined;
  const waits = { now: Promise.resolve() };
  const relay: CompactSource = {
    ...chain.relay,
    compactBlocks: async (...asked) => {
      await waits.now;
      return chain.relay.compactBlocks(...asked);
    },
    ...change,
  };
  chain.grow(100);
  for (let i = 0; i < 5; i++) chain.pay();
  const reader = await readerOf(chain, { relay });
  await reader.sync.refresh();
  waits.now = new Promise((resolve) => (goOn = resolve));
  for (let i = 0; i < 3; i++) chain.pay();
  for (let i = 0; i < 2; i++) chain.spend();
  chain.grow(60);
  const before = unspentKeys(reader);
  const reading = reader.sync.refresh();
  // The pass has asked for the tip, and waits for blocks.
  await new Promise((resolve) => setTimeout(resolve));
  return { reader, before, reading, goOn };
};

it('knows the coins that are spent in unread blocks, and no others', async () => {
  const { reader, before, reading, goOn } = await behind(createRealChain('unread spends'));
  expect(reader.sync.unreadSpends.known).toBe(false);
  expect(reader.sync.unreadSpends.doubtful().size).toBe(0);
  await reader.sync.unreadSpends.read();
  expect(reader.sync.unreadSpends.known).toBe(true);
  const doubtful = [...reader.sync.unreadSpends.doubtful()];
  goOn();
  await reading;
  const unspent = unspentKeys(reader);
  expect(doubtful.length).toBeGreaterThan(0);
  expect(doubtful.length).toBeLessThan(before.length);
  expect(doubtful).toEqual(before.filter((key) => !unspent.includes(key)));
  expect(reader.sync.unreadSpends.doubtful().size).toBe(0);
});

it('knows nothing when blocks do not say what they spend, and without a relay', async () => {
  const chain = createRealChain('silent blocks');
  const silent = await behind(chain, {
    imageStarts: async (...asked) => ({ ...(await chain.relay.imageStarts(...asked)), unknown: 1 }),
  });
  await silent.reader.sync.unreadSpends.read();
  expect(silent.reader.sync.unreadSpends.known).toBe(false);
  silent.goOn();
  await silent.reading;
  const alone = await readerOf(chain);
  await alone.sync.unreadSpends.read();
  expect(alone.sync.unreadSpends.known).toBe(false);
});
