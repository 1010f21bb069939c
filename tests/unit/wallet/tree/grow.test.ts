/**
 * Where the wallet's tree of outputs begins, ends and goes on. That it is right at every step of a long chain is in
 * tests/property/wallet/carrot-fork.test.ts.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { asTxId } from '../../../../src/base/brands.ts';
import { MAX_HEIGHT } from '../../../../src/base/chain.ts';
import { toHex } from '../../../../src/base/hex.ts';
import { decodeBlocks } from '../../../../src/daemon/bin/get-blocks.ts';
import type { Tower } from '../../../../src/kernel/tower.ts';
import type { ScanPool } from '../../../../src/ports/scan-pool.ts';
import type { OutputTree } from '../../../../src/protocol/block/types.ts';
import { forgetChain } from '../../../../src/wallet/ledger/forget-chain.ts';
import { openGap } from '../../../../src/wallet/ledger/gaps.ts';
import { reduceRange } from '../../../../src/wallet/ledger/reduce-range.ts';
import { createInlinePool } from '../../../../src/wallet/scan/inline-pool.ts';
import { change, openLedger, put, type Ledger } from '../../../../src/wallet/state/state.ts';
import { createTreeGrower, type TreeGrower } from '../../../../src/wallet/tree/grow.ts';
import { ownPaths } from '../../../../src/wallet/tree/own-path.ts';
import { expectFault, faultOf } from '../../../support/faults.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
import { useWasmKernel } from '../../../support/wasm-kernel.ts';
import { carrotTx } from '../carrot-money.ts';
import { followFork, towerOfFile, type Follow } from '../follow-fork.ts';
import { createForkChain, type ForkChain } from '../fork-chain.ts';
import { keyImageOf } from '../test-chain.ts';
import { testFile, testLedger } from '../test-ledger.ts';
import { person, type Person } from '../test-money.ts';

const FORKS = { 17: 4, 18: 6 };
const random = seededRandom('grow');
let alice: Person;
let bob: Person;
let pool: ScanPool;
let tower: Tower;
let grower: TreeGrower;
beforeAll(async () => {
  await useWasmKernel();
  [alice, bob] = [person('alice'), person('bob')];
  pool = createInlinePool(decodeBlocks, { reads: 18 });
  await pool.configure(alice.scanner.keys);
  tower = await towerOfFile();
  grower = createTreeGrower(tower);
});

let images = 0;
/** Mines blocks; alice gets a payment in each one of Carrot. */
const mine = (chain: ForkChain, count: number): void => {
  for (let i = 0; i < count; i++) {
    const to = [{ address: alice.address(0, 0), amount: 5n }];
    const pay = { from: bob, spends: [keyImageOf(`grow ${images++}`)], to, change: 1n };
    chain.add(chain.height >= FORKS[17] ? [carrotTx(pay, random)] : [], bob, 1n);
  }
};
const chainOf = (count: number, forge?: (height: number, tree: OutputTree) => OutputTree | undefined) => {
  const chain = createForkChain(FORKS, random, { ...(forge && { forge }) });
  mine(chain, count);
  return chain;
};
const follow = (ledger: Ledger, chain: ForkChain, more: Partial<Follow> = {}) =>
  followFork(ledger, chain, { pool, grower, ...more });
const treeState = ({ state }: Ledger) => state.tables.treeState.get('');
const tipAt = (chain: ForkChain, height: number) => {
  const { layers, root } = chain.treeAt(height);
  return { height, id: toHex(chain.idAt(height)), layers, root: toHex(root) };
};
/** The tree is that of the chain's newest block. */
const expectTree = (ledger: Ledger, chain: ForkChain): void => {
  const height = chain.height - 1;
  const proves = height >= FORKS[18] ? { proves: true } : {};
  expect(treeState(ledger)).toEqual({ tip: tipAt(chain, height), ...proves });
};
const expectNone = (ledger: Ledger, height: number, reason: string): void => {
  expect(treeState(ledger)).toEqual({ stopped: { height, reason } });
  expect(ledger.state.tables.tree.size).toBe(0);
  expect(faultOf(() => ownPaths(ledger.state, height))).toMatchObject({ code: 'no_tree', height, reason });
};

