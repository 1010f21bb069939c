/** A wallet that reads a real chain through the relay of the command finds what one finds that reads from the node. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FIRST_OWNER, FOREIGN_ADDRESS } from '../../../scripts/tools/app/funded-chain.ts';
import { parseJson, writeJson } from '../../../src/base/json.ts';
import { readRelayCode } from '../../../src/base/relay-code.ts';
import { startEngine, type Engine } from '../../../src/nodejs/engine.ts';
import { sourceTree } from '../../../src/nodejs/source-tree.ts';
import { runRelay, type RunningRelay } from '../../../src/server/relay/run-relay.ts';
import { startRegtest, type JsonObject, type Regtest } from '../../support/regtest.ts';

const dir = mkdtempSync(join(tmpdir(), 'ostro-relay-'));
const engines: Engine[] = [];
const bugs: unknown[] = [];
let chain: Regtest;
let relay: RunningRelay;
beforeAll(async () => {
  chain = await startRegtest({ funded: true });
  relay = await runRelay(
    {
      ...{ node: chain.url, port: 0, ip: '127.0.0.1', address: undefined },
      ...{ folder: dir, files: undefined, proxy: undefined },
    },
    { kernel: sourceTree.kernel, say: (line) => bugs.push(line) },
  );
});
afterAll(async () => {
  for (const engine of engines) await engine.stop();
  await relay.stop();
  await chain.dispose();
  rmSync(dir, { recursive: true });
});

const call = async (engine: Engine, method: string, params: JsonObject = {}): Promise<JsonObject> => {
  const text = await engine.text(writeJson({ jsonrpc: '2.0', id: 0, method, params }));
  const { result, error } = parseJson(text) as { result?: JsonObject; error?: unknown };
  if (!result) throw new Error(`${method}: ${JSON.stringify(error)}`);
  return result;
};
const walletOn = async (nodes: readonly JsonObject[]): Promise<Engine> => {
  const engine = await startEngine(sourceTree, {
    ...{ folder: 'memory', network: 'mainnet', regtest: true, threads: 2 },
    onBug: (bug) => bugs.push(bug),
  });
  engines.push(engine);
  await call(engine, 'x_set_nodes', { nodes, send: '', compare: '' });
  await call(engine, 'auto_refresh', { enable: false });
  const made = { filename: 'mine', password: '', seed: FIRST_OWNER.seed, restore_height: 0 };
  await call(engine, 'restore_deterministic_wallet', made);
  return engine;
};

test('reads, pays and reads the payment through a relay', async () => {
  const { username, password } = readRelayCode(relay.code)!;
  const own = {
    address: `http://127.0.0.1:${relay.port}`,
    trusted: false,
    username,
    password,
    kind: 'relay',
  };
  const node = { address: chain.url, trusted: true };
  const [through, from] = [await walletOn([own, node]), await walletOn([node])];
  const expectSame = async (): Promise<void> => {
    for (const engine of [through, from]) await call(engine, 'refresh');
    for (const [method, params] of [
      ['get_balance', { all_accounts: true }],
      ['get_height', {}],
      ['incoming_transfers', { transfer_type: 'all', verbose: true }],
      ['get_transfers', { in: true, out: true, pending: true, all_accounts: true }],
    ] as const) {
      const [one, other] = [await call(through, method, params), await call(from, method, params)];
      expect(one).toEqual(other);
    }
  };
  await expectSame();
  const { nodes, used } = await call(through, 'x_nodes');
  expect({ nodes, used }).toMatchObject({
    nodes: [{ kind: 'relay' }, {}],
    used: { address: own.address, stand_in: false },
  });
  expect((nodes as JsonObject[])[0]).not.toHaveProperty('lie');
  await call(through, 'transfer', {
    destinations: [{ address: FOREIGN_ADDRESS, amount: 1_000_000_000_000 }],
  });
  await chain.mine(300, FOREIGN_ADDRESS);
  for (const engine of [through, from]) await call(engine, 'refresh');
  const balances = [await call(through, 'get_balance'), await call(from, 'get_balance')];
  expect(balances[0]).toEqual(balances[1]);
  // The relay stored compact blocks, so the wallet has asked for them.
  expect(readdirSync(join(dir, 'blocks')).length).toBeGreaterThan(0);
  expect(bugs).toEqual([]);
});
