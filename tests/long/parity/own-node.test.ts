/**
 * Commands to the user's own node, through our RPC methods, on a real monerod: each effect is read back from the node's
 * raw answers, its log or its process, not from our own answer alone.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeJson, parseJson } from '../../../src/base/json.ts';
import { post } from '../../../scripts/tools/app/monero.ts';
import { startEngine } from '../../support/engine.ts';
import { known } from '../../support/rpc/fixture.ts';
import { dispatch } from '../../../src/rpc/dispatch.ts';
import type { MethodName, Params, Result } from '../../../src/rpc/contract.ts';
import type { OwnedSession } from '../../../src/wallet/session/session.ts';
import { startNode, type DaemonNode } from '../../parity/daemon-node.ts';
import { FOREIGN_ADDRESS } from '../../parity/wallet-pair.ts';

const MAIN = known.addresses[0]!.address;

let node: DaemonNode;
let session: OwnedSession;
beforeAll(async () => {
  // 4: miners do without the table of 2 GB.
  process.env['MONERO_RANDOMX_UMASK'] = '4';
  node = await startNode();
  session = startEngine(node.url);
  await mark(node.url, true);
  await call('restore_deterministic_wallet', { filename: 'w', seed: known.seed });
});
afterAll(async () => {
  delete process.env['MONERO_RANDOMX_UMASK'];
  await node[Symbol.asyncDispose]();
});

const ask = async (method: string, params: unknown) =>
  dispatch(session, { id: 0, method, params: params as object });
const call = async <Name extends MethodName>(method: Name, params: Params<Name>): Promise<Result<Name>> => {
  const { result, error } = await ask(method, params);
  if (error) throw new Error(`${method}: ${error.message} ${writeJson(error.data)}`);
  return result as Result<Name>;
};
const faultOf = async (method: MethodName, params: unknown): Promise<unknown> =>
  (await ask(method, params)).error?.data?.fault;
/** Says that a node is or is not the person's own. */
const mark = (address: string, trusted: boolean) => call('x_set_node', { address, trusted });
const overview = () => call('x_node_overview', { address: node.url });

/** The node's raw answer. */
const raw = async (path: string, body: object = {}): Promise<Record<string, unknown>> =>
  parseJson(await post(`${node.url}${path}`, writeJson(body))) as unknown as Record<string, unknown>;
const rawMethod = async (method: string, params: object = {}): Promise<Record<string, unknown>> =>
  (await raw('/json_rpc', { jsonrpc: '2.0', id: '0', method, params }))['result'] as never;
const height = async (): Promise<number> => Number((await rawMethod('get_block_count'))['count']);

describe('the overview of the own node', () => {
  test('is what its raw answers say', async () => {
    const info = await rawMethod('get_info');
    const said = await overview();
    expect(said).toMatchObject({
      height: info['height'],
      network: 'fakechain',
      version: info['version'],
      offline: info['offline'],
      waiting: info['tx_pool_size'],
      started_at: info['start_time'],
      rules: { version: 16 },
      mining: { active: false, threads: 0 },
    });
    const { limit_down, limit_up } = await raw('/get_limit');
    expect(said.limits).toEqual({ down: limit_down, up: limit_up });
  });
  test('is refused for a node that is not marked as own', async () => {
    await mark(node.url, false);
    expect(await faultOf('x_node_overview', { address: node.url })).toBe('node_not_own');
    expect(await faultOf('x_node_pop_blocks', { address: node.url, blocks: 1 })).toBe('node_not_own');
    await mark(node.url, true);
    expect(await height()).toBe(1);
  });
  test('is refused by its restricted port by name', async () => {
    const { text: address } = node.restricted.node;
    await mark(address, true);
    expect(await faultOf('x_node_overview', { address })).toBe('node_restricted');
    await mark(node.url, true);
  });
});

describe('mining', () => {
  test('makes a block for the open wallet, and stops', async () => {
    const before = await height();
    await call('x_node_mine', { address: node.url, threads: 1 });
    expect(await raw('/mining_status')).toMatchObject({ active: true, threads_count: 1, address: MAIN });
    expect((await overview()).mining).toMatchObject({ active: true, threads: 1, address: MAIN });
    await expect.poll(height).toBeGreaterThan(before);
    await call('x_node_mine', { address: node.url, threads: 0 });
    expect(await raw('/mining_status')).toMatchObject({ active: false });
    await call('refresh', {});
    expect((await call('get_balance', {})).balance).toBeGreaterThan(0);
  });
  test('to an address that is none is refused with the words of the node', async () => {
    const { error } = await ask('x_node_mine', { address: node.url, threads: 1, mine_to: 'x' });
    expect(error?.data).toMatchObject({ fault: 'node_error', message: 'Failed, wrong address' });
  });
});

