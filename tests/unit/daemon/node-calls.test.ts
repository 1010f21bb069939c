/**
 * The calls of the node console: the table has every call that has a client, the parameters are checked before anything is
 * sent, and recorded answers of a real monerod (tests/vectors/daemon/rows.json) come out as JSON with bytes in hex.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { writeJson } from '../../../src/base/json.ts';
import { NODE_CALLS } from '../../../src/daemon/console/node-calls.ts';
import { createDaemon, type Daemon } from '../../../src/daemon/daemon.ts';
import { NODE_CALLS as FACTS } from '../../../src/ui/features/console/node-calls.gen.ts';
import { daemonClients } from '../../support/daemon-clients.ts';
import { JSON_RPC_ROWS, PLAIN_ROWS } from '../../parity/table/daemon-rows.ts';
import { faultOf, nodeWorld } from './world.ts';

const ADDRESS = 'http://127.0.0.1:18081';
const { exchanges } = JSON.parse(
  readFileSync(new URL('../../vectors/daemon/rows.json', import.meta.url), 'utf8'),
) as { readonly exchanges: Readonly<Record<string, { readonly answer: string }>> };

interface Sent {
  readonly url: string;
  readonly body: Uint8Array;
}
/** A node that answers every request with these bytes. */
const setup = (answer: Uint8Array<ArrayBuffer> | string): { daemon: Daemon; sent: Sent[] } => {
  const sent: Sent[] = [];
  const daemon = createDaemon({
    ...nodeWorld(),
    fetch: (url, init) => {
      sent.push({ url, body: init.body as Uint8Array });
      return Promise.resolve(new Response(answer));
    },
  });
  return { daemon, sent };
};
const OWN = { address: ADDRESS, trusted: true };

/** A request of the shape of each field that must be there. */
const VALUES: Readonly<Record<string, unknown>> = {
  hash: 'ab'.repeat(32),
  hex: 'ab',
  string: 'x',
  bool: false,
  'uint8[]': [],
};
const leastRequest = (name: string): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(NODE_CALLS.get(name)!.takes)
      .filter(([, field]) => !field.absent)
      .map(([field, { type }]) => [field, name === '/update' ? 'check' : (VALUES[type] ?? 1)]),
  );

/** Operator's calls that only read, and /save_bc, which writes to disk what the node writes anyway. */
const READS = [
  ...['/get_alt_blocks_hashes', '/get_net_stats', '/get_peer_list', '/mining_status', '/save_bc', 'banned'],
  ...['calc_pow', 'get_alternate_chains', 'get_bans', 'get_coinbase_tx_sum', 'get_connections', 'sync_info'],
];

describe('the table of calls', () => {
  it('has every call that has a client, and every row of the specification', async () => {
    const clients = (await daemonClients()).map(({ wire }) => wire);
    expect([...NODE_CALLS.keys()].sort()).toEqual(clients.sort());
    const rows = [...JSON_RPC_ROWS, ...PLAIN_ROWS];
    expect(rows).toHaveLength(62);
    for (const call of rows.flatMap(({ calls }) => calls)) expect(NODE_CALLS.has(call), call).toBe(true);
  });
  it('describes each call for the page, with what it takes and answers', () => {
    expect(Object.keys(FACTS)).toEqual([...NODE_CALLS.keys()]);
    for (const [name, { about, gives }] of Object.entries(FACTS)) {
      expect(about, name).toMatch(/^[A-Z].{9,}\.$/s);
      expect(gives, name).not.toBe('');
    }
    expect(FACTS['/pop_blocks']).toMatchObject({ takes: 'nblocks: uint32', needs: ['nblocks'], own: true });
    expect(FACTS['/get_outs.bin']).toMatchObject({ binary: true, warning: 'asks_about_coins' });
  });
  it('asks before every call that commands a node', () => {
    const silent = Object.entries(FACTS).filter(([, { own, warning }]) => own && warning === undefined);
    expect(silent.map(([name]) => name)).toEqual(READS);
  });
});

