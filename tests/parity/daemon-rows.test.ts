/**
 * Calls of monerod that read the chain and the pool or build on them: every field of every answer is compared with the
 * raw one, and what a call changes is seen in others. Calls for the node's operator: daemon-rows-admin.test.ts.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FIRST_OWNER } from '../../scripts/tools/app/funded-chain.ts';
import { asTxId } from '../../src/base/brands.ts';
import { callRpc, startWalletRpc } from '../../scripts/tools/app/monero.ts';
import { ensureMonero } from '../../scripts/tools/setup/setup.mjs';
import { isFault } from '../../src/base/fault.ts';
import { fromHex, toHex } from '../../src/base/hex.ts';
import { ask } from '../../src/daemon/ask.ts';
import { getBlocksByHeight } from '../../src/daemon/bin/get-blocks-by-height.ts';
import { getBlocks } from '../../src/daemon/bin/get-blocks.ts';
import { getHashes } from '../../src/daemon/bin/get-hashes.ts';
import { getOutputIndexes } from '../../src/daemon/bin/get-o-indexes.ts';
import { getOutputDistributionBin } from '../../src/daemon/bin/get-output-distribution.ts';
import { getOutsBin } from '../../src/daemon/bin/get-outs.ts';
import { addAuxPow } from '../../src/daemon/json/add-aux-pow.ts';
import { calcPow } from '../../src/daemon/json/calc-pow.ts';
import { flushTxpool } from '../../src/daemon/json/flush-txpool.ts';
import { generateblocks } from '../../src/daemon/json/generateblocks.ts';
import { getAltBlocksHashes } from '../../src/daemon/json/get-alt-blocks-hashes.ts';
import { getAlternateChains } from '../../src/daemon/json/get-alternate-chains.ts';
import { getBlockCount } from '../../src/daemon/json/get-block-count.ts';
import { getBlockHeaderByHash } from '../../src/daemon/json/get-block-header-by-hash.ts';
import { getBlockHeaderByHeight } from '../../src/daemon/json/get-block-header-by-height.ts';
import { getBlockHeadersRange } from '../../src/daemon/json/get-block-headers-range.ts';
import { getBlockTemplate } from '../../src/daemon/json/get-block-template.ts';
import { getBlock } from '../../src/daemon/json/get-block.ts';
import { getCoinbaseTxSum } from '../../src/daemon/json/get-coinbase-tx-sum.ts';
import { getFeeEstimate } from '../../src/daemon/json/get-fee-estimate.ts';
import { getHeight } from '../../src/daemon/json/get-height.ts';
import { getInfo, getInfoByPath } from '../../src/daemon/json/get-info.ts';
import { getLastBlockHeader } from '../../src/daemon/json/get-last-block-header.ts';
import { getMinerData } from '../../src/daemon/json/get-miner-data.ts';
import { getOutputDistribution } from '../../src/daemon/json/get-output-distribution.ts';
import { getOutputHistogram } from '../../src/daemon/json/get-output-histogram.ts';
import { getOuts } from '../../src/daemon/json/get-outs.ts';
import {
  getTransactionPoolHashes,
  getTransactionPoolHashesBin,
} from '../../src/daemon/json/get-transaction-pool-hashes.ts';
import { getTransactionPoolStats } from '../../src/daemon/json/get-transaction-pool-stats.ts';
import { getTransactionPool } from '../../src/daemon/json/get-transaction-pool.ts';
import { getTransactions } from '../../src/daemon/json/get-transactions.ts';
import { getTxpoolBacklog } from '../../src/daemon/json/get-txpool-backlog.ts';
import { getVersion } from '../../src/daemon/json/get-version.ts';
import { hardForkInfo } from '../../src/daemon/json/hard-fork-info.ts';
import { isKeyImageSpent } from '../../src/daemon/json/is-key-image-spent.ts';
import { onGetBlockHash } from '../../src/daemon/json/on-get-block-hash.ts';
import { popBlocks } from '../../src/daemon/json/pop-blocks.ts';
import { relayTx } from '../../src/daemon/json/relay-tx.ts';
import { sendRawTransaction } from '../../src/daemon/json/send-raw-transaction.ts';
import { submitBlock } from '../../src/daemon/json/submit-block.ts';
import { faultOf } from '../unit/daemon/world.ts';
import { expectGuarded, startNode, type DaemonNode } from './daemon-node.ts';
import { callsComparedIn } from './table/daemon-rows.ts';

type WalletCall = (method: string, params?: object) => Promise<Record<string, never>>;

let node: DaemonNode;
let wallet: Awaited<ReturnType<typeof startWalletRpc>>;
let address: string;
/** Blocks of the chain when the tests begin, and after the first of them. */
let before: number;
let height: number;
const call: WalletCall = (method, params) => callRpc(wallet.url, method, params) as ReturnType<WalletCall>;
const compare: DaemonNode['compare'] = (endpoint) => node.compare(endpoint);
const heightNow = async (): Promise<number> => (await ask(node.own, getBlockCount())).count;
const mine = (n: number, options: object = {}) =>
  compare(generateblocks({ amount_of_blocks: n, wallet_address: address, ...options }));

