/**
 * Payments that prove membership, from the request to a block: a node takes them by what bytes and chain say, and the
 * wallet's balance is right before and after.
 */
import { beforeAll, expect, test } from 'vitest';
import { KNOWN_RULES } from '../../../src/protocol/block/known-rules.ts';
import { toHex } from '../../../src/base/hex.ts';
import { systemRandom } from '../../../src/store/platform.ts';
import { serve } from '../../../src/rpc/serve.ts';
import { createInlineCryptoWorkers } from '../../../src/wallet/crypto-workers.ts';
import { createEngineFiles, startEngine } from '../../support/engine.ts';
import { startForkNode } from '../../support/fork-node.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { inTier, limit } from '../../support/tier.ts';
import { fastSums } from '../../support/tower-sums.ts';
import { useWasmKernel } from '../../support/wasm-kernel.ts';
import { towerOfFile } from '../../unit/wallet/follow-fork.ts';
import { createRichFork, XMR, type RichFork } from '../../unit/wallet/rich-fork.ts';

beforeAll(useWasmKernel);

const rules = { ...KNOWN_RULES, reads: 18, proves: true };

const openAlice = async ({ alice }: RichFork, url: string) => {
  const files = createEngineFiles();
  const arithmetic = {
    loadTower: towerOfFile,
    cryptoWorkers: createInlineCryptoWorkers(systemRandom, fastSums),
  };
  const session = startEngine(url, { files, rules, arithmetic });
  const rpc = serve(session);
  const call = async (method: string, params: object = {}): Promise<Record<string, unknown>> => {
    const { result, error } = (await rpc.request({ id: 1, method, params })) as {
      result?: Record<string, unknown>;
      error?: unknown;
    };
    if (error) throw new Error(JSON.stringify(error));
    return result!;
  };
  await call('generate_from_keys', {
    ...{ filename: 'alice', password: 'pw', restore_height: 0, address: alice.text(0, 0) },
    ...{ spendkey: toHex(alice.account.spendSecret!), viewkey: toHex(alice.account.viewSecret) },
  });
  await call('auto_refresh', { enable: false });
  await call('refresh');
  const balance = async (): Promise<{ balance: bigint; unlocked: bigint }> => {
    const { balance: all, unlocked_balance: unlocked } = await call('get_balance', { all_accounts: true });
    return { balance: all as bigint, unlocked: unlocked as bigint };
  };
  return { session, call, balance };
};

test.for(inTier({ short: [1], long: [1, 2, 3, 5, 8] }))(
  'a payment that spends %i coins of both eras is taken by the node, mined, and counted',
  { timeout: limit(5) },
  async (inputs) => {
    const fork = createRichFork(4, seededRandom(`pay by membership ${inputs}`));
    await using node = await startForkNode(fork.chain, fork.forks);
    const { session, call, balance } = await openAlice(fork, node.url);
    expect(await balance()).toEqual({ balance: 8n * XMR, unlocked: 8n * XMR });
    const { transfers } = await call('incoming_transfers', { transfer_type: 'available' });
    const coins = (transfers as { key_image: string; unlocked: boolean }[]).map(({ key_image, unlocked }) => {
      expect(unlocked).toBe(true);
      return key_image;
    });
    // Outputs of the first era come first in the list.
    const chosen = Array.from({ length: inputs }, (_, i) => coins[i % 2 === 0 ? 7 - (i >> 1) : i >> 1]!);
    const amount = BigInt(inputs) * XMR - XMR / 2n;
    const own = { address: fork.alice.text(0, 1), amount: XMR / 8n };
    // When the wallet chooses, more than two coins are gathered one by one.
    const { levels } = await call('x_preview', {
      destinations: [{ address: fork.others.text(0, 1), amount: 6n * XMR + XMR / 2n }],
      account_index: 0,
    });
    expect((levels as { inputs: readonly unknown[] }[])[0]!.inputs).toHaveLength(7);
    const prepared = await call('x_prepare_transfer', {
      destinations: [{ address: fork.others.text(0, 1), amount: amount - own.amount }, own],
      account_index: 0,
      priority: 2,
      key_images: chosen,
    });
    await call('x_send_prepared', { id: prepared['id'], note: '' });
    expect(node.refused).toEqual([]);
    expect(node.pool).toHaveLength(1);
    expect(node.pool[0]!.part.pseudoOuts).toHaveLength(inputs);
    const fee = prepared['fee'] as bigint;
    fork.chain.add([], fork.others, 50n);
    node.mine(fork.others);
    await call('refresh');
    const left = 8n * XMR - (amount - own.amount) - fee;
    expect((await balance()).balance).toBe(left);
    for (let i = 0; i < 12; i++) fork.chain.add([], fork.others, 50n);
    await call('refresh');
    expect((await balance()).unlocked).toBe(left);
    const { out } = await call('get_transfers', { out: true });
    expect(out).toMatchObject([{ fee, txid: node.pool[0]!.id }]);
    await session.close();
  },
);
