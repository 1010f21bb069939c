/** The state of a node, with recorded answers of a real monerod and changes of them. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDaemon, type Daemon } from '../../../src/daemon/daemon.ts';
import { recordedAnswer } from './recorded.ts';
import { faultOf, nodeWorld } from './world.ts';

type Fields = Record<string, unknown>;
const FORK = { status: 'OK', version: 16, enabled: true, window: 1, votes: 1, threshold: 0, voting: 16 };

describe('the state of a node', () => {
  let server: Server;
  let address: string;
  let daemon: Daemon;
  /** Changes of the recorded answers, by path or method. */
  let changes: Readonly<Record<string, Fields>>;
  let asked: string[];
  beforeAll(async () => {
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (part: Buffer) => (body += part.toString()));
      request.on('end', () => {
        const path = request.url ?? '';
        const name = path === '/json_rpc' ? (JSON.parse(body) as { method: string }).method : path;
        asked.push(name);
        response.end(JSON.stringify(answerOf(name)));
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    address = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  });
  afterAll(() => server.close());
  beforeEach(() => {
    daemon = createDaemon(nodeWorld());
    changes = {};
    asked = [];
  });
  const answerOf = (name: string): unknown => {
    const changed = changes[name] ?? {};
    if (name === 'hard_fork_info') return { result: { ...FORK, state: 2, earliest_height: 1, ...changed } };
    const whole = JSON.parse(new TextDecoder().decode(recordedAnswer(name).answer)) as Fields;
    return name.startsWith('/')
      ? { ...whole, ...changed }
      : { ...whole, result: { ...(whole['result'] as Fields), ...changed } };
  };

  it('comes from public calls, without using the node', async () => {
    const health = await daemon.health({ address });
    expect(health).toMatchObject({
      height: 92,
      synchronized: true,
      devnet: true,
      restricted: false,
      rpcVersion: { major: 3, minor: 14 },
      rulesVersion: 16,
    });
    expect(health.fees).toHaveLength(4);
    expect(typeof health.freeSpace).toBe('bigint');
    expect(health.peersOut).toBe(0);
    expect(health.problem).toBeUndefined();
    expect(asked.toSorted()).toEqual(['/get_info', 'get_fee_estimate', 'get_version', 'hard_fork_info']);
    expect(daemon.node).toBeUndefined();
  });
  it('omits what a restricted node hides', async () => {
    changes = {
      '/get_info': { restricted: true, version: '', free_space: 0, incoming_connections_count: 0 },
    };
    const health = await daemon.health({ address });
    expect(health.restricted).toBe(true);
    expect(health).not.toHaveProperty('freeSpace');
    expect(health).not.toHaveProperty('peersIn');
    expect(health).not.toHaveProperty('peersOut');
    expect(health.version).toBe('');
  });
  it('names another network than that of the open wallet', async () => {
    changes = { '/get_info': { nettype: 'stagenet', mainnet: false, stagenet: true } };
    daemon.expectNetwork('mainnet');
    expect((await daemon.health({ address })).problem).toMatchObject({
      code: 'node_wrong_network',
      data: { address, expected: 'mainnet', actual: 'stagenet' },
    });
    daemon.expectNetwork(undefined);
    expect((await daemon.health({ address })).problem).toBeUndefined();
  });
  it('names a node that is behind, with its heights', async () => {
    changes = { '/get_info': { synchronized: false, target_height: 500 } };
    expect((await daemon.health({ address })).problem).toMatchObject({
      code: 'node_not_synchronised',
      data: { height: 92, target: 500 },
    });
  });
  it.each([
    [3, 9, 'node_too_old'],
    [2, 12, 'node_too_old'],
    [3, 10, undefined],
    [4, 0, undefined],
  ])('names a node whose RPC is too old: %i.%i', async (major, minor, code) => {
    changes = { get_version: { version: major * 0x10000 + minor } };
    expect((await daemon.health({ address })).problem?.code).toBe(code);
  });
  it('names a node that refuses what a payment needs, or demands payment for it', async () => {
    changes = { get_fee_estimate: { status: 'PAYMENT REQUIRED' } };
    expect((await daemon.health({ address })).problem?.code).toBe('node_payment_required');
    changes = { get_fee_estimate: { status: 'Not available in restricted mode' } };
    expect((await daemon.health({ address })).problem?.code).toBe('node_restricted');
  });
  it('says of an answer that is not one of a node whether it was unreadable or too long', async () => {
    const other = (answer: string) =>
      createDaemon({ ...nodeWorld(), fetch: () => Promise.resolve(new Response(answer)) });
    expect(await faultOf(other('<html>It works!</html>').health({ address }))).toMatchObject({
      code: 'node_bad_answer',
      data: { kind: 'unreadable' },
    });
    expect(await faultOf(other(' '.repeat(2 ** 21)).health({ address }))).toMatchObject({
      code: 'node_bad_answer',
      data: { kind: 'too_long' },
    });
  });
});