/** A signed transaction that no node has seen yet. */
const sign = async (): Promise<{ readonly blob: string; readonly txid: string }> => {
  await call('refresh');
  const made = await call('transfer', {
    destinations: [{ amount: 1_000_000_000_000, address }],
    do_not_relay: true,
    get_tx_hex: true,
  });
  return { blob: made['tx_blob']!, txid: made['tx_hash']! };
};

beforeAll(async () => {
  node = await startNode([], { funded: true });
  wallet = await startWalletRpc({ bin: await ensureMonero(), dir: node.dir, daemonUrl: node.url });
  await call('restore_deterministic_wallet', { filename: 'miner', password: '', seed: FIRST_OWNER.seed });
  address = FIRST_OWNER.address;
  before = await heightNow();
});
afterAll(async () => {
  await wallet.child.stop();
  await node[Symbol.asyncDispose]();
});

describe('blocks', () => {
  it('are made by generateblocks, counted and named', async () => {
    const made = await mine(3, { starting_nonce: 7 });
    height = before + 3;
    expect(made).toMatchObject({ height: height - 1 });
    expect(made.blocks).toHaveLength(3);
    expect(await compare(getBlockCount())).toMatchObject({ count: height, status: 'OK', untrusted: false });
    expect(await compare(getHeight())).toMatchObject({ height, hash: made.blocks.at(-1) });
    expect(await compare(onGetBlockHash({ height: before }))).toBe(made.blocks[0]);
    // Older nodes give zeros for a height that the chain does not have.
    const beyond = ask(node.own, onGetBlockHash({ height: 4000 })).then(
      (hash) => hash === '00'.repeat(32),
      (error: unknown) => isFault(error, 'node_error') && (error.data as { code?: number }).code === -2,
    );
    expect(await beyond).toBe(true);
  });

  it('have the same header by all four ways, and a proof of work when it is asked for', async () => {
    const { block_header: last } = await compare(getLastBlockHeader({ fill_pow_hash: true }));
    expect(last.pow_hash).toHaveLength(64);
    expect((await compare(getLastBlockHeader())).block_header.pow_hash).toBe('');
    const { hash, height: at } = last;
    const byHash = await compare(
      getBlockHeaderByHash({ hash, hashes: [hash, last.prev_hash], fill_pow_hash: true }),
    );
    expect(byHash.block_header).toEqual(last);
    expect(byHash.block_headers[0]).toEqual(last);
    const byHeight = await compare(getBlockHeaderByHeight({ height: at, fill_pow_hash: true }));
    expect(byHeight.block_header).toEqual(last);
    const range = getBlockHeadersRange({ start_height: at - 9, end_height: at, fill_pow_hash: true });
    const { headers } = await compare(range);
    expect(headers.at(-1)).toEqual(last);
    expect(headers.map((each) => each.height)).toEqual(Array.from({ length: 10 }, (_, i) => at - 9 + i));
  });

  it('are summed up by get_coinbase_tx_sum', async () => {
    const { headers } = await ask(node.own, getBlockHeadersRange({ start_height: 50, end_height: 59 }));
    const sum = await compare(getCoinbaseTxSum({ height: 50, count: 10 }));
    expect(sum.emission_amount + sum.fee_amount).toBe(headers.reduce((all, { reward }) => all + reward, 0n));
  });

  it('belong to a version of the rules, with fees', async () => {
    expect(await compare(hardForkInfo())).toMatchObject({ version: 16, enabled: true });
    expect(await compare(hardForkInfo({ version: 16 }))).toMatchObject({ earliest_height: 1n });
    const version = await compare(getVersion());
    expect(version.version >>> 16).toBe(3);
    expect(version.hard_forks.at(-1)!.hf_version).toBe(16);
    const fees = await compare(getFeeEstimate({ grace_blocks: 10 }));
    expect(fees.fees).toHaveLength(4);
    expect(fees.fees[0]).toBe(fees.fee);
  });

  it('are in get_info under both names', async () => {
    const info = await compare(getInfo());
    expect(info).toMatchObject({ height, nettype: 'fakechain', offline: true, restricted: false });
    expect(await compare(getInfoByPath())).toMatchObject({ height, version: info.version });
    const restricted = await ask(node.restricted, getInfo());
    expect(restricted).toMatchObject({ version: '', free_space: 2n ** 64n - 1n, restricted: true });
  });
});

