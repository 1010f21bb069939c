/**
 * The examples in the comments of the names that open wallets, ask a node or need a page: they run with the engine of the
 * source tree, a stand-in of a node and the events of a page, and say what comes out.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { FIRST_OWNER } from '../../../scripts/tools/app/funded-chain.ts';
import { startKernel } from '../../../src/nodejs/kernel.ts';
import { sourceTree } from '../../../src/nodejs/source-tree.ts';
import * as daemon from '../../../src/library/daemon.ts';
import { nodePlatform } from '../../../src/library/node-platform.ts';
import { setPlatform } from '../../../src/library/platform.ts';
import * as proofs from '../../../src/library/proofs.ts';
import { readMnemonic } from '../../../src/library/mnemonics.ts';
import * as wallets from '../../../src/library/wallets.ts';
import * as contract from '../../../src/library/storage-contract.ts';
import { setWorld } from '../../../src/library/world.ts';
import * as sdk from '../../../src/sdk/index.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { HEIGHT, PAYEE } from '../../support/rpc/fixture.ts';
import { openProofWallet, type ProofWallet } from '../../support/rpc/proof-wallet.ts';
import { examplesIn, outcomesOf } from './run-example.ts';

const FILES = {
  'library/wallets': [
    'createWallet',
    'openWallet',
    'restoreWallet',
    'watchWallet',
    'folder',
    'postgres',
    'indexedDB',
    'memory',
  ],
  'library/daemon': ['connectDaemon'],
  'library/storage-contract': ['storageContract'],
  'library/proofs': ['checkTxProof', 'checkTxKey', 'verifyMessage'],
  'sdk/index': ['createProvider'],
  'sdk/discovery': ['onProvider'],
};
const examples = Object.keys(FILES)
  .flatMap(examplesIn)
  .filter(({ code }) => code !== '');

let path: string;
let database: TestPostgres;
let given: object;
beforeAll(async () => {
  path = mkdtempSync(join(tmpdir(), 'ostro-examples-'));
  database = await startPostgres();
  const page = new EventTarget();
  for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const)
    vi.stubGlobal(name, page[name].bind(page));
  const paid = await openProofWallet();
  const { txid, key: txKey } = paid.sent;
  const proof = { txid, address: PAYEE, message: 'order 7' };
  const { signature } = await paid.call('get_tx_proof', proof);
  setPlatform(nodePlatform(sourceTree));
  setWorld({ fetch: nodeWith(paid), startKernel: () => startKernel(sourceTree.kernel) });
  const { address, seed: words } = FIRST_OWNER;
  const { viewKey } = await readMnemonic(words);
  given = {
    ...{ ...wallets, ...daemon, ...proofs, ...contract, ...sdk },
    ...{ address, words, viewKey, txid, txKey, signature, path, payee: PAYEE },
    url: await database.database(),
    node: 'http://127.0.0.1:18081',
  };
});
afterAll(async () => {
  await database.stop();
  vi.unstubAllGlobals();
  rmSync(path, { recursive: true });
});

/** Answers as monerod with the transactions of this wallet. */
const nodeWith =
  ({ node }: ProofWallet): typeof fetch =>
  async (url, init) => {
    const asked = new URL(String(url instanceof Request ? url.url : url)).pathname;
    const body = JSON.parse(await new Response(init?.body ?? '{}').text()) as {
      readonly id?: unknown;
      readonly txs_hashes?: readonly string[];
    };
    const txs = (body.txs_hashes ?? []).flatMap((hash) =>
      node.transactions
        .filter(({ txid }) => Buffer.from(txid).toString('hex') === hash)
        .map(({ blob }) => ({
          tx_hash: hash,
          as_hex: Buffer.from(blob).toString('hex'),
          pruned_as_hex: '',
          prunable_as_hex: '',
          in_pool: false,
          block_height: HEIGHT - 6,
          block_timestamp: 1_700_000_000,
          double_spend_seen: false,
          output_indices: [],
        })),
    );
    const tip = {
      status: 'OK',
      count: 1001,
      height: HEIGHT,
      top_block_hash: '11'.repeat(32),
      nettype: 'mainnet',
      synchronized: true,
    };
    const answers: Readonly<Record<string, object>> = {
      '/json_rpc': { jsonrpc: '2.0', id: body.id, result: tip },
      '/get_transactions': { status: 'OK', txs, missed_tx: [] },
      '/get_info': tip,
    };
    return Response.json(answers[asked] ?? {});
  };

describe('the examples in the comments of the library and of ostro-connect', () => {
  it('belong to these names', () => {
    expect(examples.map(({ name }) => name)).toEqual(Object.values(FILES).flat());
  });
  it.each(examples)('give what they say: $name', async ({ code }) => {
    const said = await outcomesOf(code, given);
    expect(said.length).toBeGreaterThan(0);
    for (const [claim, holds] of said) expect([claim, holds]).toEqual([claim, true]);
  });
});

it('restoreWallet reads 16 words from their month on without a height, and with 0', async () => {
  const seed =
    'raven tail swear infant grief assist regular lamp duck valid someone little harsh puppy airport language';
  for (const height of [{}, { restoreHeight: 0 }]) {
    const wallet = await wallets.restoreWallet({ seed, ...height });
    expect((await wallet.call('x_status')).restore_height).toBeGreaterThan(2_480_000);
    await wallet.close();
  }
});
