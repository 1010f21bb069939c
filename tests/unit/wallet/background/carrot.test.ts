/** A wallet whose spend key was locked away on a chain over the fork, and the copy that reads for it meanwhile. */
import { beforeAll, expect, test } from 'vitest';
import { decodeBlocks } from '../../../../src/daemon/bin/get-blocks.ts';
import { copyOf } from '../../../../src/wallet/background/copy.ts';
import { mergeCopy } from '../../../../src/wallet/background/merge-copy.ts';
import { loadCarrotImages, recover } from '../../../../src/wallet/background/recover.ts';
import { balanceOf } from '../../../../src/wallet/ledger/balance.ts';
import { obstaclesIn } from '../../../../src/wallet/ledger/coins.ts';
import { reduceRange } from '../../../../src/wallet/ledger/reduce-range.ts';
import { reduceSearch } from '../../../../src/wallet/ledger/spend-search.ts';
import { createInlinePool } from '../../../../src/wallet/scan/inline-pool.ts';
import { change, DEFAULT_SETTINGS, put, type Ledger } from '../../../../src/wallet/state/state.ts';
import { createTreeGrower } from '../../../../src/wallet/tree/grow.ts';
import { ownPaths } from '../../../../src/wallet/tree/own-path.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
import { useWasmKernel } from '../../../support/wasm-kernel.ts';
import { carrotTx } from '../carrot-money.ts';
import { followFork, towerOfFile } from '../follow-fork.ts';
import { createForkChain } from '../fork-chain.ts';
import { keyImageOf } from '../test-chain.ts';
import { testLedger } from '../test-ledger.ts';
import { person, type Person } from '../test-money.ts';

const NOW = 1_900_000_000;
const random = seededRandom('background over the fork');
const chain = createForkChain({ 17: 3, 18: 6 }, random);
let alice: Person;
let bob: Person;
beforeAll(async () => {
  await useWasmKernel();
  [alice, bob] = [person('alice'), person('bob')];
});

const read = async (ledger: Ledger, from: number, spendKey: boolean): Promise<void> => {
  const pool = createInlinePool(decodeBlocks, { reads: 18 });
  const { spendSecret: _, ...watching } = alice.scanner.keys;
  await pool.configure(spendKey ? alice.scanner.keys : watching);
  const range = await pool.scan(chain.answer(from, 18));
  await ledger.commit((state) => reduceRange(state, range, 100).change);
};
const balance = ({ state }: Ledger): bigint => balanceOf(state, 0, false, NOW).balance;

test('finds key images of outputs of Carrot and their spends when the key is back', async () => {
  const pay = (amount: bigint, minor: number) => {
    const to = [{ address: alice.address(0, minor), amount }];
    return carrotTx({ from: bob, spends: [keyImageOf(`foreign ${amount}`)], to, change: 1n }, random);
  };
  for (let i = 0; i < 4; i++) chain.add([], bob, 1n);
  chain.add([pay(70n, 2), pay(30n, 0)], bob, 1n);
  chain.add([], alice, 500n);
  const whole = await testLedger(alice.account);
  await read(whole, 0, true);
  expect(balance(whole)).toBe(600n);

  const { spendSecret: _, ...watching } = alice.account;
  const away = await testLedger(watching);
  const { spendSecret: none, ...account } = away.state.account;
  expect(none).toBeDefined();
  const background = { type: 'custom' as const, away: true as const };
  await away.commit(
    change([put('account', '', account), put('settings', '', { ...DEFAULT_SETTINGS, background })]),
  );
  await read(away, 0, false);
  expect(balance(away)).toBe(600n);
  expect(away.state.outputs.every(({ keyImage }) => keyImage === undefined)).toBe(true);

  // Another copy of the wallet spends the output of 70.
  const coin = whole.state.outputs.find(({ amount }) => amount === 70n)!;
  const to = [{ address: bob.address(0, 0), amount: 60n }];
  const spentAt = chain.height;
  chain.add([carrotTx({ from: alice, spends: [coin.keyImage!], to, change: 9n, fee: 1n }, random)], bob, 1n);
  chain.add([], bob, 1n);
  await read(whole, spentAt - 1, true);
  await read(away, spentAt - 1, false);
  expect(balance(whole)).toBe(539n);
  // Without the key the change is found, but not the spend.
  expect(balance(away)).toBe(609n);

  const carrotImageOf = await loadCarrotImages(away.state);
  await away.commit((state) => recover(state, alice.account, undefined, carrotImageOf));
  const images = ({ state }: Ledger) => state.outputs.map(({ keyImage }) => keyImage);
  expect(images(away)).toEqual(images(whole));
  const search = away.state.tables.spendSearch.get('')!;
  expect(search).toMatchObject({ from: 1, next: 1, to: chain.height });
  const pool = createInlinePool(decodeBlocks, { reads: 18 });
  await pool.configure(alice.scanner.keys);
  const again = await pool.scan(chain.answer(search.next, 18));
  await away.commit((state) => reduceSearch(state, again).change);
  expect(balance(away)).toBe(539n);
  expect(away.state.tables.spendSearch.size + away.state.tables.maybeSpending.size).toBe(0);
  expect(away.state.tables.outgoing.size).toBe(1);
});

test('cannot spend outputs of Carrot yet', async () => {
  const ledger = await testLedger(alice.account);
  await read(ledger, 0, true);
  const obstacleOf = obstaclesIn(ledger.state, NOW);
  const unspent = ledger.state.outputs.filter(({ spent }) => !spent);
  expect(unspent.length).toBeGreaterThan(1);
  expect(unspent.map(obstacleOf)).toEqual(unspent.map(() => 'later'));
});

test('takes over the tree of outputs that the copy grew meanwhile', async () => {
  const chain = createForkChain({ 17: 3, 18: 6 }, random);
  for (let i = 0; i < 7; i++) chain.add([], bob, 1n);
  const tower = await towerOfFile();
  const pool = createInlinePool(decodeBlocks, { reads: 18 });
  const follow = async (ledger: Ledger, keys: Person['scanner']['keys']): Promise<void> => {
    await pool.configure(keys);
    await followFork(ledger, chain, { pool, grower: createTreeGrower(tower) });
  };
  const wallet = await testLedger(alice.account);
  await follow(wallet, alice.scanner.keys);
  const copy = await testLedger();
  await copy.commit(copyOf(wallet.state));
  const to = [{ address: alice.address(0, 1), amount: 20n }];
  chain.add([carrotTx({ from: bob, spends: [keyImageOf('meanwhile')], to, change: 1n }, random)], bob, 1n);
  for (let i = 0; i < 2; i++) chain.add([], bob, 1n);
  const { spendSecret: _, ...watching } = alice.scanner.keys;
  await follow(copy, watching);
  await wallet.commit((state) => mergeCopy(state, copy.state));
  chain.add([], bob, 1n);
  await follow(wallet, alice.scanner.keys);
  const height = chain.height - 1;
  expect(wallet.state.tables.treeState.get('')).toMatchObject({ tip: { height }, proves: true });
  expect(wallet.state.tables.treeState.get('')).not.toHaveProperty('stopped');
  const found = wallet.state.outputs.find(({ amount }) => amount === 20n)!;
  expect(ownPaths(wallet.state, height)(found)).toBeDefined();
});