describe('a transaction', () => {
  let sent: { readonly blob: string; readonly txid: string };
  let keyImages: readonly string[];

  it('that was submitted is in every view of the pool', async () => {
    sent = await sign();
    const verdict = await compare(sendRawTransaction({ tx_as_hex: sent.blob, do_not_relay: true }));
    expect(verdict).toMatchObject({ status: 'OK', not_relayed: true, double_spend: false });
    const { transactions, spent_key_images } = await compare(getTransactionPool());
    const [tx] = transactions;
    expect(tx).toMatchObject({ id_hash: sent.txid, tx_blob: sent.blob, do_not_relay: true, relayed: false });
    keyImages = spent_key_images.map(({ id_hash }) => id_hash);
    expect((await compare(getTransactionPoolHashes())).tx_hashes).toEqual([sent.txid]);
    expect((await compare(getTransactionPoolHashesBin())).tx_hashes).toEqual([sent.txid]);
    // The backlog leaves out transactions that the node does not relay.
    expect((await compare(getTxpoolBacklog())).backlog).toEqual([]);
    const { pool_stats } = await compare(getTransactionPoolStats());
    expect(pool_stats).toMatchObject({ txs_total: 1, fee_total: tx!.fee, num_not_relayed: 1 });
    expect(
      (await compare(isKeyImageSpent({ key_images: [...keyImages, '11'.repeat(32)] }))).spent_status,
    ).toEqual([...keyImages.map(() => 2), 0]);
    const found = await compare(getTransactions({ txs_hashes: [sent.txid], decode_as_json: true }));
    expect(found.txs[0]).toMatchObject({ as_hex: sent.blob, in_pool: true, relayed: false });
    const pool = await compare(getBlocks({ startHeight: height - 2, requestedInfo: 1 }));
    expect(pool).toMatchObject({ pool_info_extent: 2, start_height: height - 2, current_height: height });
    expect(pool.added_pool_txs.map(({ tx_hash }) => toHex(tx_hash))).toEqual([sent.txid]);
  });

  it('that was kept back is relayed by relay_tx, and no other', async () => {
    const before = (await ask(node.own, getTransactionPool())).transactions[0]!;
    await compare(relayTx({ txids: [sent.txid] }));
    const relayed = async () => (await ask(node.own, getTransactionPool())).transactions[0]!;
    await expect.poll(relayed).not.toEqual(before);
    expect(await faultOf(ask(node.own, relayTx({ txids: ['22'.repeat(32)] })))).toMatchObject({
      code: 'node_error',
      data: { code: -5 },
    });
  });

  it('that is spoiled is refused with its reason', async () => {
    const spoiled = `${sent.blob.slice(0, -2)}${sent.blob.endsWith('00') ? '01' : '00'}`;
    const verdict = await compare(sendRawTransaction({ tx_as_hex: spoiled, do_sanity_checks: false }));
    expect(verdict.status).toBe('Failed');
    expect(verdict.double_spend || verdict.invalid_input || verdict.reason !== '').toBe(true);
  });

  it('is flushed from the pool by its id, and comes back', async () => {
    await compare(flushTxpool({ txids: [sent.txid] }));
    expect((await compare(getTransactionPoolHashes())).tx_hashes).toEqual([]);
    expect((await compare(getTransactionPoolHashesBin())).tx_hashes).toEqual([]);
    expect((await compare(getTxpoolBacklog())).backlog).toEqual([]);
    await compare(sendRawTransaction({ tx_as_hex: sent.blob, do_not_relay: false, do_sanity_checks: true }));
    // The backlog and the miner's data leave the transaction out until the node has relayed it (Dandelion++).
    const waiting = async () => (await ask(node.own, getTxpoolBacklog())).backlog.length;
    await expect.poll(waiting).toBe(1);
    const [tx] = (await compare(getTransactionPool())).transactions;
    const { backlog } = await compare(getTxpoolBacklog());
    expect(backlog).toMatchObject([{ weight: tx!.weight, fee: tx!.fee }]);
    const { tx_backlog, height: next } = await compare(getMinerData());
    expect(tx_backlog.map(({ id }) => id)).toEqual([sent.txid]);
    expect(next).toBe(await heightNow());
  });

  it('is in a block, whole, in parts, pruned and decoded', async () => {
    const { height: at } = await mine(1);
    const block = await compare(getBlock({ height: at }));
    expect(block.tx_hashes).toEqual([sent.txid]);
    expect((await compare(getBlock({ hash: block.block_header.hash, fill_pow_hash: true }))).blob).toBe(
      block.blob,
    );
    const asked = { txs_hashes: [sent.txid, '33'.repeat(32)] };
    const whole = await compare(getTransactions(asked));
    expect(whole.missed_tx).toEqual(['33'.repeat(32)]);
    expect(whole.txs[0]).toMatchObject({ as_hex: sent.blob, in_pool: false, block_height: at });
    const [split] = (await compare(getTransactions({ ...asked, split: true }))).txs;
    expect(split!.pruned_as_hex + split!.prunable_as_hex).toBe(sent.blob);
    const [pruned] = (await compare(getTransactions({ ...asked, prune: true }))).txs;
    expect(pruned).toMatchObject({ pruned_as_hex: split!.pruned_as_hex, prunable_as_hex: '' });
    await compare(getTransactions({ ...asked, decode_as_json: true, prune: true }));
    const { spent_status } = await compare(isKeyImageSpent({ key_images: keyImages }));
    expect(new Set(spent_status)).toEqual(new Set([1]));

    const indexes = await compare(getOutputIndexes(asTxId(fromHex(sent.txid))));
    expect(indexes.o_indexes).toEqual(whole.txs[0]!.output_indices);
    const { blocks } = await compare(getBlocksByHeight([at, 3]));
    expect(blocks.map((each) => toHex(each.block))[0]).toBe(block.blob);
    expect(toHex(blocks[0]!.txs[0] as Uint8Array)).toBe(sent.blob);
    const history = [
      fromHex(block.block_header.prev_hash),
      fromHex(await ask(node.own, onGetBlockHash({ height: 0 }))),
    ];
    const after = await compare(getBlocks({ history, maxBlocks: 5 }));
    expect(toHex((after.blocks[1]!.txs[0] as { blob: Uint8Array }).blob)).toBe(split!.pruned_as_hex);
    expect(after.output_indices[1]!.indices[1]!.indices).toEqual(indexes.o_indexes);
    const { m_block_ids } = await compare(getHashes(history, 0));
    expect(m_block_ids.map(toHex)).toEqual([block.block_header.prev_hash, block.block_header.hash]);
  });
});