describe('peers', () => {
  test('are banned, listed and let in again', async () => {
    const host = '203.0.113.9';
    await call('x_node_ban', { address: node.url, host, seconds: 1000 });
    expect(await rawMethod('banned', { address: host })).toMatchObject({ banned: true });
    expect((await overview()).bans).toMatchObject([{ host }]);
    await call('x_node_ban', { address: node.url, host: '198.51.100.0/24', seconds: 1000 });
    expect((await overview()).bans?.map((ban) => ban.host).sort()).toEqual(['198.51.100.0/24', host]);
    await call('x_node_ban', { address: node.url, host, seconds: 0 });
    await call('x_node_ban', { address: node.url, host: '198.51.100.0/24', seconds: 0 });
    expect(await rawMethod('banned', { address: host })).toMatchObject({ banned: false });
    expect((await overview()).bans).toBeUndefined();
    expect(await faultOf('x_node_ban', { address: node.url, host: 'nobody', seconds: 1 })).toBe('node_error');
  });
  test('are limited in speed and number, and the limits are read back', async () => {
    const limits = { down: 654, up: 321, max_outgoing: 5, max_incoming: 7 };
    const { limits: before } = await overview();
    await call('x_node_limits', { address: node.url, ...limits });
    expect(await raw('/get_limit')).toMatchObject({ limit_down: 654, limit_up: 321 });
    expect(await overview()).toMatchObject({
      limits: { down: 654, up: 321 },
      peers: { max_outgoing: 5, max_incoming: 7 },
    });
    await call('x_node_limits', { address: node.url, down: -1, up: -1 });
    expect(await overview()).toMatchObject({ limits: before, peers: { max_outgoing: 5 } });
  });
});

describe('the database', () => {
  test('loses the newest blocks, which are then alternative or gone, and the height says so', async () => {
    await rawMethod('generateblocks', { amount_of_blocks: 30, wallet_address: FOREIGN_ADDRESS });
    const before = await height();
    expect(await call('x_node_pop_blocks', { address: node.url, blocks: 10 })).toEqual({
      height: before - 10,
    });
    expect(await height()).toBe(before - 10);
    expect((await overview()).height).toBe(before - 10);
  });
  test('shows an alternative chain after a fork', async () => {
    const { hash } = (await rawMethod('get_last_block_header'))['block_header'] as { hash: string };
    const top = await height();
    await call('x_node_pop_blocks', { address: node.url, blocks: 1 });
    const { blocks } = (await rawMethod('generateblocks', {
      amount_of_blocks: 2,
      wallet_address: MAIN,
    })) as { blocks: string[] };
    expect(blocks).not.toContain(hash);
    const forked = (await rawMethod('generateblocks', {
      amount_of_blocks: 1,
      wallet_address: FOREIGN_ADDRESS,
      prev_block: blocks[0],
      starting_nonce: 7,
    })) as { blocks: string[] };
    expect(await height()).toBe(top + 1);
    expect((await overview()).chains).toEqual([{ hash: forked.blocks[0], height: top, length: 1 }]);
  });
  test('is pruned, and says so when it is asked', async () => {
    expect(await call('x_node_prune', { address: node.url, check: true })).toEqual({ pruned: false });
    expect(await call('x_node_prune', { address: node.url })).toEqual({ pruned: true });
    expect(await call('x_node_prune', { address: node.url, check: true })).toEqual({ pruned: true });
    expect(await rawMethod('prune_blockchain', { check: true })).toMatchObject({ pruned: true });
  });
  test('is written to the disk', async () => {
    await call('x_node_save', { address: node.url });
    expect(existsSync(join(node.dir, 'fake', 'lmdb', 'data.mdb'))).toBe(true);
  });
});

describe('the log', () => {
  test('gets the level and the categories that were set', async () => {
    const requests = () => node.log().split('/get_limit').length;
    await call('x_node_log', { address: node.url, level: 2 });
    const before = requests();
    await raw('/get_limit');
    await expect.poll(requests).toBeGreaterThan(before);
    await call('x_node_log', { address: node.url, level: 0 });
    expect(await call('x_node_log', { address: node.url, categories: '*:WARNING,txpool:DEBUG' })).toEqual({
      categories: '*:WARNING,txpool:DEBUG',
    });
  });
});

describe('the end', () => {
  test('of the process follows its stop', async () => {
    await call('x_node_stop', { address: node.url });
    expect(await node.exited).toMatch(/ended/);
    expect(await faultOf('x_node_overview', { address: node.url })).toBe('node_unreachable');
  });
});
