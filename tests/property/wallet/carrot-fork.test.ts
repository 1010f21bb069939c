/**
 * A wallet on a chain over the fork, with outputs of both eras, reorgs across both heights of it and kills of the tab at
 * commits: the balance and the tree of outputs are right after every step, and those of a wallet restored at the end are
 * the same.
 */
import { beforeAll, expect, test } from 'vitest';
import { fromHex, toHex } from '../../../src/base/hex.ts';
import { decodeBlocks } from '../../../src/daemon/bin/get-blocks.ts';
import type { Tower } from '../../../src/kernel/tower.ts';
import type { ScanPool } from '../../../src/ports/scan-pool.ts';
import type { WalletFile } from '../../../src/ports/wallet-files.ts';
import { fastTreeRules, treeOf } from '../../../src/protocol/fcmp/fast-tree.ts';
import { rootOfPath } from '../../../src/protocol/fcmp/paths.ts';
import { balanceOf } from '../../../src/wallet/ledger/balance.ts';
import { createInlinePool } from '../../../src/wallet/scan/inline-pool.ts';
import { openLedger, type Ledger } from '../../../src/wallet/state/state.ts';
import { createTreeGrower } from '../../../src/wallet/tree/grow.ts';
import { ownPaths } from '../../../src/wallet/tree/own-path.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { inTier, limit, seed } from '../../support/tier.ts';
import { useWasmKernel } from '../../support/wasm-kernel.ts';
import type { ForkChain } from '../../unit/wallet/fork-chain.ts';
import { followFork, towerOfFile } from '../../unit/wallet/follow-fork.ts';
import { createForkPlay, type PlayCoin } from '../../unit/wallet/fork-play.ts';
import { testFile, testLedger } from '../../unit/wallet/test-ledger.ts';

const BLOCKS = inTier({ short: 36, long: 2_000 });
const READS = 18;
const NOW = 1_900_000_000;

const random = seededRandom(`fork ${seed}`);
let pool: ScanPool;
let tower: Tower;
beforeAll(async () => {
  await useWasmKernel();
  pool = createInlinePool(decodeBlocks, { reads: READS });
  tower = await towerOfFile();
});

/** Fails when it is told to, before or after the entry is on the disk. */
const killable = (file: WalletFile) => {
  let kill: 'before' | 'after' | undefined;
  const append: WalletFile['append'] = async (entry) => {
    const now = kill;
    kill = undefined;
    if (now === 'before') throw new Error('killed');
    await file.append(entry);
    if (now === 'after') throw new Error('killed');
  };
  const wrapped: WalletFile = Object.assign(Object.create(file) as WalletFile, { append });
  return { file: wrapped, killNext: (when: 'before' | 'after') => void (kill = when) };
};

const total = ({ state }: Ledger): bigint =>
  [0, 1].reduce((sum, account) => sum + balanceOf(state, account, false, NOW).balance, 0n);

const coinsOf = ({ state }: Ledger): PlayCoin[] =>
  state.outputs.flatMap(({ amount, spent, keyImage, height }) =>
    !spent && keyImage ? [{ amount, keyImage, height }] : [],
  );

const keptTree = ({ state }: Ledger) => {
  const { tip, stopped } = state.tables.treeState.get('')!;
  expect(stopped).toBeUndefined();
  const { height, layers, root } = tip!;
  expect(height).toBe(state.height - 1);
  return { layers, root: fromHex(root) };
};
/** Each own output that is in the tree of one of the last blocks has a path to its root. Returns how many are. */
const checkPaths = ({ state }: Ledger, chain: ForkChain): number => {
  const { hasher } = fastTreeRules(tower);
  let count = 0;
  for (const height of [chain.height - 1, Math.max(0, chain.height - 9)]) {
    const pathOf = ownPaths(state, height);
    for (const output of state.outputs.filter(({ spent }) => !spent)) {
      const path = pathOf(output);
      expect(path !== undefined).toBe(output.height + (output.coinbase ? 51 : 1) <= height);
      if (!path) continue;
      expect(rootOfPath(path, hasher)).toEqual(path.layers.at(-1)![0]);
      expect(treeOf(path)).toEqual(chain.treeAt(height));
      count += 1;
    }
  }
  return count;
};

test(
  'balance and tree of outputs are right at every step over the fork, through reorgs and kills',
  async () => {
    const play = createForkPlay(BLOCKS, random);
    const { chain, alice, forks, seen } = play;
    await pool.configure(alice.scanner.keys);
    const disk = killable(await testFile());
    let ledger: Ledger = await testLedger(alice.account, disk.file);
    let grower = createTreeGrower(tower);
    let [kills, paths] = [0, 0];
    while (chain.height < BLOCKS) {
      play.step(coinsOf(ledger));
      if (play.chance(10)) {
        disk.killNext(play.chance(50) ? 'before' : 'after');
        await expect(followFork(ledger, chain, { pool, grower })).rejects.toThrow('killed');
        ledger = await openLedger(disk.file);
        // A commit may also fail while the wallet stays open.
        if (play.chance(50)) grower = createTreeGrower(tower);
        kills += 1;
      }
      await followFork(ledger, chain, { pool, grower });
      expect(ledger.state.height).toBe(chain.height);
      expect(total(ledger)).toBe(play.balance);
      expect(keptTree(ledger), `the tree of block ${chain.height - 1}`).toEqual(
        chain.treeAt(chain.height - 1),
      );
      if (play.chance(inTier({ short: 20, long: 2 }))) {
        paths += checkPaths(ledger, chain);
        expect(chain.nextTree(true)).toEqual(chain.nextTree(false));
      }
    }
    paths += checkPaths(ledger, chain);
    expect(paths).toBeGreaterThan(0);
    for (const count of [kills, ...Object.values(seen)]) expect(count).toBeGreaterThan(0);
    const spentOf = (era: boolean) =>
      ledger.state.outputs.filter(({ carrot, spent }) => spent && (carrot !== undefined) === era).length;
    expect(spentOf(false) > 0 && spentOf(true) > 0).toBe(true);
    const fresh = await testLedger(alice.account);
    await followFork(fresh, chain, { pool, grower: createTreeGrower(tower) });
    expect(fresh.state.tables.treeState.get('')).toEqual(ledger.state.tables.treeState.get(''));
    const unspent = ({ state }: Ledger) =>
      state.outputs.flatMap(({ key, spent, amount }) => (spent ? [] : [`${toHex(key)} ${amount}`])).sort();
    expect(unspent(fresh)).toEqual(unspent(ledger));
    // A build of today reads up to the fork, and this one reads on from its file.
    const waiting = await testLedger(alice.account);
    await followFork(waiting, chain, { pool, reads: 16 });
    expect(waiting.state.height).toBe(forks[17]);
    expect(total(waiting)).toBe(play.balanceAt(forks[17]));
    expect(waiting.state.tables.treeState.size).toBe(0);
    await followFork(waiting, chain, { pool, grower: createTreeGrower(tower) });
    expect(waiting.state.tables.treeState.get('')?.stopped).toEqual({
      height: forks[17],
      reason: 'started_later',
    });
    expect(unspent(waiting)).toEqual(unspent(ledger));
  },
  limit(20),
);
