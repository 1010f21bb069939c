/**
 * The daemon client against real monerods: an open regtest one, and a restricted one of another network behind a login.
 *
 * With `OSTRO_RECORD=tests/vectors/daemon/answers.json` the test records the requests to the first one and its answers.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { asKeyImage, asTxId } from '../../../src/base/brands.ts';
import { freePort } from '../../../scripts/tools/app/monero.ts';
import { limit } from '../../support/tier.ts';
import { startChild } from '../../../scripts/tools/setup/process.mjs';
import { ensureMonero } from '../../../scripts/tools/setup/setup.mjs';
import { equalBytes } from '../../../src/base/bytes.ts';
import { fromHex, toHex } from '../../../src/base/hex.ts';
import { decodeBlocks } from '../../../src/daemon/bin/get-blocks.ts';
import { createDaemon, type Daemon } from '../../../src/daemon/daemon.ts';
import type { HttpWorld } from '../../../src/daemon/http.ts';
import { blockId, readBlock } from '../../../src/protocol/block/block.ts';
import { txHash } from '../../../src/protocol/tx/hash.ts';
import { readPrunedTransaction, readTransaction } from '../../../src/protocol/tx/transaction.ts';
import { transactionWeight } from '../../../src/protocol/tx/weight.ts';
import { listsOf } from '../../support/index-lists.ts';
import { startRegtest, type JsonObject, type Regtest, type WalletRpc } from '../../support/regtest.ts';
import { faultOf, nodeWorld } from '../../unit/daemon/world.ts';

interface Exchange {
  readonly request: string;
  readonly answer: string;
}
/** For every endpoint the longest exchange that is short enough to store, in base64. */
const recorded = new Map<string, Exchange>();
const MAX_RECORDED = 30_000;

const recording = (world: HttpWorld): HttpWorld => ({
  ...world,
  fetch: async (url, init) => {
    const response = await world.fetch(url, init);
    const request = Buffer.from(init.body as Uint8Array);
    const answer = Buffer.from(await response.clone().arrayBuffer());
    const { pathname } = new URL(url);
    const method =
      pathname === '/json_rpc' ? (JSON.parse(request.toString()) as { method: string }).method : undefined;
    const name = method ?? pathname;
    const before = recorded.get(name)?.answer.length ?? 0;
    if (answer.length <= MAX_RECORDED && answer.length * 1.4 > before)
      recorded.set(name, { request: request.toString('base64'), answer: answer.toString('base64') });
    return response;
  },
});

