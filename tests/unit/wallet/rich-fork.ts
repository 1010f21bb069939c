/** A chain past the fork on which alice has spendable coins of both eras, and others have outputs around hers. */
import type { RandomBytes } from '../../../src/protocol/ring/scalar.ts';
import type { Transaction } from '../../../src/protocol/tx/types.ts';
import { carrotTx } from './carrot-money.ts';
import { createForkChain, txOfToday, type ForkChain } from './fork-chain.ts';
import { keyImageOf } from './test-chain.ts';
import { person, type Person } from './test-money.ts';

export const XMR = 1_000_000_000_000n;

export interface RichFork {
  readonly chain: ForkChain;
  readonly forks: { readonly 17: number; readonly 18: number };
  readonly alice: Person;
  readonly others: Person;
}

/** Alice gets `coins` coins of 1 XMR in each era, at two addresses; `outputs`: others of each block. */
export function createRichFork(coins: number, random: RandomBytes, outputs = 1): RichFork {
  const forks = { 17: 2 + coins, 18: 2 + coins + Math.ceil(coins / 2) };
  const [alice, others] = [person('alice'), person('others')];
  const chain = createForkChain(forks, random);
  let stranger = 0;
  const pay = (carrot: boolean, minor: number): Transaction => {
    const spends = [keyImageOf(`rich ${stranger++}`)];
    const to = { address: alice.address(0, minor), amount: XMR };
    if (carrot) return carrotTx({ from: others, spends, to: [to], change: 5n }, random);
    const rest = Array.from({ length: outputs }, (_, i) => ({
      address: others.address(0, i % 4),
      amount: 9n,
      change: i === 0,
    }));
    return txOfToday([{ ...to, change: false }, ...rest], others, spends, random);
  };
  const mine = (txs: readonly Transaction[]): void => chain.add(txs, others, chain.version >= 17 ? 50n : 0n);
  for (let i = 0; i < coins; i++) mine([pay(false, i % 2)]);
  mine([]);
  for (let i = 0; i < coins; i++) mine([pay(true, i % 2)]);
  while (chain.version < 18) mine([]);
  for (let i = 0; i < 12; i++) mine([]);
  return { chain, forks, alice, others };
}
