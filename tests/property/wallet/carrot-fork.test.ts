/**
 * A wallet on a chain over the fork, with outputs of both eras, reorgs across both heights of it and kills of the tab at
 * commits: the balance is right after every step, and that of a wallet restored at the end is the same.
 */
import { beforeAll, expect, test } from 'vitest';
import type { KeyImage } from '../../../src/base/brands.ts';
import { equalBytes } from '../../../src/base/bytes.ts';
import { toHex } from '../../../src/base/hex.ts';
import { decodeBlocks } from '../../../src/daemon/bin/get-blocks.ts';
import type { ScanPool } from '../../../src/ports/scan-pool.ts';
import type { WalletFile } from '../../../src/ports/wallet-files.ts';
import type { Transaction } from '../../../src/protocol/tx/types.ts';
import { balanceOf } from '../../../src/wallet/ledger/balance.ts';
import { reduceRange } from '../../../src/wallet/ledger/reduce-range.ts';
import { splitIntoChunks } from '../../../src/wallet/scan/chunks.ts';
import { createInlinePool } from '../../../src/wallet/scan/inline-pool.ts';
import { openLedger, type Ledger } from '../../../src/wallet/state/state.ts';
import { hashAt } from '../../../src/wallet/state/chain.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { inTier, limit, seed } from '../../support/tier.ts';
import { useWasmKernel } from '../../support/wasm-kernel.ts';
import { carrotTx } from '../../unit/wallet/carrot-money.ts';
import { createForkChain, txOfToday, type ForkChain } from '../../unit/wallet/fork-chain.ts';
import { keyImageOf } from '../../unit/wallet/test-chain.ts';
import { testFile, testLedger } from '../../unit/wallet/test-ledger.ts';
import { person, type Person } from '../../unit/wallet/test-money.ts';

const BLOCKS = inTier({ short: 36, long: 2_000 });
const FORKS = { 17: Math.floor(BLOCKS / 3), 18: Math.floor((2 * BLOCKS) / 3) };
const READS = 18;
const NOW = 1_900_000_000;
/** Blocks that a reorg removes at most. */
const DEEPEST = 8;

const random = seededRandom(`fork ${seed}`);
const below = (n: number): number => random(4).reduce((sum, byte) => (sum * 256 + byte) % 1_000_003, 0) % n;
const chance = (percent: number): boolean => below(100) < percent;

let alice: Person;
let others: Person;
let pool: ScanPool;
beforeAll(async () => {
  await useWasmKernel();
  [alice, others] = [person('alice'), person('others')];
  pool = createInlinePool(decodeBlocks, { reads: READS });
  await pool.configure(alice.scanner.keys);
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

const address = () => ({ major: below(2), minor: below(3) });
let stranger = 0;
const foreignImage = (): KeyImage => keyImageOf(`foreign ${stranger++}`);

/** A payment of others to alice, in a form that the version takes; `amount` is what she gets. */
const incoming = (version: number, amount: bigint): Transaction => {
  const { major, minor } = address();
  const to = alice.address(major, minor);
  if (version === 18 || (version === 17 && chance(50))) {
    const more = chance(30) ? [{ address: others.address(0, 1), amount: 3n }] : [];
    return carrotTx(
      { from: others, spends: [foreignImage()], to: [{ address: to, amount }, ...more], change: 5n },
      random,
    );
  }
  const planned = [
    { address: to, amount, change: false },
    { address: others.address(0, 0), amount: 9n, change: true },
  ];
  return txOfToday(planned, others, [foreignImage()], random);
};
/** Alice pays others with these inputs and gets `change` back. */
const outgoing = (version: number, spends: readonly KeyImage[], change: bigint): Transaction =>
  version === 18 || (version === 17 && chance(50))
    ? carrotTx(
        {
          from: alice,
          spends,
          to: [{ address: others.address(0, 0), amount: 2n }],
          change,
          changeTo: address(),
        },
        random,
      )
    : txOfToday(
        [
          { address: others.address(0, 0), amount: 2n, change: false },
          { address: alice.address(0, 0), amount: change, change: true },
        ],
        alice,
        spends,
        random,
      );

interface Payment {
  readonly tx: Transaction;
  /** What it takes from the balance. */
  readonly cost: bigint;
}

test(
  'the balance is right at every step over the fork, through reorgs and kills',
  async () => {
    const chain = createForkChain(FORKS, random);
    const disk = killable(await testFile());
    let ledger: Ledger = await testLedger(alice.account, disk.file);
    /** The balance after each block, and what alice pays in it: after a reorg it is mined again at the same height. */
    const after: bigint[] = [0n];
    const payments: Payment[][] = [[]];
    const seen = { kills: 0, reorgs: 0, spends: 0 };
    const mine = (again: readonly Payment[]): void => {
      const { version } = chain;
      let balance = after.at(-1)!;
      const txs = again.map(({ tx }) => tx);
      for (const { cost } of again) balance -= cost;
      if (chance(60)) {
        const amount = BigInt(1 + below(1_000));
        txs.push(incoming(version, amount));
        balance += amount;
      }
      const reward = chance(30) && version >= 17 ? 50n : 0n;
      chain.add(txs, reward > 0n ? alice : others, reward > 0n ? reward : 50n);
      payments.push([...again]);
      after.push(balance + reward);
    };
    /** A payment with a coin that no reorg takes back. */
    const pay = (): Payment[] => {
      const coins = ledger.state.outputs.filter(
        ({ spent, keyImage, height }) => !spent && keyImage && height < chain.height - DEEPEST,
      );
      if (coins.length === 0 || !chance(40)) return [];
      const { amount, keyImage } = coins[below(coins.length)]!;
      const change = amount / 2n;
      seen.spends += 1;
      return [{ tx: outgoing(chain.version, [keyImage!], change), cost: amount - change }];
    };
    while (chain.height < BLOCKS) {
      const depth = Math.min(1 + below(DEEPEST), chain.height - 1);
      const nearFork = [FORKS[17], FORKS[18]].some((height) => Math.abs(chain.height - height) < 5);
      if (depth > 0 && chance(nearFork ? 30 : 5)) {
        chain.pop(depth);
        after.length -= depth;
        for (const again of [...payments.splice(-depth), []]) mine(again);
        seen.reorgs += 1;
      } else mine(pay());
      if (chance(10)) {
        disk.killNext(chance(50) ? 'before' : 'after');
        await expect(follow(ledger, chain)).rejects.toThrow('killed');
        ledger = await openLedger(disk.file);
        seen.kills += 1;
      }
      await follow(ledger, chain);
      expect(ledger.state.height).toBe(chain.height);
      expect(total(ledger)).toBe(after.at(-1));
    }
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(0);
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
    expect(waiting.state.height).toBe(FORKS[17]);
    expect(total(waiting)).toBe(after[FORKS[17] - 1]);
    await follow(waiting, chain);
    expect(unspent(waiting)).toEqual(unspent(ledger));
  },
  limit(20),
);