const writeRecord = async (file: string, daemon: Daemon): Promise<void> => {
  const { version } = await daemon.tip();
  const papers = {
    source: `monerod ${version}, regtest`,
    made: 'OSTRO_RECORD=<this file> npx vitest run --project parity tests/long/parity/daemon.test.ts',
    date: new Date().toISOString().slice(0, 10),
  };
  const exchanges = Object.fromEntries([...recorded].sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(file, `${JSON.stringify({ ...papers, exchanges }, undefined, 2)}\n`);
};

describe('a regtest monerod', () => {
  let chain: Regtest;
  let wallet: WalletRpc;
  let daemon: Daemon;
  let address: string;
  const transfer = async (): Promise<{ blob: Uint8Array; txid: Uint8Array }> => {
    const made = await wallet.call('sweep_all', { address, do_not_relay: true, get_tx_hex: true });
    const [blob] = made['tx_blob_list'] as string[];
    const [txid] = made['tx_hash_list'] as string[];
    return { blob: fromHex(blob!), txid: fromHex(txid!) };
  };

  beforeAll(async () => {
    chain = await startRegtest();
    wallet = await chain.walletRpc();
    await wallet.call('create_wallet', { filename: 'miner', language: 'English' });
    address = (await wallet.call('get_address'))['address'] as string;
    await chain.mine(90, address);
    await wallet.call('refresh');
    daemon = createDaemon(recording(nodeWorld()));
    daemon.use({ address: chain.url });
    daemon.expectNetwork('mainnet');
  });
  afterAll(async () => {
    const file = process.env['OSTRO_RECORD'];
    if (file !== undefined) await writeRecord(file, daemon);
    await chain.dispose();
  });

  it('shows the same height and network as asked for directly', async () => {
    const info = await chain.daemon('get_info');
    expect(await daemon.tip()).toMatchObject({
      height: info['height'],
      topHash: fromHex(info['top_block_hash'] as string),
      network: 'mainnet',
      devnet: true,
      synchronized: true,
      version: info['version'],
    });
    const check = await daemon.check({ address: chain.url.replace('http://', '') });
    expect(check.rpcVersion.major).toBe(3);
    expect(check.tip.height).toBe(info['height']);
  });

  it('sends blocks after a known hash, from a height and from the first one, with matching headers', async () => {
    const headers = await daemon.headers(0, 90);
    const from10 = await daemon.blocksAfter([headers[10]!.hash, headers[0]!.hash]);
    expect(from10).toMatchObject({ startHeight: 10, count: 81, chainHeight: 91 });
    for (const raw of [from10, await daemon.blocksFrom(33), await daemon.blocksFrom(0)]) {
      const blocks = decodeBlocks(new Uint8Array(raw.bytes));
      expect(blocks).toHaveLength(raw.count);
      blocks.forEach((decoded, i) => {
        const header = headers[raw.startHeight + i]!;
        expect(toHex(blockId(readBlock(decoded.block)))).toBe(toHex(header.hash));
        expect(listsOf(decoded)).toEqual([[Math.max(0, header.height - 1)]]);
      });
    }
  });

  it('sends no block when the wallet has the newest one', async () => {
    const { topHash, height } = await daemon.tip();
    const [first] = await daemon.headers(0, 0);
    expect(await daemon.blocksAfter([topHash, first!.hash])).toMatchObject({ count: 0, chainHeight: height });
  });

  it('refuses the block hashes of another chain', async () => {
    expect(await faultOf(daemon.blocksAfter([new Uint8Array(32).fill(7)]))).toMatchObject({
      code: 'node_error',
    });
  });

  it('counts one RingCT output per block, and shows the requested outputs over several requests', async () => {
    const { startHeight, cumulative } = await daemon.distribution();
    expect(startHeight).toBe(0);
    expect(cumulative).toHaveLength(91);
    expect(cumulative.at(-1)).toBe(90);
    const refs = Array.from({ length: 2100 }, (_, i) => ({ amount: 0n, index: i % 90 }));
    const outs = await daemon.outputs(refs);
    expect(outs).toHaveLength(2100);
    outs.forEach((out, i) => expect(out.height).toBe((i % 90) + 1));
    expect(await daemon.outputs(refs.slice(4, 7))).toEqual(outs.slice(4, 7));
    const { outs: plain } = await chain.path('/get_outs', { outputs: [{ amount: 0, index: 5 }] });
    const [one] = plain as JsonObject[];
    expect(toHex(outs[5]!.key)).toBe(one!['key']);
    expect(toHex(outs[5]!.mask)).toBe(one!['mask']);
    expect(outs[5]!.unlocked).toBe(true);
    expect(outs[89]!.unlocked).toBe(false);
  });

  it('refuses a request for an output that does not exist', async () => {
    expect(await faultOf(daemon.outputs([{ amount: 0n, index: 5_000_000 }]))).toMatchObject({
      code: 'node_error',
    });
  });

  it('estimates fees that the rules allow', async () => {
    const { fees, quantization_mask: mask } = await chain.daemon('get_fee_estimate', { grace_blocks: 10 });
    expect(await daemon.feeEstimate()).toEqual({
      fees: (fees as number[]).map(BigInt),
      quantizationMask: BigInt(mask as number),
    });
  });

  it('accepts a transaction, accepts it again, and shows it in the pool and in a block', async () => {
    expect(await daemon.backlog()).toEqual([]);
    const { blob, txid } = await transfer();
    const rival = await transfer();
    const { transfers } = await wallet.call('incoming_transfers', { transfer_type: 'available' });
    const spent = (transfers as JsonObject[])
      .filter((entry) => entry['unlocked'] === true)
      .map((entry) => fromHex(entry['key_image'] as string));
    expect(spent.length).toBeGreaterThan(0);
    expect(new Set(await daemon.keyImagesSpent(spent.map(asKeyImage)))).toEqual(new Set([0]));
    expect(await daemon.transactions([asTxId(txid)])).toEqual([]);

    await daemon.relay(blob, asTxId(txid));
    await daemon.relay(blob, asTxId(txid));
    expect((await daemon.poolTxids()).map(toHex)).toEqual([toHex(txid)]);
    expect(new Set(await daemon.keyImagesSpent(spent.map(asKeyImage)))).toEqual(new Set([2]));
    const tx = readTransaction(blob);
    expect(await daemon.backlog()).toEqual([
      { weight: transactionWeight(tx, blob.length), fee: tx.rct!.fee },
    ]);
    const [pooled] = await daemon.transactions([asTxId(txid)]);
    expect(pooled).toMatchObject({ txid, inPool: true, pruned: false, doubleSpendSeen: false });
    expect(equalBytes(pooled!.blob, blob)).toBe(true);

    const refusal = await faultOf(daemon.relay(rival.blob, asTxId(rival.txid)));
    expect(refusal.code).toBe('tx_rejected');
    expect((refusal.data as { flags: string[] }).flags).toContain('double_spend');

    const height = await chain.mine(1, address);
    await daemon.relay(blob, asTxId(txid));
    expect(await daemon.poolTxids()).toEqual([]);
    expect(new Set(await daemon.keyImagesSpent(spent.map(asKeyImage)))).toEqual(new Set([1]));
    const [whole] = await daemon.transactions([asTxId(txid), asTxId(txid)]);
    expect(whole).toMatchObject({ inPool: false, height: height - 1, pruned: false });
    const [pruned] = await daemon.transactions([asTxId(txid)], { prune: true });
    expect(pruned).toMatchObject({ pruned: true, outputIndices: whole!.outputIndices });
    expect(readPrunedTransaction(pruned!.blob).prefix).toEqual(tx.prefix);

    const [, mined] = decodeBlocks(new Uint8Array((await daemon.blocksFrom(height - 2)).bytes));
    expect(mined!.txs.map(toHex)).toEqual([toHex(pruned!.blob)]);
    expect(listsOf(mined!)).toEqual([expect.any(Array), whole!.outputIndices]);
    expect(toHex(txHash(readTransaction(whole!.blob)))).toBe(toHex(txid));
  });

  it('refuses bytes that are not a transaction, with the reason', async () => {
    expect(await faultOf(daemon.relay(new Uint8Array(40), asTxId(new Uint8Array(32))))).toEqual({
      code: 'tx_rejected',
      data: { reason: 'Sanity check failed', flags: ['sanity_check_failed'] },
    });
  });

  it('mines only when it is the user’s own', async () => {
    expect(await faultOf(daemon.startMining(address, 1, false, true))).toEqual({
      code: 'node_not_own',
      data: { address: chain.url, call: '/start_mining' },
    });
  });

  it('reports a wrong mining address, and that mining was not running', async () => {
    daemon.use({ address: chain.url, trusted: true });
    expect(await faultOf(daemon.startMining('4abc', 1, false, true))).toMatchObject({
      code: 'node_error',
      data: { message: 'Failed, wrong address' },
    });
    expect(await faultOf(daemon.stopMining())).toMatchObject({
      code: 'node_error',
      data: { message: 'Mining never started' },
    });
  });

  it('is refused by a wallet of stagenet', async () => {
    daemon.expectNetwork('stagenet');
    expect(await faultOf(daemon.tip())).toMatchObject({
      code: 'node_wrong_network',
      data: { expected: 'stagenet', actual: 'regtest' },
    });
    daemon.expectNetwork('mainnet');
  });

  it('is unreachable after it has ended', async () => {
    await chain.stopDaemon();
    expect(await faultOf(daemon.tip())).toMatchObject({ code: 'node_unreachable' });
    expect(await faultOf(daemon.relay(new Uint8Array(40), asTxId(new Uint8Array(32))))).toMatchObject({
      code: 'node_unreachable',
    });
    await chain.startDaemon();
    expect((await daemon.tip()).devnet).toBe(true);
  });
});

describe('a restricted stagenet monerod behind a login', () => {
  const dir = mkdtempSync(join(tmpdir(), 'ostro-daemon-'));
  const daemon = createDaemon(nodeWorld());
  let child: { readonly stop: () => Promise<void> };
  let address: string;
  beforeAll(async () => {
    const port = await freePort();
    address = `http://127.0.0.1:${port}`;
    child = startChild('monerod', join(await ensureMonero(), 'monerod'), [
      ...['--stagenet', '--offline', '--non-interactive', '--no-igd', '--no-zmq', '--disable-rpc-ban'],
      ...['--restricted-rpc', '--rpc-login', 'me:sécret"', '--check-updates', 'disabled'],
      ...['--rpc-ssl', 'disabled'],
      ...['--data-dir', dir, '--log-file', join(dir, 'monerod.log'), '--disable-dns-checkpoints'],
      ...[
        '--rpc-bind-port',
        `${port}`,
        '--p2p-bind-ip',
        '127.0.0.1',
        '--p2p-bind-port',
        `${await freePort()}`,
      ],
    ]);
    await vi.waitFor(() => fetch(address), { timeout: limit(2), interval: 100 });
  });
  afterAll(async () => {
    await child.stop();
    rmSync(dir, { recursive: true, force: true });
  });

  it('needs a login', async () => {
    daemon.use({ address });
    expect(await faultOf(daemon.tip())).toEqual({ code: 'node_login', data: { address, tried: false } });
  });
  it('refuses a wrong login', async () => {
    daemon.use({ address, username: 'me', password: 'secret' });
    expect(await faultOf(daemon.tip())).toEqual({ code: 'node_login', data: { address, tried: true } });
  });
  it('answers many requests at a time with the right login', async () => {
    daemon.use({ address, username: 'me', password: 'sécret"' });
    const [tip, headers, spent, blocks, ids] = await Promise.all([
      daemon.tip(),
      daemon.headers(0, 0),
      daemon.keyImagesSpent([asKeyImage(new Uint8Array(32))]),
      daemon.blocksFrom(0),
      daemon.poolTxids(),
    ]);
    expect(tip).toMatchObject({ height: 1, network: 'stagenet', devnet: false });
    expect(headers[0]!.hash).toEqual(tip.topHash);
    expect(spent).toEqual([0]);
    expect(blocks).toMatchObject({ count: 0, chainHeight: 1 });
    expect(ids).toEqual([]);
  });
  it('is refused by a wallet of mainnet', async () => {
    daemon.expectNetwork('mainnet');
    expect(await faultOf(daemon.tip())).toMatchObject({
      code: 'node_wrong_network',
      data: { expected: 'mainnet', actual: 'stagenet' },
    });
    daemon.expectNetwork('stagenet');
    expect((await daemon.tip()).network).toBe('stagenet');
  });
  it('refuses to mine for others', async () => {
    daemon.use({ address, username: 'me', password: 'sécret"', trusted: true });
    expect(await faultOf(daemon.startMining('x', 1, false, true))).toMatchObject({ code: 'node_restricted' });
  });
});
