/**
 * Life on a chain over the fork: alice is paid in both eras, pays with her coins, mines, and reorgs come most often near
 * the heights of versions 17 and 18. It knows alice's balance after each block.
 */
import type { KeyImage } from '../../../src/base/brands.ts';
import type { RandomBytes } from '../../../src/protocol/ring/scalar.ts';
import type { Transaction } from '../../../src/protocol/tx/types.ts';
import { carrotTx } from './carrot-money.ts';
import { createForkChain, txOfToday, type ForkChain } from './fork-chain.ts';
import { keyImageOf } from './test-chain.ts';
import { person, type Person } from './test-money.ts';

/** An unspent output of alice. */
export interface PlayCoin {
  readonly amount: bigint;
  readonly keyImage: KeyImage;
  readonly height: number;
}
export interface ForkPlay {
  readonly chain: ForkChain;
  readonly forks: { readonly 17: number; readonly 18: number };
  readonly alice: Person;
  /** After the newest block. */
  readonly balance: bigint;
  /** So far; `across`: reorgs that replaced the first block of version 17 or 18. */
  readonly seen: { reorgs: number; across: number; spends: number };
  /** After the block below this height. */
  balanceAt(height: number): bigint;
  below(n: number): number;
  chance(percent: number): boolean;
  /** Mines a block that replaces none. */
  mine(): void;
  /** Mines a block, or replaces some and mines one more; alice may pay with one of these coins. */
  step(coins: readonly PlayCoin[]): void;
}

/** Blocks that a reorg removes at most. */
const DEEPEST = 8;

interface Payment {
  readonly tx: Transaction;
  /** What it takes from the balance. */
  readonly cost: bigint;
}

export function createForkPlay(blocks: number, random: RandomBytes): ForkPlay {
  const forks = { 17: Math.floor(blocks / 3), 18: Math.floor((2 * blocks) / 3) };
  const [alice, others] = [person('alice'), person('others')];
  const below = (n: number): number => random(4).reduce((sum, byte) => (sum * 256 + byte) % 1_000_003, 0) % n;
  const chance = (percent: number): boolean => below(100) < percent;
  const chain = createForkChain(forks, random);
  /** The balance after each block, and what alice pays in it: after a reorg it is mined again at the same height. */
  const after: bigint[] = [0n];
  const payments: Payment[][] = [[]];
  const seen = { reorgs: 0, across: 0, spends: 0 };
  /** The first blocks of 17 and 18 that a reorg has replaced, by height. */
  const replaced = new Set<number>();
  const address = () => ({ major: below(2), minor: below(3) });
  let stranger = 0;
  const foreignImage = (): KeyImage => keyImageOf(`foreign ${stranger++}`);
  const isCarrot = (version: number): boolean => version === 18 || (version === 17 && chance(50));

  /** A payment of others to alice, in a form that the version takes; `amount` is what she gets. */
  const incoming = (amount: bigint): Transaction => {
    const { major, minor } = address();
    const to = alice.address(major, minor);
    if (isCarrot(chain.version)) {
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
  const outgoing = (spends: readonly KeyImage[], change: bigint): Transaction => {
    const to = { address: others.address(0, 0), amount: 2n };
    if (isCarrot(chain.version))
      return carrotTx({ from: alice, spends, to: [to], change, changeTo: address() }, random);
    const planned = [
      { ...to, change: false },
      { address: alice.address(0, 0), amount: change, change: true },
    ];
    return txOfToday(planned, alice, spends, random);
  };
  const mine = (paid: readonly Payment[]): void => {
    let balance = after.at(-1)!;
    const txs = paid.map(({ tx }) => tx);
    for (const { cost } of paid) balance -= cost;
    if (chance(60)) {
      const amount = BigInt(1 + below(1_000));
      txs.push(incoming(amount));
      balance += amount;
    }
    const reward = chance(30) && chain.version >= 17 ? 50n : 0n;
    chain.add(txs, reward > 0n ? alice : others, reward > 0n ? reward : 50n);
    payments.push([...paid]);
    after.push(balance + reward);
  };
  /** A payment with a coin that no reorg takes back. */
  const pay = (coins: readonly PlayCoin[]): Payment[] => {
    const settled = coins.filter(({ height }) => height < chain.height - DEEPEST);
    if (settled.length === 0 || !chance(40)) return [];
    const { amount, keyImage } = settled[below(settled.length)]!;
    const change = amount / 2n;
    seen.spends += 1;
    return [{ tx: outgoing([keyImage], change), cost: amount - change }];
  };
  return {
    chain,
    forks,
    alice,
    seen,
    below,
    chance,
    get balance() {
      return after.at(-1)!;
    },
    balanceAt: (height) => after[height - 1]!,
    mine: () => mine([]),
    step: (coins) => {
      const top = chain.height;
      const starts = [forks[17], forks[18]];
      // Each of the two is replaced once, with every seed.
      const due = starts.find(
        (height) => !replaced.has(height) && top - height > 2 && top - height <= DEEPEST,
      );
      const depth = due === undefined ? Math.min(1 + below(DEEPEST), top - 1) : top - due;
      const nearFork = starts.some((height) => Math.abs(top - height) < 5);
      if (depth === 0 || (due === undefined && !chance(nearFork ? 30 : 5))) {
        mine(pay(coins));
        return;
      }
      chain.pop(depth);
      const across = starts.filter((height) => chain.height <= height && height < top);
      for (const height of across) replaced.add(height);
      seen.across += across.length;
      after.length -= depth;
      for (const again of [...payments.splice(-depth), []]) mine(again);
      seen.reorgs += 1;
    },
  };
}
