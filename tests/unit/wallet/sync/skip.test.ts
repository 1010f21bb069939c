/** `refresh` with a start height: blocks below it that are not read yet are skipped. */
import { expect, test } from 'vitest';
import { Fault } from '../../../../src/base/fault.ts';
import { toHex } from '../../../../src/base/hex.ts';
import type { Clock } from '../../../../src/ports/clock.ts';
import { balanceOf } from '../../../../src/wallet/ledger/balance.ts';
import type { AccountRecord } from '../../../../src/wallet/state/records/account.ts';
import { createTestChain, type TestTx } from '../test-chain.ts';
import { testLedger } from '../test-ledger.ts';
import { createTestNode } from '../test-node.ts';
import { syncOf } from '../test-sync.ts';

const pay = (id: string, amount: bigint): TestTx => ({
  id,
  outputs: [{ name: id, amount, to: { major: 0, minor: 0 } }],
});
const clock: Clock = { now: () => 1_800_000_000_000, sleep: () => Promise.resolve() };

/** Blocks 300 and 600 pay 1 and 2; the chain has 700. */
const setup = async (account: Partial<AccountRecord> = {}) => {
  const chain = createTestChain(300);
  chain.add([pay('early', 1n)]);
  chain.addEmpty(299);
  chain.add([pay('late', 2n)]);
  chain.addEmpty(99);
  const node = createTestNode(chain);
  const ledger = await testLedger(account);
  const balance = () => balanceOf(ledger.state, 0, false, 1_800_000_000).balance;
  const isAtTip = () => toHex(ledger.state.chain.hashes.subarray(-32)) === toHex(chain.topHash);
  return { chain, node, ledger, sync: syncOf(node, ledger, clock), balance, isAtTip };
};

test.each([
  [301, 2n, 399],
  [300, 3n, 400],
  [601, 0n, 99],
  [700, 0n, 0],
  [9_999, 0n, 0],
])('a fresh wallet that starts at %i finds %i in %i blocks', async (start, found, blocksFetched) => {
  const { ledger, sync, balance, isAtTip } = await setup();
  expect(await sync.refresh(start)).toEqual({ blocksFetched, receivedMoney: found > 0n });
  expect([balance(), ledger.state.height, isAtTip()]).toEqual([found, 700, true]);
});
test('a wallet that has read blocks keeps what it found, and notices a reorg above the skipped blocks', async () => {
  const { chain, node, sync, balance, isAtTip } = await setup();
  chain.pop(350);
  await sync.refresh();
  expect(balance()).toBe(1n);
  chain.addEmpty(200);
  chain.add([pay('skipped', 4n)]);
  chain.addEmpty(120);
  await sync.refresh(600);
  expect([balance(), isAtTip()]).toEqual([1n, true]);
  chain.pop(30);
  chain.add([pay('after', 8n)], 'fork');
  chain.addEmpty(40, 'fork');
  node.chain = chain;
  await sync.refresh();
  expect([balance(), isAtTip()]).toEqual([9n, true]);
});
test('nothing is skipped below the birthday, below what is read, or when the wallet’s newest block was replaced', async () => {
  const late = await setup({ restoreHeight: 650 });
  await late.sync.refresh(640);
  expect([late.balance(), late.isAtTip()]).toEqual([0n, true]);

  const read = await setup();
  await read.sync.refresh();
  await read.sync.refresh(500);
  expect(read.balance()).toBe(3n);

  const { chain, sync, balance, isAtTip } = await setup();
  await sync.refresh();
  chain.pop(20);
  chain.add([pay('replaced', 4n)], 'fork');
  chain.addEmpty(60, 'fork');
  await sync.refresh(730);
  expect([balance(), isAtTip()]).toEqual([7n, true]);
});
test('a refresh that waits for the pass under way skips as well', async () => {
  const { node, sync, balance } = await setup();
  node.fails = new Fault('node_busy', { address: '' });
  const first = sync.refresh().catch(() => (node.fails = undefined));
  // All three share the second pass.
  await Promise.all([first, sync.refresh(), sync.refresh(301), sync.refresh(5)]);
  expect(balance()).toBe(2n);
});
