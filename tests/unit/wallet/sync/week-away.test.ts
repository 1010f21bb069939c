/**
 * A week and more of absence, 10,000 blocks of the size of mainnet's, on a link of 2 Mbit/s: with the newest blocks first,
 * Home is right within 30 seconds, and the rest arrives later without reading a block twice. Link and time are simulated;
 * sync, ledger and file are the real ones.
 */
import { expect, test } from 'vitest';
import type { Clock } from '../../../../src/ports/clock.ts';
import type { RangeOptions, RawBlocks } from '../../../../src/ports/block-source.ts';
import { balanceOf } from '../../../../src/wallet/ledger/balance.ts';
import { gapsOf } from '../../../../src/wallet/ledger/gaps.ts';
import { createFakeClock, type FakeClock } from '../../../support/rpc/fake-clock.ts';
import { settled } from '../../../support/settled.ts';
import { createTestChain, type TestTx } from '../test-chain.ts';
import { testLedger } from '../test-ledger.ts';
import { createTestNode, type TestNode } from '../test-node.ts';
import { syncOf } from '../test-sync.ts';

const NOW = 1_800_000_000;
const AWAY = 10_000;
/** What a node sends for a block of mainnet in 2026, with about thirty pruned transactions. */
const BLOCK_BYTES = 25_000;
const HEADER_BYTES = 800;
const RTT_MS = 100;

/** Lets the earliest sleep end as soon as nothing else can happen, again and again. */
const runUntil = async (clock: FakeClock, ended: () => boolean): Promise<void> => {
  for (;;) {
    for (let task = 0; task < 30; task++) await settled();
    if (ended()) return;
    const ms = clock.untilNext();
    // The address table is computed outside of the simulated time.
    if (ms === undefined) await new Promise((resolve) => setTimeout(resolve, 1));
    else await clock.advance(Math.max(0, ms));
  }
};

/** The answers of the node share a link. */
const overLink = (node: TestNode, clock: Clock, mbit: () => number): void => {
  let freeAt = 0;
  const carry = async <T>(answer: T, bytes: number): Promise<T> => {
    freeAt = Math.max(freeAt, clock.now()) + bytes / ((mbit() * 1e6) / 8 / 1000);
    await clock.sleep(freeAt - clock.now() + RTT_MS);
    return answer;
  };
  const carryBlocks = (raw: RawBlocks): Promise<RawBlocks> => carry(raw, raw.bytes.byteLength);
  const [tip, headers] = [node.tip.bind(node), node.headers.bind(node)];
  const [blocksAfter, blocksFrom] = [node.blocksAfter.bind(node), node.blocksFrom.bind(node)];
  node.tip = async () => carry(await tip(), 1000);
  node.headers = async (first, last) => carry(await headers(first, last), (last - first + 1) * HEADER_BYTES);
  node.blocksAfter = async (history, options?: RangeOptions) =>
    carryBlocks(await blocksAfter(history, options));
  node.blocksFrom = async (height, options) => carryBlocks(await blocksFrom(height, options));
};

/** Returns a function that says if the promise has settled. */
const settles = (promise: Promise<unknown>): (() => boolean) => {
  let ended = false;
  void promise.then(() => (ended = true));
  return () => ended;
};

const pay = (id: string, amount: bigint): TestTx => ({ id, outputs: [{ name: id, amount }] });

test('10,000 blocks are missing on 2 Mbit/s: Home is right in 30 seconds, the rest follows without a rescan', async () => {
  const chain = createTestChain(100);
  chain.add([pay('before', 1n)]);
  const node = createTestNode(chain);
  const clock = createFakeClock(NOW * 1000);
  const ledger = await testLedger();
  await syncOf(node, ledger, clock).refresh();
  chain.addEmpty(4000);
  chain.add([pay('long ago', 2n)]);
  chain.addEmpty(AWAY - 4001 - 50);
  chain.add([
    pay('today', 4n),
    { id: 'paid', spends: ['long ago'], fee: 1n, outputs: [{ name: 'change', amount: 1n }] },
  ]);
  chain.addEmpty(49);
  node.bytesPerBlock = BLOCK_BYTES;
  let mbit = 2;
  overLink(node, clock, () => mbit);
  /** How many times each block was scanned. */
  const scans = new Map<number, number>();
  node.lies.range = (range) => {
    for (let height = range.startHeight; height < range.startHeight + range.blocks.count; height++)
      scans.set(height, (scans.get(height) ?? 0) + 1);
    return range;
  };
  const sync = syncOf(node, ledger, clock);
  const balance = () => balanceOf(ledger.state, 0, false, NOW).balance;
  const left = () => gapsOf(ledger.state).reduce((sum, { from, to }) => sum + to - from, 0);
  const start = clock.now();
  const seconds = () => Math.round((clock.now() - start) / 1000);
  sync.setLink('metered');
  sync.start(10);
  await runUntil(clock, () => sync.status.phase === 'asking');
  sync.choose('newest');
  await runUntil(clock, () => sync.status.phase === 'done');
  // Everything of the newest blocks; of the payment, the change alone is known.
  expect([balance(), ledger.state.height]).toEqual([1n + 4n + 1n, chain.height]);
  expect(seconds()).toBeLessThanOrEqual(30);

  // The rest of the day arrives on the same link, older days do not.
  await runUntil(clock, () => left() <= AWAY - 720);
  const day = seconds();
  expect(day).toBeLessThanOrEqual(90);
  const before = left();
  await runUntil(clock, () => seconds() > day + 600);
  expect(left()).toBe(before);

  // Wi-Fi.
  mbit = 50;
  sync.setLink('free');
  await runUntil(clock, () => left() === 0);
  await runUntil(clock, settles(sync.stop()));
  expect(balance()).toBe(1n + 4n + 1n);
  expect([...ledger.state.tables.outgoing.values()]).toMatchObject([{ amountIn: 2n, change: 1n, fee: 1n }]);
  // A request for the newest blocks begins with a known one; no other is scanned twice.
  expect(scans.size).toBe(AWAY);
  expect([...scans.values()].reduce((sum, times) => sum + times, 0)).toBeLessThanOrEqual(AWAY + 3);
});