describe('the tree of a wallet', () => {
  it('begins at the genesis block, and is that of the chain in each block', async () => {
    const [chain, ledger] = [chainOf(3), await testLedger(alice.account)];
    while (chain.height < 10) {
      await follow(ledger, chain);
      expectTree(ledger, chain);
      mine(chain, 2);
    }
  });

  it('does not begin in the middle of the chain, whose earlier outputs it does not know', async () => {
    const [chain, ledger] = [chainOf(8), await testLedger(alice.account)];
    await follow(ledger, chain, { from: 5 });
    expectNone(ledger, 5, 'started_later');
    mine(chain, 1);
    await follow(ledger, chain);
    expectNone(ledger, 5, 'started_later');
  });

  it('ends where another build read on, and begins anew when the chain is read again', async () => {
    const [chain, ledger] = [chainOf(5), await testLedger(alice.account)];
    await follow(ledger, chain);
    mine(chain, 1);
    // The build of today does not know the tree.
    await followFork(ledger, chain, { pool });
    mine(chain, 1);
    await follow(ledger, chain);
    expectNone(ledger, 6, 'blocks_left_out');
    await ledger.commit((state) => forgetChain(state, false));
    expect(treeState(ledger)).toBeUndefined();
    await follow(ledger, chain);
    expectTree(ledger, chain);
  });

  it('ends where another build replaced its newest block', async () => {
    const [chain, ledger] = [chainOf(6), await testLedger(alice.account)];
    await follow(ledger, chain);
    chain.pop(1);
    mine(chain, 1);
    await followFork(ledger, chain, { pool });
    mine(chain, 1);
    await follow(ledger, chain);
    expectNone(ledger, 7, 'blocks_left_out');
  });

  it('ends where newer blocks are read first', async () => {
    const [chain, ledger] = [chainOf(4), await testLedger(alice.account)];
    await follow(ledger, chain);
    mine(chain, 6);
    const before = { first: 8, ids: chain.idAt(8), since: 0, until: 1 };
    await ledger.commit((state) => openGap(state, 5, before, 100));
    await follow(ledger, chain);
    expectNone(ledger, 5, 'blocks_left_out');
  });

  it('can be read again after somebody locked an output for longer than the chain can last', async () => {
    const chain = chainOf(5);
    const file = await testFile();
    const ledger = await testLedger(alice.account, file);
    const stranger = carrotTx(
      {
        from: bob,
        spends: [keyImageOf('stranger')],
        to: [{ address: bob.address(0, 0), amount: 1n }],
        change: 1n,
      },
      random,
    );
    chain.add([{ ...stranger, prefix: { ...stranger.prefix, unlockTime: 2n ** 64n - 1n } }], bob, 1n);
    await follow(ledger, chain);
    mine(chain, 1);
    const reopened = await openLedger(file);
    await follow(reopened, chain, { grower: createTreeGrower(tower) });
    expectTree(reopened, chain);
  });

  it('ends with rows that cannot be read', async () => {
    const chain = chainOf(6);
    const file = await testFile();
    const ledger = await testLedger(alice.account, file);
    await follow(ledger, chain);
    await ledger.commit(change([put('tree', 'head', Uint8Array.of(9))]));
    mine(chain, 1);
    await follow(await openLedger(file), chain, { grower: createTreeGrower(tower) });
    expectNone(await openLedger(file), 7, 'unreadable');
  });

  it('goes back in a reorg, however long a chain the node claimed', async () => {
    const [chain, ledger] = [chainOf(8), await testLedger(alice.account)];
    await follow(ledger, chain, { claims: MAX_HEIGHT });
    chain.pop(2);
    mine(chain, 3);
    await follow(ledger, chain);
    expectTree(ledger, chain);
  });
});

describe('a block with another tree', () => {
  const other = new Uint8Array(32).fill(1);
  // threat: changed-blocks
  it.each([
    ['root', (tree: OutputTree) => ({ ...tree, root: other })],
    ['number of layers', (tree: OutputTree) => ({ ...tree, layers: tree.layers + 1 })],
  ])('%s ends the tree there, and the wallet reads on', async (_what, forge) => {
    let lies = true;
    const chain = chainOf(9, (height, tree) => (lies && height === 7 ? forge(tree) : undefined));
    const ledger = await testLedger(alice.account);
    await follow(ledger, chain);
    const stopped = { height: 7, reason: 'root_differs' };
    expect(treeState(ledger)).toEqual({
      tip: tipAt(chain, 6),
      stopped,
    });
    expect(ledger.state.height).toBe(chain.height);
    expect(ledger.state.outputs).toHaveLength(6);
    expect(faultOf(() => ownPaths(ledger.state, 8))).toMatchObject({ code: 'no_tree', ...stopped });
    expect(ownPaths(ledger.state, 6)(ledger.state.outputs[0]!)).toBeDefined();
    // The block is replaced: the tree goes on.
    lies = false;
    chain.pop(chain.height - 7);
    mine(chain, 4);
    await follow(ledger, chain);
    expectTree(ledger, chain);
  });

  it('ends the tree for good when no reorg can replace it any more', async () => {
    const trees = { next: () => ({ layers: 9, root: other }), add: () => undefined, pop: () => undefined };
    const chain = createForkChain(FORKS, random, { trees });
    const ledger = await testLedger(alice.account);
    for (let i = 0; i < 100; i++) chain.add([], bob, 1n);
    await follow(ledger, chain);
    expect(treeState(ledger)?.tip?.height).toBe(3);
    for (let i = 0; i < 7; i++) chain.add([], bob, 1n);
    await follow(ledger, chain);
    expectNone(ledger, 4, 'root_differs');
  });
});

it('a spent output loses its path when no reorg can make it unspent', async () => {
  const [chain, ledger] = [chainOf(6), await testLedger(alice.account)];
  await follow(ledger, chain);
  const [first, second] = ledger.state.outputs;
  // A node says that the output is spent, perhaps falsely; the wallet does not know the spending transaction.
  const spent = { height: 5, txid: asTxId(new Uint8Array(32)) };
  await ledger.commit(change([put('outputs', '1', { ...second!, spent })]));
  const to = [{ address: bob.address(0, 0), amount: 1n }];
  chain.add([carrotTx({ from: alice, spends: [first!.keyImage!], to, change: 4n }, random)], bob, 1n);
  chain.add([], bob, 1n);
  await follow(ledger, chain);
  const hasPath = (output: typeof first) => ownPaths(ledger.state, chain.height - 1)(output!) !== undefined;
  expect([first, second].map(hasPath)).toEqual([true, true]);
  for (let i = 0; i < 101; i++) chain.add([], bob, 1n);
  await follow(ledger, chain);
  expect([first, second].map(hasPath)).toEqual([false, true]);
  expectFault(() => ownPaths(ledger.state, 3), 'tree_too_old');
});

it('blocks whose positions are not known end the tree', async () => {
  const [chain, ledger] = [chainOf(6), await testLedger(alice.account)];
  const { offsets: _, ...range } = await pool.scan(chain.answer(0, 18));
  await ledger.commit((state) => grower.grow(state, [range], reduceRange(state, range, 100)));
  expectNone(ledger, 0, 'blocks_left_out');
});