describe('a call to a node', () => {
  const recorded = [...NODE_CALLS.keys()].filter((name) => name in exchanges);
  it.each(recorded)('%s gives the recorded answer as JSON', async (name) => {
    const { daemon, sent } = setup(new Uint8Array(Buffer.from(exchanges[name]!.answer, 'base64')));
    const { value, bytes } = await daemon.callNode(OWN, name, leastRequest(name));
    expect(sent).toHaveLength(1);
    expect(bytes).toBe(Buffer.from(exchanges[name]!.answer, 'base64').length);
    const json = writeJson(value);
    expect(json).not.toContain('{"0":');
    expect(json.length).toBeGreaterThan(2);
  });
  it('sends the parameters in the form of the call', async () => {
    const { daemon, sent } = setup('{"jsonrpc":"2.0","id":"0","result":{"status":"OK"}}');
    const bans = [{ host: '203.0.113.9', ban: true, seconds: 60 }];
    await daemon.callNode(OWN, 'set_bans', { bans });
    expect(sent[0]!.url).toBe(`${ADDRESS}/json_rpc`);
    expect(JSON.parse(new TextDecoder().decode(sent[0]!.body))).toMatchObject({
      method: 'set_bans',
      params: { bans },
    });
    await daemon.callNode(OWN, '/set_log_level', { level: 1 }).catch(() => undefined);
    expect(sent[1]!.url).toBe(`${ADDRESS}/set_log_level`);
  });
  // threat: wrong-host
  it('is not sent to a node that is not marked as own, if it is for the operator', async () => {
    const { daemon, sent } = setup('{}');
    for (const [name, { admin }] of NODE_CALLS) {
      if (!admin) continue;
      const refused = await faultOf(daemon.callNode({ address: ADDRESS }, name, leastRequest(name)));
      expect([name, refused.code]).toEqual([name, 'node_not_own']);
    }
    expect(sent).toEqual([]);
  });
  it('is not sent with a parameter that is missing, unknown, of another type or too large', async () => {
    const { daemon, sent } = setup('{}');
    for (const [name, params] of [
      ['/pop_blocks', {}],
      ['/pop_blocks', { nblocks: 'all' }],
      ['/pop_blocks', { nblocks: -1 }],
      ['/pop_blocks', { nblocks: 1, force: true }],
      ['/set_log_level', { level: 5 }],
      ['/update', { command: 'install' }],
      ['/get_o_indexes.bin', { txid: 'ab' }],
      ['/get_transactions', { txs_hashes: Array.from({ length: 101 }, () => 'ab'.repeat(32)) }],
      ['no_such_call', {}],
      ['constructor', {}],
    ] as const)
      expect([name, (await faultOf(daemon.callNode(OWN, name, params))).code]).toEqual([
        name,
        'bad_node_call',
      ]);
    expect(sent).toEqual([]);
  });
  it('says which refusal of the node it was, and sends a command once', async () => {
    const restricted = setup('{"error":{"code":-32601,"message":"Method not found"}}');
    expect((await faultOf(restricted.daemon.callNode(OWN, 'get_bans', {}))).code).toBe('node_restricted');
    const busy = setup('{"status":"BUSY"}');
    expect((await faultOf(busy.daemon.callNode(OWN, '/get_net_stats', {}))).code).toBe('node_busy');
    const wrong = setup('{"status":"OK","height":"many"}');
    expect((await faultOf(wrong.daemon.callNode(OWN, '/get_height', {}))).code).toBe('node_bad_answer');
    expect([restricted, busy, wrong].map(({ sent }) => sent.length)).toEqual([1, 1, 1]);
  });
  it('reads no answer beyond 16 MiB', async () => {
    const { daemon } = setup(new Uint8Array((16 << 20) + 1));
    expect(await faultOf(daemon.callNode(OWN, '/get_transactions', {}))).toMatchObject({
      code: 'node_bad_answer',
      data: { kind: 'too_long' },
    });
  });
});
