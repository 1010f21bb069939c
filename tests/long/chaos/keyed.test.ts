/**
 * SIGKILL of the wallet server at random moments while a program pays with idempotency keys and repeats each call until it
 * is answered. Afterwards each payment is on the chain once, and the wallet knows the keys of all transactions.
 */
import { expect, it } from 'vitest';
import { FIRST_OWNER, FOREIGN_ADDRESS } from '../../../scripts/tools/app/funded-chain.ts';
import { mineMissingCoins } from '../../support/more-coins.ts';
import { startRegtest, type Regtest } from '../../support/regtest.ts';
import { seed } from '../../support/tier.ts';
import { createRandom, sizes } from '../../chaos/sizes.ts';
import { createTarget, Refused, textOf, type RunningWallet, type Target } from '../../chaos/targets.ts';
import { mineUntilPoolIsEmpty } from './within.ts';

const FILE = { filename: 'shop', password: 'pw' };
/** Piconero; payment number n pays n more, so that the amount tells which one it is. */
const AMOUNT = 1_000_000_000;
/** Payments that are made at once. */
const AT_ONCE = 4;
/** Longest time between opening and kill, milliseconds, until a payment fits in. It grows while a machine is too busy for one. */
const LONGEST_LIFE = 2500;
const GROWTH = 1.5;
/** Error codes: no money is free at the moment, or no answer of the node. */
const WAIT = new Set([-3, -4, -17, -37, -38]);

// threat: lost-answer
it('payments with an idempotency key reach the chain once each when the server is killed at random moments', async () => {
  await using chain = await startRegtest({ funded: true });
  const target = await createTarget('server', chain.url);
  try {
    await play(target, chain, createRandom(seed));
  } finally {
    await target.dispose();
  }
});

async function play(target: Target, chain: Regtest, random: () => number): Promise<void> {
  let wallet = await target.start();
  // A payment may spend two outputs, and its change stays locked for ten blocks.
  await mineMissingCoins(chain, FIRST_OWNER, 2 * sizes.keyedPayments + 10);
  await wallet.call('restore_deterministic_wallet', { ...FILE, seed: FIRST_OWNER.seed });
  await wallet.call('refresh');
  const answers = new Map<number, Paid>();
  let kills = 0;
  let longest = LONGEST_LIFE;
  for (let tries = 0; answers.size < sizes.keyedPayments; tries++) {
    if (tries > 40 * sizes.keyedPayments) throw new Error('the payments do not end');
    const alive = { now: true };
    const killed = new Promise<void>((resolve, reject) => {
      setTimeout(
        () => {
          alive.now = false;
          wallet.kill().then(resolve, reject);
        },
        50 + random() * longest,
      );
    });
    const before = answers.size;
    await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => payUntilKilled(wallet, alive, answers, i)));
    await killed;
    kills += 1;
    longest = answers.size === before ? longest * GROWTH : LONGEST_LIFE;
    if (random() < 0.5) await chain.mine(1, FOREIGN_ADDRESS);
    wallet = await target.start();
    await wallet.call('open_wallet', FILE);
    await wallet.call('refresh');
  }
  console.log(`${kills} kills, ${answers.size} payments`);
  await judge(wallet, chain, answers);
}

interface Paid {
  readonly txid: string;
  readonly key: string;
}

/** Sender `first` makes every AT_ONCE-th payment that has no answer yet. */
async function payUntilKilled(
  wallet: RunningWallet,
  alive: { readonly now: boolean },
  answers: Map<number, Paid>,
  first: number,
): Promise<void> {
  for (let n = first; n < sizes.keyedPayments; n += AT_ONCE) {
    while (!answers.has(n)) {
      if (!alive.now) return;
      const paid = await pay(wallet, n).catch((error: unknown) => {
        if (error instanceof Refused ? !WAIT.has(error.code) : alive.now) throw error;
        return undefined;
      });
      if (paid) answers.set(n, paid);
      else await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

async function pay(wallet: RunningWallet, n: number): Promise<Paid> {
  const { tx_hash, tx_key } = await wallet.call(
    'transfer',
    { destinations: [{ amount: AMOUNT + n, address: FOREIGN_ADDRESS }], get_tx_key: true },
    { 'Idempotency-Key': `payment ${n}` },
  );
  return { txid: textOf(tx_hash), key: textOf(tx_key) };
}

async function judge(
  wallet: RunningWallet,
  chain: Regtest,
  answers: ReadonlyMap<number, Paid>,
): Promise<void> {
  await mineUntilPoolIsEmpty(chain);
  await wallet.call('refresh');
  // Each call once more: the answers do not change.
  for (const [n, paid] of answers) expect(await pay(wallet, n)).toEqual(paid);
  await mineUntilPoolIsEmpty(chain);
  await wallet.call('refresh');
  const { out } = (await wallet.call('get_transfers', { out: true })) as unknown as {
    readonly out: readonly { readonly txid: string; readonly amount: number }[];
  };
  const expected = [...answers].map(([n, { txid }]) => [AMOUNT + n, txid]);
  const byAmount = (a: readonly unknown[], b: readonly unknown[]): number => Number(a[0]) - Number(b[0]);
  expect(out.map(({ amount, txid }) => [amount, txid]).toSorted(byAmount)).toEqual(
    expected.toSorted(byAmount),
  );
  for (const { txid, key } of answers.values())
    expect(await wallet.call('get_tx_key', { txid })).toMatchObject({ tx_key: key });
}
