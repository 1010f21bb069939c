/** The engine that the wallet server runs in Node, with its threads, its folder and its own way to a real node. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FIRST_OWNER, FOREIGN_ADDRESS } from '../../scripts/tools/app/funded-chain.ts';
import { parseJson, writeJson } from '../../src/base/json.ts';
import { startEngine, type Engine } from '../../src/nodejs/engine.ts';
import { sourceTree } from '../../src/nodejs/source-tree.ts';
import { openFolder } from '../../src/server/files/folder.ts';
import { startRegtest, type JsonObject, type Regtest } from '../support/regtest.ts';

let chain: Regtest;
let dir: string;
const engines: Engine[] = [];
const bugs: unknown[] = [];
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'ostro-engine-'));
  chain = await startRegtest({ funded: true });
});
afterAll(async () => {
  for (const engine of engines) await engine.stop();
  await chain.dispose();
  rmSync(dir, { recursive: true, force: true });
});

const start = async (only?: string): Promise<Engine> => {
  const engine = await startEngine(sourceTree, {
    folder: openFolder(dir),
    only,
    network: 'mainnet',
    regtest: true,
    threads: 2,
    onBug: (bug) => bugs.push(bug),
  });
  engines.push(engine);
  return engine;
};
const ask = async (
  engine: Engine,
  method: string,
  params: JsonObject = {},
  options?: Parameters<Engine['text']>[1],
): Promise<{ readonly result?: JsonObject; readonly error?: { readonly code: number } }> =>
  parseJson(await engine.text(writeJson({ jsonrpc: '2.0', id: 0, method, params }), options)) as never;
const call = async (...given: Parameters<typeof ask>): Promise<JsonObject> => {
  const { result, error } = await ask(...given);
  if (!result) throw new Error(`${given[1]}: ${JSON.stringify(error)}`);
  return result;
};

describe('the engine in Node', () => {
  test('restores a wallet, reads the chain in its threads, pays, and has all of it after another start', async () => {
    const first = await start();
    const heard: string[] = [];
    first.on(({ type }) => heard.push(type));
    await call(first, 'x_set_node', { address: chain.url, trusted: true });
    await call(first, 'auto_refresh', { enable: false });
    const made = { filename: 'mine', password: 'pw', seed: FIRST_OWNER.seed, restore_height: 0 };
    await call(first, 'restore_deterministic_wallet', made);
    expect(readdirSync(dir).toSorted()).toEqual(['mine', 'mine.keys', 'mine.lock']);
    await call(first, 'refresh');
    const { balance, unlocked_balance: unlocked } = await call(first, 'get_balance');
    expect(balance).toBeGreaterThan(0);
    expect(unlocked).toBe(balance);
    const pay = { destinations: [{ address: FOREIGN_ADDRESS, amount: 1_000_000_000_000 }] };
    const { tx_hash: txid } = await call(first, 'transfer', pay);
    expect((await chain.path('/get_transaction_pool'))['transactions']).toMatchObject([{ id_hash: txid }]);
    // Payments at once are built beside each other, and no two spend the same coin.
    const atOnce = await Promise.all([1, 2, 3].map(() => call(first, 'transfer', pay)));
    const ids = [txid, ...atOnce.map(({ tx_hash }) => tx_hash)];
    const { transactions } = await chain.path('/get_transaction_pool');
    const pool = transactions as readonly { readonly id_hash: string; readonly double_spend_seen: boolean }[];
    expect(pool.map(({ id_hash }) => id_hash).toSorted()).toEqual(ids.toSorted());
    expect(pool.some(({ double_spend_seen }) => double_spend_seen)).toBe(false);
    expect(heard).toContain('changed');
    await first.stop();
    expect(readdirSync(dir)).not.toContain('mine.lock');

    const second = await start();
    expect(await ask(second, 'open_wallet', { filename: 'mine', password: 'no' })).toMatchObject({
      error: { code: -1 },
    });
    await call(second, 'open_wallet', { filename: 'mine', password: 'pw' });
    const { pending = [] } = await call(second, 'get_transfers', { pending: true });
    expect((pending as { txid: string }[]).map((each) => each.txid).toSorted()).toEqual(ids.toSorted());
    expect(bugs).toEqual([]);
  });
  test('allows what its caller may do, and one wallet where it is told which', async () => {
    const engine = await start('mine');
    const named = { filename: 'other', password: '', language: 'English' };
    expect(await ask(engine, 'create_wallet', named)).toMatchObject({ error: { code: -23 } });
    expect(await ask(engine, 'create_wallet', named, { restricted: true })).toMatchObject({
      error: { code: -7 },
    });
    expect(await call(engine, 'get_version', {}, { compat: 'master' })).toMatchObject({ release: false });
    // Another engine of this process has it open.
    expect(await ask(engine, 'open_wallet', { filename: 'mine', password: 'pw' })).toMatchObject({
      error: { code: -1 },
    });
  });
});
