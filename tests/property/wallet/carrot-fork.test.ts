/**
 * A wallet on a chain over the fork, with outputs of both eras, reorgs across both heights of it and kills of the tab at
 * commits: the balance is right after every step, and that of a wallet restored at the end is the same.
 */
import { beforeAll, expect, test } from 'vitest';
import { equalBytes } from '../../../src/base/bytes.ts';
import { toHex } from '../../../src/base/hex.ts';
import { decodeBlocks } from '../../../src/daemon/bin/get-blocks.ts';
import type { ScanPool } from '../../../src/ports/scan-pool.ts';
import type { WalletFile } from '../../../src/ports/wallet-files.ts';
import { balanceOf } from '../../../src/wallet/ledger/balance.ts';
import { reduceRange } from '../../../src/wallet/ledger/reduce-range.ts';
import { splitIntoChunks } from '../../../src/wallet/scan/chunks.ts';
import { createInlinePool } from '../../../src/wallet/scan/inline-pool.ts';
import { openLedger, type Ledger } from '../../../src/wallet/state/state.ts';
import { hashAt } from '../../../src/wallet/state/chain.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { inTier, limit, seed } from '../../support/tier.ts';
import { useWasmKernel } from '../../support/wasm-kernel.ts';
import type { ForkChain } from '../../unit/wallet/fork-chain.ts';
import { createForkPlay, type PlayCoin } from '../../unit/wallet/fork-play.ts';
import { testFile, testLedger } from '../../unit/wallet/test-ledger.ts';

const BLOCKS = inTier({ short: 36, long: 2_000 });
const READS = 18;
const NOW = 1_900_000_000;

const random = seededRandom(`fork ${seed}`);
let pool: ScanPool;
beforeAll(async () => {
  await useWasmKernel();
  pool = createInlinePool(decodeBlocks, { reads: READS });
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

const follow = async (ledger: Ledger, chain: ForkChain, reads = READS): Promise<void> => {
  const { state } = ledger;
  let common = Math.max(0, Math.min(state.height, chain.height) - 1);
  const isCommon = (height: number): boolean => {
    const mine = hashAt(state.chain, height);
    return mine === undefined || equalBytes(mine, chain.idAt(height));
  };
  while (common > 0 && !isCommon(common)) common -= 1;
  for (let from = common; from < chain.height;) {
    const raw = chain.answer(from, reads);
    for (const chunk of raw.count > 0 ? splitIntoChunks(raw, 20) : []) {
      const range = await pool.scan(chunk);
      await ledger.commit((now) => reduceRange(now, range, 100).change);
    }
    if (raw.newer) return;
    from += raw.count;
  }
};
const total = ({ state }: Ledger): bigint =>
  [0, 1].reduce((sum, account) => sum + balanceOf(state, account, false, NOW).balance, 0n);

const coinsOf = ({ state }: Ledger): PlayCoin[] =>
  state.outputs.flatMap(({ amount, spent, keyImage, height }) =>
    !spent && keyImage ? [{ amount, keyImage, height }] : [],
  );

test(
  'the balance is right at every step over the fork, through reorgs and kills',
  async () => {
    const play = createForkPlay(BLOCKS, random);
    const { chain, alice, forks, seen } = play;
    await pool.configure(alice.scanner.keys);
    const disk = killable(await testFile());
    let ledger: Ledger = await testLedger(alice.account, disk.file);
    let kills = 0;
    while (chain.height < BLOCKS) {
      play.step(coinsOf(ledger));
      if (play.chance(10)) {
        disk.killNext(play.chance(50) ? 'before' : 'after');
        await expect(follow(ledger, chain)).rejects.toThrow('killed');
        ledger = await openLedger(disk.file);
        kills += 1;
      }
      await follow(ledger, chain);
      expect(ledger.state.height).toBe(chain.height);
      expect(total(ledger)).toBe(play.balance);
    }
    for (const count of [kills, ...Object.values(seen)]) expect(count).toBeGreaterThan(0);
    const spentOf = (era: boolean) =>
      ledger.state.outputs.filter(({ carrot, spent }) => spent && (carrot !== undefined) === era).length;
    expect(spentOf(false) > 0 && spentOf(true) > 0).toBe(true);
    const fresh = await testLedger(alice.account);
    await follow(fresh, chain);
    const unspent = ({ state }: Ledger) =>
      state.outputs.flatMap(({ key, spent, amount }) => (spent ? [] : [`${toHex(key)} ${amount}`])).sort();
    expect(unspent(fresh)).toEqual(unspent(ledger));
    // A build of today reads up to the fork, and this one reads on from its file.
    const waiting = await testLedger(alice.account);
    await follow(waiting, chain, 16);
    expect(waiting.state.height).toBe(forks[17]);
    expect(total(waiting)).toBe(play.balanceAt(forks[17]));
    await follow(waiting, chain);
    expect(unspent(waiting)).toEqual(unspent(ledger));
  },
  limit(20),
);
