/**
 * The explorer beside the raw answers of monerod: a coinbase, a payment and a sweep, in the pool and in a block, and
 * what in them belongs to a wallet that monero-wallet-rpc has as well.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseJson } from '../../../src/base/json.ts';
import { startRegtest, type JsonObject, type Regtest } from '../../support/regtest.ts';
import { known } from '../../support/rpc/fixture.ts';
import { useWasmKernel } from '../../support/wasm-kernel.ts';
import { mineAll, FOREIGN_ADDRESS, openOwner, ourWallet, type Answer } from '../../parity/wallet-pair.ts';

const XMR = 1_000_000_000_000n;
const MAIN = known.addresses[0]!.address;
const SUB = known.addresses[1]!;

let chain: Regtest;
let ours: ReturnType<typeof ourWallet>;

beforeAll(async () => {
  await useWasmKernel();
  chain = await startRegtest({ funded: true });
  ours = ourWallet(chain);
  await openOwner(ours);
});
afterAll(() => chain.dispose());

interface RawTx {
  readonly vin: readonly {
    readonly key?: { readonly k_image: string; readonly key_offsets: readonly unknown[] };
  }[];
  readonly vout: readonly {
    readonly amount: number | bigint;
    readonly target: { readonly tagged_key: { readonly key: string } };
  }[];
  readonly unlock_time: number;
  readonly version: number;
  readonly rct_signatures?: { readonly txnFee?: number };
}
/** What monerod says of a transaction, in its own words. */
const rawTransaction = async (txid: string): Promise<{ entry: JsonObject; tx: RawTx }> => {
  const { txs } = await chain.path('/get_transactions', { txs_hashes: [txid], decode_as_json: true });
  const entry = (txs as unknown as readonly JsonObject[])[0]!;
  return { entry, tx: parseJson(entry['as_json'] as string) as unknown as RawTx };
};

/** Compares every field that both have. */
const same = async (found: Answer<'x_transaction'>): Promise<void> => {
  const { entry, tx } = await rawTransaction(found.txid);
  expect(found).toMatchObject({
    in_pool: entry['in_pool'],
    double_spend_seen: entry['double_spend_seen'],
    version: tx.version,
    unlock_time: BigInt(tx.unlock_time),
    fee: BigInt(tx.rct_signatures?.txnFee ?? 0),
    // A coinbase comes in two parts, of which the second is empty.
    size: `${entry['as_hex'] as string}${entry['pruned_as_hex'] as string}`.length / 2,
  });
  expect(found.height).toBe(entry['block_height']);
  expect(found.timestamp).toBe(entry['block_timestamp']);
  if (!found.in_pool) expect(found.confirmations).toBe(entry['confirmations']);
  expect(found.inputs.map(({ key_image, ring_size }) => [key_image, ring_size])).toEqual(
    tx.vin.flatMap(({ key }) => (key ? [[key.k_image, key.key_offsets.length]] : [])),
  );
  expect(found.outputs.map(({ key, amount }) => [key, amount])).toEqual(
    tx.vout.map(({ amount, target }) => [target.tagged_key.key, BigInt(amount)]),
  );
};

const explore = async (txid: string): Promise<Answer<'x_transaction'>> => {
  const found = await ours.call('x_transaction', { txid });
  await same(found);
  return found;
};
const ownOutputs = ({ outputs }: Answer<'x_transaction'>) =>
  outputs.flatMap(({ own }) => (own ? [[own.amount, own.subaddr_index.minor]] : []));
const ownInputs = ({ inputs }: Answer<'x_transaction'>) => inputs.flatMap(({ own }) => own ?? []);

