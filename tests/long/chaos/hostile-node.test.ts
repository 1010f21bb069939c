/**
 * A node that changes its answers at random while a wallet reads and pays: no call hangs, none ends in a bug, no fee is
 * above the rules, and when the node is honest again the wallet gets the right view.
 */
import { expect, it } from 'vitest';
import { FOREIGN_ADDRESS } from '../../../scripts/tools/app/funded-chain.ts';
import { isFault } from '../../../src/base/fault.ts';
import { callRpc } from '../../../scripts/tools/app/monero.ts';
import { openOwner, ourWallet, theirWallet } from '../../parity/wallet-pair.ts';
import { RpcError, startRegtest, type Regtest } from '../../support/regtest.ts';
import { useWasmKernel } from '../../support/wasm-kernel.ts';
import { startLyingNode, type LyingNode } from './lying-node.ts';
import { seed } from '../../support/tier.ts';
import { createRandom, sizes } from '../../chaos/sizes.ts';
import { within } from './within.ts';
import { until } from '../../support/until.ts';

type Ours = ReturnType<typeof ourWallet>;
type Theirs = Awaited<ReturnType<typeof theirWallet>>;

const LIES_PER_ROUND = 50;

it(`a wallet survives ${sizes.lies} changed answers of its node`, async () => {
  await useWasmKernel();
  const random = createRandom(seed);
  await using chain = await startRegtest({ funded: true });
  await using node = await startLyingNode(chain.url, random);
  const ours = ourWallet({ ...chain, url: node.url });
  const theirs = await theirWallet(chain);
  await startBoth(ours, theirs);
  const seen = { calls: 0, faults: new Map<string, number>(), paid: 0 };
  while (node.lies < sizes.lies) {
    await lieForAWhile(node, ours, chain, random, seen);
    node.lieShare = 0;
    await recover(ours, theirs, chain);
  }
  console.log(`${node.lies} lies`, { ...seen, faults: Object.fromEntries(seen.faults) });
  expect(seen.paid).toBeGreaterThan(0);
});

/** Both hold one seed with money. */
async function startBoth(ours: Ours, theirs: Theirs): Promise<void> {
  for (const wallet of [ours, theirs]) await openOwner(wallet);
  // Calls of programs do not count as activity: the wallet would lock itself after ten minutes.
  await ours.call('x_auto_lock', { minutes: 0 });
}

interface Seen {
  calls: number;
  readonly faults: Map<string, number>;
  paid: number;
}

async function lieForAWhile(
  node: LyingNode,
  ours: Ours,
  chain: Regtest,
  random: () => number,
  seen: Seen,
): Promise<void> {
  const fastest = await fastestRate(chain);
  const until = node.lies + LIES_PER_ROUND;
  const restarts = random() < 0.3;
  node.lieShare = 0.1 + random() * 0.6;
  if (restarts) await guarded(seen, () => ours.call('rescan_blockchain', { hard: true }));
  while (node.lies < until) {
    if (random() < 0.4) await chain.mine(1, FOREIGN_ADDRESS);
    await guarded(seen, async () => {
      if (random() < 0.5) return ours.call('refresh');
      const destinations = [
        { amount: 1_000_000_000n + BigInt(Math.floor(random() * 1e9)), address: FOREIGN_ADDRESS },
      ];
      const priority = Math.floor(random() * 5);
      const paid = await ours.call('transfer', { destinations, priority });
      seen.paid += 1;
      // The highest of the four levels of the honest node, on the weight of the transaction, and rounding.
      expect(paid.fee).toBeLessThanOrEqual(BigInt(paid.weight) * fastest + 10_000n);
      return paid;
    });
    seen.calls += 1;
  }
}

/** Runs a call that may be refused with a fault, but neither hangs nor ends in a bug. */
async function guarded(seen: Seen, call: () => Promise<unknown>): Promise<void> {
  try {
    await within('a call to our wallet', call());
  } catch (error) {
    if (!(error instanceof RpcError) && !isFault(error)) throw error;
    const name = isFault(error) ? error.code : (/\((\w*)\)/.exec(error.message)?.[1] ?? '');
    if (name === '' || name === 'internal') throw error;
    seen.faults.set(name, (seen.faults.get(name) ?? 0) + 1);
  }
}

async function fastestRate(chain: Regtest): Promise<bigint> {
  const { fees } = (await callRpc(chain.url, 'get_fee_estimate')) as { fees: number[] };
  return BigInt(Math.max(...fees));
}

/** With an honest node: waits until our view equals the native wallet's. */
async function recover(ours: Ours, theirs: Theirs, chain: Regtest): Promise<void> {
  await until(async () => {
    // The wallet sends waiting payments again, and they are mined.
    await ours.call('refresh').catch((error: unknown) => {
      if (!(error instanceof RpcError)) throw error;
    });
    await chain.mine(1, FOREIGN_ADDRESS);
    await theirs.call('refresh');
    const [mine, other] = await Promise.all([viewOf(ours), viewOf(theirs)]);
    return mine === other;
  });
}

/** Balance, unlocked balance, and the payments in blocks. */
async function viewOf({ call }: Pick<Theirs, 'call'>): Promise<string> {
  await call('refresh').catch(() => undefined);
  const { balance, unlocked_balance: unlocked } = await call('get_balance');
  const { out, pending, pool } = await call('get_transfers', { out: true, pending: true, pool: true });
  return JSON.stringify([
    String(balance),
    String(unlocked),
    out.map(({ txid }) => txid).sort(),
    pending.length,
    pool.length,
  ]);
}
