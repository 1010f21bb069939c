/** Blocks that are read again, because a node may have changed them: the tree of outputs goes on. */
import { beforeAll, expect, it } from 'vitest';
import { Fault } from '../../../../src/base/fault.ts';
import { toHex } from '../../../../src/base/hex.ts';
import { decodeBlocks, getRawBlocks } from '../../../../src/daemon/bin/get-blocks.ts';
import type { Clock } from '../../../../src/ports/clock.ts';
import { KNOWN_RULES } from '../../../../src/protocol/block/known-rules.ts';
import { createInlinePool } from '../../../../src/wallet/scan/inline-pool.ts';
import type { Ledger } from '../../../../src/wallet/state/state.ts';
import { treeGrowerOf } from '../../../../src/wallet/tree/grow.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
import { useWasmKernel } from '../../../support/wasm-kernel.ts';
import { carrotTx } from '../carrot-money.ts';
import { towerOfFile } from '../follow-fork.ts';
import { createForkChain, type ForkChain } from '../fork-chain.ts';
import { createTestChain, keyImageOf } from '../test-chain.ts';
import { testLedger } from '../test-ledger.ts';
import { person, type Person } from '../test-money.ts';
import { createTestNode } from '../test-node.ts';
import { syncOf } from '../test-sync.ts';

const FORKS = { 17: 4, 18: 6 };
const random = seededRandom('tree and false answers');
let alice: Person;
let bob: Person;
beforeAll(async () => {
  await useWasmKernel();
  [alice, bob] = [person('alice'), person('bob')];
});

/** A node with this chain; `lies.change` changes the bytes of its answers. */
const nodeOf = (chain: ForkChain) => {
  const node = createTestNode(createTestChain(1));
  const lies: { change?: (bytes: Uint8Array) => void } = {};
  const answer = (height: number, most = Infinity) => {
    node.asked.blocks += 1;
    const bytes = new Uint8Array(chain.bytes(height, Math.min(most, node.perAnswer)));
    lies.change?.(bytes);
    return Promise.resolve(getRawBlocks({ startHeight: height }, 18).read(bytes));
  };
  const askTip = node.tip.bind(node);
  return Object.assign(node, {
    lies,
    scanner: Object.assign(createInlinePool(decodeBlocks, { reads: 18 }), { scans: 0 }),
    tip: async () => ({
      ...(await askTip(new AbortController().signal)),
      height: chain.height,
      topHash: chain.idAt(chain.height - 1),
    }),
    blocksAfter: (history: readonly Uint8Array[], { maxBlocks }: { maxBlocks?: number } = {}) =>
      answer(
        history.map((id) => chain.heightOf(id)).find((height) => height !== undefined)!,
        maxBlocks,
      ),
    blocksFrom: (height: number, { maxBlocks }: { maxBlocks?: number } = {}) => answer(height, maxBlocks),
  });
};
const setup = async (blocks: number) => {
  const chain = createForkChain(FORKS, random);
  for (let i = 0; i < blocks; i++) chain.add([], bob, 1n);
  const node = nodeOf(chain);
  const ledger = await testLedger(alice.account);
  await treeGrowerOf(ledger, towerOfFile);
  let now = 0;
  const clock: Clock = { now: () => now, sleep: () => Promise.resolve() };
  const wait = (ms: number): void => {
    now += ms;
  };
  const sync = syncOf(node, ledger, clock, undefined, { ...KNOWN_RULES, reads: 18 });
  return { chain, node, ledger, sync, wait };
};
const expectTree = ({ state }: Ledger, chain: ForkChain): void => {
  const height = chain.height - 1;
  const { layers, root } = chain.treeAt(height);
  const tip = { height, id: toHex(chain.idAt(height)), layers, root: toHex(root) };
  expect(state.tables.treeState.get('')).toEqual({ tip, proves: true });
};

it.each([
  ['one answer', 1000],
  ['several answers', 19],
])(
  'after a false answer, %s with more blocks than the tree goes back leave it whole',
  async (_what, most) => {
    const { chain, node, ledger, sync, wait } = await setup(120);
    await sync.refresh();
    expectTree(ledger, chain);
    node.fails = new Fault('node_bad_answer', { address: '', what: 'anything' });
    await expect(sync.refresh()).rejects.toMatchObject({ code: 'node_bad_answer' });
    expect(ledger.state.tables.readAgain.get('')).toBeLessThan(10);
    node.perAnswer = most;
    wait(10_000);
    await sync.refresh();
    expect(ledger.state.tables.readAgain.size).toBe(0);
    expectTree(ledger, chain);
    chain.add([], bob, 1n);
    await sync.refresh();
    expectTree(ledger, chain);
  },
);

// threat: changed-blocks
it('a key that a node changed is read again, from each node once, until the tree is that of the blocks', async () => {
  const { chain, node, ledger, sync } = await setup(7);
  const to = [{ address: bob.address(0, 0), amount: 3n }];
  const tx = carrotTx({ from: bob, spends: [keyImageOf('bob')], to, change: 1n }, random);
  chain.add([tx], bob, 1n);
  for (let i = 0; i < 3; i++) chain.add([], bob, 1n);
  const [one, other] = tx.prefix.outputs;
  node.lies.change = (bytes) => {
    const at = Buffer.from(bytes.buffer).indexOf(one!.key);
    if (at >= 0) bytes.set(other!.key, at);
  };
  await sync.refresh();
  const stopped = { height: 9, reason: 'root_differs' };
  expect(ledger.state.tables.treeState.get('')).toMatchObject({ stopped });
  expect(ledger.state.height).toBe(chain.height);
  // This node answers falsely a second time, and the wallet does not ask it again.
  await sync.refresh();
  expect(ledger.state.tables.treeState.get('')).toMatchObject({ stopped });
  chain.add([], bob, 1n);
  await sync.refresh();
  expect(ledger.state.tables.readAgain.size).toBe(0);
  delete node.lies.change;
  Object.assign(node, { node: { address: 'https://honest.example' } });
  chain.add([], bob, 1n);
  await sync.refresh();
  expect(ledger.state.tables.treeState.get('')).toMatchObject({ stopped });
  await sync.refresh();
  expectTree(ledger, chain);
  expect(ledger.state.tables.readAgain.size).toBe(0);
});
