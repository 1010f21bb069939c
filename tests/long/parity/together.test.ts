/** Wallets of one process that read a real chain together, over a reorganisation, beside the same wallets read alone. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FIRST_OWNER, SECOND_OWNER } from '../../../scripts/tools/app/funded-chain.ts';
import { nodePlatform } from '../../../src/library/node-platform.ts';
import { setPlatform } from '../../../src/library/platform.ts';
import type { OstroWallet } from '../../../src/library/types.ts';
import { createWallet, restoreWallet, watchWallet } from '../../../src/library/wallets.ts';
import { sourceTree } from '../../../src/nodejs/source-tree.ts';
import { startRegtest, type Regtest } from '../../support/regtest.ts';
import { startSlowNode, type SlowNode } from '../../support/slow-node.ts';

const WATCHING = 10;
const BLOCKS_OF_AN_ANSWER = 20;
const UNLOCK = 60;

let chain: Regtest;
/** In front of the chain's node: counts requests for blocks. */
let node: SlowNode;
beforeAll(async () => {
  setPlatform(nodePlatform(sourceTree));
  chain = await startRegtest({ funded: true });
  node = await startSlowNode(chain.url, BLOCKS_OF_AN_ANSWER, 0);
});
afterAll(async () => {
  await node.stop();
  await chain.dispose();
});

interface Keys {
  readonly seed: string;
  readonly address: string;
  readonly viewKey: string;
}
/** How a wallet is opened, and from which height it reads. */
interface Plan {
  readonly keys: Keys;
  readonly kind: 'watch' | 'full';
  readonly startHeight: number;
}

const keysOf = async (wallet: OstroWallet): Promise<Keys> => {
  const { address } = await wallet.call('get_address');
  const { key: seed } = await wallet.call('query_key', { key_type: 'mnemonic' });
  const { key: viewKey } = await wallet.call('query_key', { key_type: 'view_key' });
  await wallet.close();
  return { seed, address, viewKey };
};
const open = ({ keys, kind }: Plan): Promise<OstroWallet> => {
  const options = { node: node.url, regtest: true, autoRefresh: false, scanWorkers: 2 };
  return kind === 'full'
    ? restoreWallet({ ...options, seed: keys.seed })
    : watchWallet({ ...options, address: keys.address, viewKey: keys.viewKey });
};
const read = (wallet: OstroWallet, { startHeight }: Plan) =>
  wallet.call('refresh', { start_height: startHeight });
/** All that a wallet has read from the chain. The receivers of a payment are known where it was made alone. */
const recordsOf = async (wallet: OstroWallet) => {
  const kinds = { in: true, out: true, pending: true, failed: true, pool: true, all_accounts: true };
  const { out, ...transfers } = await wallet.call('get_transfers', kinds);
  return {
    height: await wallet.call('get_height'),
    balance: await wallet.call('get_balance', { all_accounts: true }),
    transfers,
    out: out?.map(({ destinations: _known, ...read }) => read),
    outputs: await wallet.call('incoming_transfers', { transfer_type: 'all' }),
  };
};
const requestsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const before = node.answers;
  await work();
  return node.answers - before;
};

it('each has the records of a wallet read alone, and the node is asked for blocks as often as by one', async () => {
  const owners = [
    await keysOf(await restoreWallet({ seed: FIRST_OWNER.seed })),
    await keysOf(await restoreWallet({ seed: SECOND_OWNER.seed })),
    await keysOf(await createWallet()),
  ];
  await chain.mine(UNLOCK, owners[2]!.address);
  const tip = await chain.height();
  const plans: readonly Plan[] = [
    ...owners.map((keys, i): Plan => ({ keys, kind: 'full', startHeight: i === 2 ? tip - 30 : 0 })),
    ...Array.from({ length: WATCHING }, (_, i): Plan => ({
      ...{ keys: owners[i % owners.length]!, kind: 'watch', startHeight: Math.max(0, 15 * (i - 3)) },
    })),
  ];
  const wallets: OstroWallet[] = [];
  for (const plan of plans) wallets.push(await open(plan));
  const readAll = () => Promise.all(wallets.map((wallet, i) => read(wallet, plans[i]!)));
  const first = await requestsOf(readAll);

  // The second owner pays; its blocks are taken back, and others follow.
  const { tx_hash } = await wallets[1]!.call('transfer', {
    destinations: [{ address: owners[2]!.address, amount: 1_000_000_000n }],
  });
  await readAll();
  const { pool } = await wallets[2]!.call('get_transfers', { pool: true });
  expect(pool?.map(({ txid }) => txid)).toEqual([tx_hash]);
  await chain.mine(4, owners[0]!.address);
  await readAll();
  await chain.popBlocks(3);
  await chain.mine(6, owners[2]!.address);
  await readAll();
  const together = [];
  for (const wallet of wallets) together.push(await recordsOf(wallet));
  for (const wallet of wallets) await wallet.close();

  const alone = [];
  let most = 0;
  for (const plan of plans) {
    const wallet = await open(plan);
    most = Math.max(most, await requestsOf(() => read(wallet, plan)));
    alone.push(await recordsOf(wallet));
    await wallet.close();
  }
  expect(together).toEqual(alone);
  expect(first).toBeLessThan(2 * most);
});
