/** Blocks that a node sent around a false answer are scanned again once it answers correctly. */
import { expect, test } from 'vitest';
import { Fault } from '../../../../src/base/fault.ts';
import type { Clock } from '../../../../src/ports/clock.ts';
import type { ScannedRange } from '../../../../src/ports/scan-pool.ts';
import { balanceOf } from '../../../../src/wallet/ledger/balance.ts';
import { forgetChain } from '../../../../src/wallet/ledger/forget-chain.ts';
import { change, openLedger, put, type Ledger } from '../../../../src/wallet/state/state.ts';
import type { Sync } from '../../../../src/wallet/sync/types.ts';
import { createTestChain, type TestTx } from '../test-chain.ts';
import { testFile, testLedger } from '../test-ledger.ts';
import { createTestNode, type TestNode } from '../test-node.ts';
import { syncOf } from '../test-sync.ts';

const payment = (id: string, amount: bigint): TestTx => ({
  id,
  outputs: [{ name: id, amount, to: { major: 0, minor: 0 } }],
});
const total = (ledger: Ledger): bigint => balanceOf(ledger.state, 0, false, 1_800_000_000).balance;
/** As if the node had changed the bytes of all transactions: the scan finds nothing in them. */
const hideAll = (range: ScannedRange): ScannedRange => ({ ...range, found: [] });
/** As if the node had added 1000 to every index of an output: the indices still follow each other. */
const shiftIndices = (range: ScannedRange): ScannedRange => {
  const { firstOutput, outputsAfter } = range.blocks;
  return {
    ...range,
    blocks: {
      ...range.blocks,
      firstOutput: firstOutput && firstOutput + 1000,
      outputsAfter: outputsAfter.map((count) => count + 1000),
    },
  };
};
const falseAnswer = (): Fault => new Fault('node_bad_answer', { address: '', what: 'anything' });

const setup = async () => {
  const chain = createTestChain(20);
  chain.add([payment('a', 5n)]);
  chain.addEmpty(10);
  const node = createTestNode(chain);
  const file = await testFile();
  const ledger = await testLedger({}, file);
  let now = 0;
  const clock: Clock = { now: () => now, sleep: () => Promise.resolve() };
  const wait = (ms: number): void => {
    now += ms;
  };
  return { chain, node, file, ledger, clock, wait, sync: syncOf(node, ledger, clock) };
};
const lieOnce = async (node: TestNode, sync: Sync): Promise<void> => {
  node.fails = falseAnswer();
  await expect(sync.refresh()).rejects.toMatchObject({ code: 'node_bad_answer' });
};

// threat: changed-blocks
test('a payment that a node hid is found when honest answers follow its false one', async () => {
  const { node, ledger, sync, wait } = await setup();
  node.lies.range = hideAll;
  await sync.refresh();
  await lieOnce(node, sync);
  node.lies = {};
  await sync.refresh();
  expect(total(ledger)).toBe(0n);
  wait(10_000);
  await sync.refresh();
  expect(total(ledger)).toBe(5n);
  expect(ledger.state.tables.readAgain.size).toBe(0);
});

test('blocks are scanned again also after the wallet was closed and opened', async () => {
  const { node, file, sync, clock } = await setup();
  node.lies.range = hideAll;
  await sync.refresh();
  await lieOnce(node, sync);
  node.lies = {};
  const ledger = await openLedger(file);
  await syncOf(node, ledger, clock).refresh();
  expect(total(ledger)).toBe(5n);
});

test('nothing is scanned again without a false answer, nor blocks of an earlier session', async () => {
  const { node, ledger, sync, clock, wait, chain } = await setup();
  await sync.refresh();
  wait(60_000);
  const asked = node.asked.blocks;
  await sync.refresh();
  const later = syncOf(node, ledger, clock);
  await lieOnce(node, later);
  wait(60_000);
  await later.refresh();
  expect(node.asked.blocks).toBe(asked);
  chain.addEmpty(1);
  await later.refresh();
  await lieOnce(node, later);
  expect(ledger.state.tables.readAgain.get('')).toBe(31);
});

// threat: changed-blocks
test('scanning again cannot shorten the chain, and a frozen output stays frozen', async () => {
  const { node, ledger, sync, wait } = await setup();
  await sync.refresh();
  const output = ledger.state.outputs[0]!;
  await ledger.commit(change([put('outputs', '0', { ...output, frozen: true })]));
  await lieOnce(node, sync);
  wait(10_000);
  node.lies.end = 29;
  await expect(sync.refresh()).rejects.toMatchObject({ code: 'node_bad_answer' });
  expect([ledger.state.height, ledger.state.outputs.length]).toEqual([31, 1]);
  node.lies = {};
  await sync.refresh();
  expect(ledger.state.tables.readAgain.size).toBe(1);
  wait(10_000);
  await sync.refresh();
  expect(ledger.state.tables.readAgain.size).toBe(0);
  expect(ledger.state.outputs).toMatchObject([{ frozen: true, amount: 5n }]);
});

test('blocks are scanned again also from a node whose answers are shorter than what is doubtful', async () => {
  const { node, ledger, sync, wait } = await setup();
  node.lies.range = hideAll;
  await sync.refresh();
  await lieOnce(node, sync);
  node.lies = {};
  node.perAnswer = 7;
  wait(10_000);
  await sync.refresh();
  expect(total(ledger)).toBe(5n);
  expect(ledger.state.tables.readAgain.size).toBe(0);
});

test('a reorganisation below the doubtful blocks does not keep the wallet from reading on', async () => {
  const { node, file, sync, clock, chain, wait } = await setup();
  await sync.refresh();
  chain.addEmpty(2);
  const ledger = await openLedger(file);
  const later = syncOf(node, ledger, clock);
  await later.refresh();
  await lieOnce(node, later);
  // Only the two newest blocks are doubtful, and five are replaced.
  chain.pop(5);
  chain.addEmpty(5, 'other');
  chain.add([payment('b', 3n)]);
  wait(10_000);
  await later.refresh();
  expect([ledger.state.height, total(ledger)]).toEqual([34, 8n]);
  expect(ledger.state.tables.readAgain.size).toBe(0);
});

// threat: changed-blocks
test('after a node shifted all output indices, honest nodes contradict them until a rescan, and the fault says so', async () => {
  const { node, file, sync, clock, chain } = await setup();
  node.lies.range = shiftIndices;
  await sync.refresh();
  node.lies = {};
  chain.addEmpty(1);
  const ledger = await openLedger(file);
  const later = syncOf(node, ledger, clock);
  for (let pass = 0; pass < 2; pass++)
    await expect(later.refresh()).rejects.toMatchObject({
      code: 'node_bad_answer',
      data: { kind: 'indices' },
    });
  await ledger.commit((state) => forgetChain(state, false));
  await later.refresh();
  expect([ledger.state.height, total(ledger)]).toEqual([32, 5n]);
});
