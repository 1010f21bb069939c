/**
 * The node console on a real monerod, through x_node_call: every call that only reads answers on the operator's port, and a
 * restricted port refuses the operator's calls with a fault that has a sentence for people.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseJson, writeJson } from '../../../src/base/json.ts';
import { NODE_CALLS } from '../../../src/daemon/console/node-calls.ts';
import { dispatch } from '../../../src/rpc/dispatch.ts';
import type { OwnedSession } from '../../../src/wallet/session/session.ts';
import { startEngine } from '../../support/engine.ts';
import { startNode, type DaemonNode } from '../../parity/daemon-node.ts';
import { FOREIGN_ADDRESS } from '../../parity/wallet-pair.ts';

let open: DaemonNode;
/** The restricted port of the same node. */
let restricted: string;
let session: OwnedSession;
beforeAll(async () => {
  open = await startNode();
  restricted = open.restricted.node.base;
  session = startEngine(open.url);
  const nodes = [open.url, restricted].map((address) => ({ address, trusted: true }));
  await dispatch(session, { id: 0, method: 'x_set_nodes', params: { nodes, send: '', compare: '' } });
  await ask(open.url, 'generateblocks', { amount_of_blocks: 3, wallet_address: FOREIGN_ADDRESS });
});
afterAll(async () => {
  await open[Symbol.asyncDispose]();
});

const ask = async (address: string, call: string, params: object = {}) => {
  const request = { address, call, params: writeJson(params) };
  const { result, error } = await dispatch(session, { id: 0, method: 'x_node_call', params: request });
  return error ? { fault: String(error.data?.fault) } : { value: parseJson(String(result?.['answer'])) };
};

/** Parameters of the calls that need some, and only read. */
const genesis = async (): Promise<string> => {
  const { value } = await ask(open.url, 'on_get_block_hash', { height: 0 });
  return value as { result?: string } | string as string;
};
const READS: Readonly<Record<string, (hash: string) => object>> = {
  '/get_blocks_by_height.bin': () => ({ heights: [1, 2] }),
  '/get_output_distribution.bin': () => ({ amounts: [0] }),
  '/get_outs': () => ({ outputs: [{ amount: 0, index: 0 }], get_txid: true }),
  '/get_outs.bin': () => ({ outputs: [{ index: 0 }], get_txid: true }),
  '/getblocks.bin': (hash) => ({ block_ids: [hash] }),
  '/gethashes.bin': (hash) => ({ block_ids: [hash] }),
  '/in_peers': () => ({ in_peers: 0, set: false }),
  '/is_key_image_spent': () => ({ key_images: ['ab'.repeat(32)] }),
  '/out_peers': () => ({ out_peers: 0, set: false }),
  banned: () => ({ address: '203.0.113.9' }),
  get_block: () => ({ height: 1 }),
  get_block_header_by_hash: (hash) => ({ hash }),
  get_block_header_by_height: () => ({ height: 1 }),
  get_block_headers_range: () => ({ start_height: 0, end_height: 2 }),
  get_block_template: () => ({ wallet_address: FOREIGN_ADDRESS, reserve_size: 0 }),
  get_coinbase_tx_sum: () => ({ height: 0, count: 2 }),
  get_output_distribution: () => ({ amounts: [0] }),
  get_output_histogram: () => ({ amounts: [0] }),
  on_get_block_hash: () => ({ height: 1 }),
  prune_blockchain: () => ({ check: true }),
};
/** They read without parameters. */
const PLAIN = [...NODE_CALLS.values()]
  .filter(({ takes, warning }) => warning === undefined && Object.values(takes).every(({ absent }) => absent))
  .map(({ wire }) => wire)
  .filter((wire) => !(wire in READS));

describe('the calls of the node console on a real node', () => {
  test.each([...PLAIN, ...Object.keys(READS)])('%s answers', async (call) => {
    const params = READS[call]?.(await genesis()) ?? {};
    expect(await ask(open.url, call, params)).toHaveProperty('value');
  });
  test('commands reach the node', async () => {
    const height = async () => {
      const { value } = await ask(open.url, '/get_height');
      return (value as { height: number }).height;
    };
    const before = await height();
    await ask(open.url, '/pop_blocks', { nblocks: 1 });
    expect(await height()).toBe(before - 1);
    const bans = [{ host: '203.0.113.9', ban: true, seconds: 600 }];
    expect(await ask(open.url, 'set_bans', { bans })).toHaveProperty('value');
    expect(await ask(open.url, 'banned', { address: '203.0.113.9' })).toMatchObject({
      value: { banned: true },
    });
  });
  test('a restricted port refuses what is for the operator, with a fault in words', async () => {
    for (const call of ['get_bans', 'get_connections', 'sync_info', '/get_peer_list', '/mining_status'])
      expect([call, await ask(restricted, call)]).toEqual([call, { fault: 'node_restricted' }]);
    expect(await ask(restricted, 'get_info')).toHaveProperty('value');
  });
});