describe('outputs', () => {
  it('are the same as JSON and in binary', async () => {
    const refs = [0, 5, 99].map((index) => ({ amount: 0n, index }));
    const json = await compare(getOuts({ outputs: refs, get_txid: true }));
    const bin = await compare(getOutsBin(refs, true));
    expect(
      bin.outs.map(({ key, mask, txid, ...rest }) => ({
        key: toHex(key),
        mask: toHex(mask),
        txid: toHex(txid),
        ...rest,
      })),
    ).toEqual(json.outs);
    await compare(getOutsBin(refs, false));
    await compare(getOuts({ outputs: refs, get_txid: false }));
  });
  it('are counted in a histogram and block by block', async () => {
    const { histogram } = await compare(getOutputHistogram({ amounts: [0n], unlocked: true }));
    const request = { amounts: [0n], from_height: 0, to_height: 0 };
    const [counted] = (await compare(getOutputDistribution({ ...request, cumulative: true }))).distributions;
    expect(counted!.distribution.at(-1)).toBe(histogram[0]!.total_instances);
    const [single] = (await compare(getOutputDistribution(request))).distributions;
    expect(single!.distribution.reduce((sum, n) => sum + n, 0)).toBe(histogram[0]!.total_instances);
    const [plain] = (await compare(getOutputDistributionBin({ amounts: [0n], compress: false })))
      .distributions;
    const view = new DataView(Uint8Array.from(plain!.distribution!).buffer);
    expect(single!.distribution).toEqual(
      Array.from({ length: view.byteLength / 8 }, (_, i) => Number(view.getBigUint64(8 * i, true))),
    );
    const [packed] = (await compare(getOutputDistributionBin({ amounts: [0n], compress: true })))
      .distributions;
    // Below 128 outputs a varint is one byte.
    expect([...packed!.compressed_data!]).toEqual(single!.distribution);
  });
});