describe('a block', () => {
  test('is shown as monerod returns it, by height and by hash, with our coinbase marked', async () => {
    for (const height of [0, 1, 140]) {
      const raw = await chain.daemon('get_block', { height });
      const header = raw['block_header'] as JsonObject;
      const sum = await chain.daemon('get_coinbase_tx_sum', { height, count: 1 });
      const block = await ours.call('x_block', { height });
      expect(block).toMatchObject({
        hash: header['hash'],
        height,
        on_chain: true,
        depth: header['depth'],
        major_version: header['major_version'],
        minor_version: header['minor_version'],
        timestamp: header['timestamp'],
        prev_hash: header['prev_hash'],
        nonce: header['nonce'],
        size: header['block_size'],
        weight: header['block_weight'],
        difficulty: String(header['difficulty'] as number),
        reward: BigInt(header['reward'] as number),
        fees: BigInt(sum['fee_amount'] as number),
        miner_txid: raw['miner_tx_hash'],
        txids: raw['tx_hashes'] ?? [],
      });
      const ownReward = height === 1 ? [{ txid: block.miner_txid, received: block.reward, spent: 0n }] : [];
      expect(block.own).toEqual(ownReward);
      expect(await ours.call('x_block', { hash: block.hash })).toEqual(block);
    }
  });
  test('that the node does not have is refused by name', async () => {
    for (const at of [{ height: 5000 }, { hash: 'ab'.repeat(32) }])
      await expect(ours.call('x_block', at)).rejects.toThrow(/unknown_block/);
  });
  test('that lost against another one is marked', async () => {
    const top = (await chain.height()) - 1;
    const { hash } = await ours.call('x_block', { height: top });
    await chain.popBlocks(1);
    // The next block at this height is another one; the lost one is forgotten by pop_blocks.
    await chain.mine(1, MAIN);
    expect((await ours.call('x_block', { height: top })).hash).not.toBe(hash);
    await expect(ours.call('x_block', { hash })).rejects.toThrow(/unknown_block/);
    await ours.call('refresh');
  });
});

describe('a transaction', () => {
  test('that is a coinbase of ours has no fee and one output of ours', async () => {
    const block = await ours.call('x_block', { height: 1 });
    const found = await explore(block.miner_txid);
    expect(found).toMatchObject({ coinbase: true, fee: 0n, inputs: [], weight: found.size });
    expect(ownOutputs(found)).toEqual([[block.reward, 0]]);
  });
  test('that is a payment of ours shows what it spends and what comes back, in the pool and in a block', async () => {
    const { tx_hash, amount, fee } = await ours.call('transfer', {
      destinations: [
        { address: FOREIGN_ADDRESS, amount: XMR },
        { address: SUB.address, amount: 2n * XMR },
      ],
    });
    expect(amount).toBe(3n * XMR);
    const waiting = await explore(tx_hash);
    expect(waiting).toMatchObject({ in_pool: true, confirmations: 0, fee });
    const spent = ownInputs(waiting).reduce((sum, each) => sum + each, 0n);
    const change = spent - 3n * XMR - fee;
    expect(ownOutputs(waiting).toSorted((a, b) => Number(a[1]) - Number(b[1]))).toEqual([
      [change, 0],
      [2n * XMR, SUB.minor],
    ]);
    const { pool_stats } = await chain.path('/get_transaction_pool_stats');
    const picture = await ours.call('x_mempool', {});
    expect(picture).toMatchObject({ transactions: (pool_stats as JsonObject)['txs_total'] });
    expect(picture.weight).toBe(waiting.weight);

    const height = await mineAll(chain, 11);
    await ours.call('refresh');
    const mined = await explore(tx_hash);
    expect(mined).toMatchObject({ in_pool: false, height: height - 11, confirmations: 11 });
    expect(ownOutputs(mined)).toEqual(ownOutputs(waiting));
    expect(ownInputs(mined)).toEqual(ownInputs(waiting));
    const block = await ours.call('x_block', { height: height - 11 });
    expect(block.fees).toBe(fee);
    expect(block.own).toEqual([{ txid: tx_hash, received: change + 2n * XMR, spent }]);
  });
  test('that sweeps everything away spends all inputs of ours and pays us nothing', async () => {
    const { tx_hash_list, amount_list, fee_list } = await ours.call('sweep_all', {
      address: FOREIGN_ADDRESS,
    });
    expect(tx_hash_list).toHaveLength(1);
    await mineAll(chain, 1);
    await ours.call('refresh');
    const swept = await explore(tx_hash_list[0]!);
    expect(ownOutputs(swept)).toEqual([]);
    expect(ownInputs(swept)).toHaveLength(swept.inputs.length);
    expect(ownInputs(swept).reduce((sum, each) => sum + each, 0n)).toBe(amount_list[0]! + fee_list[0]!);
  });
  test('of another wallet is shown without own outputs and inputs', async () => {
    const { miner_txid } = await ours.call('x_block', { height: 50 });
    const found = await explore(miner_txid);
    expect([...ownOutputs(found), ...ownInputs(found)]).toEqual([]);
  });
  test('that the node does not know is refused by name', async () => {
    await expect(ours.call('x_transaction', { txid: 'ab'.repeat(32) })).rejects.toThrow(/unknown_tx/);
  });
});