describe('a block template', () => {
  it('is accepted as a block, and its proof of work is what calc_pow says', async () => {
    const next = await heightNow();
    const template = await compare(getBlockTemplate({ wallet_address: address, reserve_size: 8 }));
    expect(template).toMatchObject({ height: next, difficulty: 1n, wide_difficulty: '0x1' });
    const pow = await compare(
      calcPow({
        major_version: 16,
        height: next,
        block_blob: template.blockhashing_blob,
        seed_hash: template.seed_hash,
      }),
    );
    const { block_id } = await compare(submitBlock({ block: template.blocktemplate_blob }));
    const { block_header } = await compare(getBlockHeaderByHeight({ height: next, fill_pow_hash: true }));
    expect(block_header).toMatchObject({ hash: block_id, pow_hash: pow });
  });
  it('that is none is refused with the code of the specification', async () => {
    expect(await faultOf(ask(node.own, submitBlock({ block: '00'.repeat(80) })))).toMatchObject({
      code: 'node_error',
      data: { code: -6 },
    });
  });
  it('takes hashes of merge-mined chains', async () => {
    const { blocktemplate_blob } = await ask(
      node.own,
      getBlockTemplate({ wallet_address: address, reserve_size: 60 }),
    );
    const aux_pow = [
      { id: '01'.repeat(32), hash: 'aa'.repeat(32) },
      { id: '02'.repeat(32), hash: 'bb'.repeat(32) },
    ];
    const merged = await compare(addAuxPow({ blocktemplate_blob, aux_pow }));
    expect([...merged.aux_pow].sort((a, b) => (a.id < b.id ? -1 : 1))).toEqual(aux_pow);
    expect(merged.blocktemplate_blob).not.toBe(blocktemplate_blob);
    expect(merged.blocktemplate_blob).toContain(merged.merkle_root);
  });
});

describe('forks', () => {
  it('are listed with the blocks that made them', async () => {
    const now = await heightNow();
    const parent = await ask(node.own, onGetBlockHash({ height: now - 3 }));
    const { blocks } = await mine(1, { prev_block: parent, starting_nonce: 99 });
    expect(await heightNow()).toBe(now);
    expect((await compare(getAltBlocksHashes())).blks_hashes).toEqual(blocks);
    expect((await compare(getAlternateChains())).chains).toMatchObject([
      { block_hashes: blocks, length: 1, main_chain_parent_block: parent, height: now - 2 },
    ]);
  });
  it('are what pop_blocks makes room for', async () => {
    const now = await heightNow();
    expect(await compare(popBlocks({ nblocks: 4 }))).toMatchObject({ height: now - 4 });
    expect(await heightNow()).toBe(now - 4);
  });
});

it('the restricted port does nothing for operators, and ours asks it for nothing of that kind', async () => {
  // Nodes before 0.18.4.3 show forks to everybody.
  const old = (await ask(node.own, getVersion())).version < 0x3000f;
  await expectGuarded(node, old ? ['/get_alt_blocks_hashes'] : []);
});

it('each call of this half was compared', () => {
  expect([...node.compared.keys()].sort()).toEqual(callsComparedIn('daemon-rows'));
});
