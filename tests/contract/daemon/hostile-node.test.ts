/** Whatever a node does, each call ends in time with a typed fault, and the node cannot make us allocate much memory. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asKeyImage, asTxId } from '../../../src/base/brands.ts';
import { createDaemon, type Daemon } from '../../../src/daemon/daemon.ts';
import { recordedAnswer } from '../../unit/daemon/recorded.ts';
import { faultOf, nodeWorld } from '../../unit/daemon/world.ts';
import {
  breaksOff,
  floods,
  hangsUp,
  isSilent,
  says,
  stalls,
  startHostileNode,
  trickles,
  type Behaviour,
  type HostileNode,
} from './hostile-node.ts';

const hash = new Uint8Array(32).fill(1);
/** Every call of the chain ports, with its arguments. */
const calls: Readonly<Record<string, (daemon: Daemon, signal?: AbortSignal) => Promise<unknown>>> = {
  tip: (daemon, signal) => daemon.tip(signal),
  blocksAfter: (daemon, signal) => daemon.blocksAfter([hash], signal && { signal }),
  blocksFrom: (daemon, signal) => daemon.blocksFrom(7, signal && { signal }),
  headers: (daemon, signal) => daemon.headers(3, 5, signal),
  poolTxids: (daemon, signal) => daemon.poolTxids(signal),
  transactions: (daemon, signal) => daemon.transactions([asTxId(hash)], signal && { signal }),
  distribution: (daemon, signal) => daemon.distribution(signal),
  outputs: (daemon, signal) => daemon.outputs([{ amount: 0n, index: 1 }], signal),
  feeEstimate: (daemon, signal) => daemon.feeEstimate(signal),
  backlog: (daemon, signal) => daemon.backlog(signal),
  keyImagesSpent: (daemon, signal) => daemon.keyImagesSpent([asKeyImage(hash)], signal),
  check: (daemon, signal) => daemon.check(daemon.node!, signal),
};
const honestInfo = { '/get_info': says(recordedAnswer('/get_info').answer) };

let node: HostileNode;
const daemon = createDaemon(nodeWorld({ pauses: 20 }));
/** For nodes that never answer: a minute takes 300 ms. */
const hasty = (): Daemon => pointed(createDaemon(nodeWorld({ pauses: 200, limits: 200 })));
const pointed = (each: Daemon): Daemon => {
  each.use({ address: node.address });
  each.expectNetwork('mainnet');
  return each;
};
beforeAll(async () => {
  node = await startHostileNode();
  pointed(daemon);
});
afterAll(() => node[Symbol.asyncDispose]());

const WELL = '{"status":"OK","tx_hashes":7,"result":{"status":"OK","backlog":7}}';
const table: readonly (readonly [string, Behaviour, RegExp])[] = [
  ['sends an empty answer', says(''), /^node_bad_answer$/],
  ['sends a web page', says('<html><body>Welcome to nginx</body></html>'), /^node_bad_answer$/],
  ['sends noise', says(Uint8Array.from({ length: 5000 }, (_, i) => (i * 7919) >> 3)), /^node_bad_answer$/],
  ['sends an empty object', says('{}'), /^node_bad_answer$/],
  ['nests lists without end', says('['.repeat(900_000)), /^node_bad_answer$/],
  ['answers OK with fields of wrong types', says(WELL), /^node_bad_answer$/],
  [
    'sends a message of epee without fields',
    says(Uint8Array.of(1, 17, 1, 1, 1, 1, 2, 1, 1, 0)),
    /^node_bad_answer$/,
  ],
  ['announces a gigabyte', says('', 200, { 'content-length': '1000000000' }), /^node_bad_answer$/],
  ['closes the connection in the middle', breaksOff, /^node_bad_answer$/],
  ['hangs up', hangsUp, /^node_unreachable$/],
  ['never answers', isSilent, /^node_timeout$/],
  ['stops in the middle of its answer', stalls, /^node_timeout$/],
  ['sends a byte now and then', trickles, /^node_timeout$/],
  ['answers 404', says('', 404), /^node_http$/],
  ['answers 500', says('oops', 500), /^node_http$/],
  ['answers 503', says('', 503), /^node_http$/],
  ['redirects', says('', 302, { location: 'http://127.0.0.1:1/' }), /^node_http$/],
  [
    'requires a login',
    says('', 401, { 'www-authenticate': 'Digest realm="x",nonce="y",qop="auth"' }),
    /^node_login$/,
  ],
];

describe.each(table)('a node that %s', (_, behaviour, code) => {
  const inVain = code.test('node_timeout');
  // Calls that reach their time limit run side by side.
  (inVain ? it.concurrent : it).each(Object.entries(calls))(
    'gives %s a fault with the right code',
    async (_name, call) => {
      node.behave(behaviour);
      const fault = await faultOf(call(inVain ? hasty() : daemon));
      expect(fault.code).toMatch(code);
      expect(fault.data).toMatchObject({ address: node.address });
    },
  );
});

describe('a node that sends well-formed answers', () => {
  it('may omit an empty pool', async () => {
    node.behave(says('{"status":"OK","result":{"status":"OK"}}'));
    expect(await daemon.poolTxids()).toEqual([]);
    expect(await daemon.backlog()).toEqual([]);
  });
  const rpcCalls = ['headers', 'backlog'] as const;
  it.each(rpcCalls)('gives the fault node_busy in %s when it says that it is busy', async (name) => {
    node.behave(says('{"result":{"status":"BUSY"}}'));
    expect(await faultOf(calls[name]!(daemon))).toEqual({
      code: 'node_busy',
      data: { address: node.address },
    });
  });
  it('gives the fault node_busy for plain paths too', async () => {
    node.behave(says('{"status":"BUSY"}'));
    expect((await faultOf(daemon.tip())).code).toBe('node_busy');
  });
  it('gives the fault node_error with its own error message', async () => {
    node.behave(says('{"error":{"code":-5,"message":"Internal error"}}'));
    expect(await faultOf(daemon.headers(0, 1))).toEqual({
      code: 'node_error',
      data: { address: node.address, message: 'Internal error', code: -5 },
    });
    node.behave(says('{"status":"Failed to read"}'));
    expect(await faultOf(daemon.tip())).toMatchObject({
      code: 'node_error',
      data: { message: 'Failed to read' },
    });
  });
});

describe('a node that sends without end', () => {
  // threat: malformed-input
  it.each(['tip', 'poolTxids', 'outputs', 'headers'] as const)(
    'is cut off in %s soon after the size limit',
    async (name) => {
      node.behave(floods);
      expect(await faultOf(calls[name]!(daemon))).toMatchObject({ code: 'node_bad_answer' });
      // The sockets buffered this much before the connection was closed.
      expect(node.sent).toBeLessThan(32 << 20);
    },
  );
});

describe('requests', () => {
  it('are repeated after a connection failure or a 503, and after nothing else', async () => {
    node.behave(hangsUp);
    await faultOf(daemon.tip());
    expect(node.asked).toHaveLength(3);
    node.behave(says('', 503));
    await faultOf(daemon.tip());
    expect(node.asked).toHaveLength(3);
    node.behave(says('', 500));
    await faultOf(daemon.tip());
    expect(node.asked).toHaveLength(1);
    node.behave(says('garbage'));
    await faultOf(daemon.tip());
    expect(node.asked).toHaveLength(1);
    node.behave(hangsUp);
    await faultOf(daemon.check({ address: node.address }));
    expect(node.asked).toHaveLength(1);
  });
  it('succeed when the node recovers before the last attempt', async () => {
    let times = 0;
    node.behave((response, path, body) => {
      (++times < 3 ? hangsUp : honestInfo['/get_info'])(response, path, body);
    });
    expect((await daemon.tip()).devnet).toBe(true);
    expect(times).toBe(3);
  });
  it('are never more than two at once', async () => {
    let open = (): void => undefined;
    const opened = new Promise<void>((resolve) => (open = resolve));
    node.behave(
      (response, path, body) => void opened.then(() => honestInfo['/get_info'](response, path, body)),
      { '/fence': says('') },
    );
    const tips = Promise.all(Array.from({ length: 9 }, () => daemon.tip()));
    await expect.poll(() => node.asked).toHaveLength(2);
    // A third request would have arrived before these.
    for (let i = 0; i < 3; i++) await fetch(`${node.address}/fence`);
    expect(node.asked.filter((path) => path !== '/fence')).toHaveLength(2);
    node.behave(honestInfo['/get_info']);
    open();
    await tips;
    expect(node.asked).toHaveLength(7);
    expect(node.mostAtOnce).toBe(2);
  });
  it.each(Object.entries(calls))('of %s end at once when their caller cancels them', async (_, call) => {
    node.behave(isSilent);
    const caller = new AbortController();
    const slow = createDaemon(nodeWorld());
    slow.use({ address: node.address });
    const cancelled = faultOf(call(slow, caller.signal));
    await expect.poll(() => node.asked.length, { interval: 5 }).toBeGreaterThan(0);
    caller.abort();
    expect(await cancelled).toEqual({ code: 'cancelled', data: {} });
    expect(await faultOf(call(slow, caller.signal))).toEqual({ code: 'cancelled', data: {} });
  });
  it('fail with no_node when no node is set', async () => {
    const nowhere = createDaemon(nodeWorld());
    for (const name of ['tip', 'poolTxids', 'outputs', 'feeEstimate', 'blocksFrom'] as const)
      expect(await faultOf(calls[name]!(nowhere))).toEqual({ code: 'no_node', data: {} });
  });
});

describe('a node that lies', () => {
  const info = (change: object): Behaviour => {
    const honest = JSON.parse(new TextDecoder().decode(recordedAnswer('/get_info').answer)) as object;
    return says(JSON.stringify({ ...honest, ...change }));
  };
  it('about its network is refused in every call that money depends on', async () => {
    node.behave(info({ nettype: 'testnet' }));
    const verdict = { code: 'node_wrong_network', data: { expected: 'mainnet', actual: 'testnet' } };
    expect(await faultOf(daemon.tip())).toMatchObject(verdict);
    expect(await faultOf(daemon.relay(hash, asTxId(hash)))).toMatchObject(verdict);
    expect(node.asked).not.toContain('/send_raw_transaction');
  });
  it('about its network is refused by a wallet of regtest, which takes a regtest node of any machine', async () => {
    const world = nodeWorld();
    const regtest = createDaemon(
      { ...world, fetch: (url, init) => world.fetch(url.replace('http://monerod:1', node.address), init) },
      { regtest: true },
    );
    regtest.use({ address: 'http://monerod:1' });
    regtest.expectNetwork('mainnet');
    node.behave(info({ nettype: 'mainnet' }));
    const verdict = { code: 'node_wrong_network', data: { expected: 'regtest', actual: 'mainnet' } };
    expect(await faultOf(regtest.tip())).toMatchObject(verdict);
    node.behave(info({ nettype: 'fakechain' }));
    expect((await regtest.tip()).devnet).toBe(true);
  });
  // threat: stale-chain
  it('about its height is refused when it also says that it is not synchronised', async () => {
    node.behave(info({ synchronized: false, height: 10, target_height: 500 }));
    const verdict = {
      code: 'node_not_synchronised',
      data: { address: node.address, height: 10, target: 500 },
    };
    expect(await faultOf(daemon.relay(hash, asTxId(hash)))).toEqual(verdict);
    expect((await daemon.tip()).synchronized).toBe(false);
  });
  it.each([
    ['a chain of no block', { height: 0 }],
    ['a height beyond all chains', { height: 2 ** 40 }],
    ['a hash of three bytes', { top_block_hash: 'aabbcc' }],
    ['an unknown network', { nettype: 'moonnet' }],
  ])('with %s in its status is refused', async (_, change) => {
    node.behave(info(change));
    expect((await faultOf(daemon.tip())).code).toBe('node_bad_answer');
  });
  // threat: false-fees
  it.each([
    ['a hundred times too high', '[120000000,470000000,1900000000,24000000000]', 10_000],
    ['falling', '[4700000,1200000,19000000,240000000]', 10_000],
    ['changed in a low digit', '[1200001,4700000,19000000,240000000]', 10_000],
    ['coarsely rounded', '[1200000,4700000,19000000,240000000]', 1_000_000_000],
    ['too few', '[1200000]', 10_000],
  ])('with fee levels that are %s is refused', async (_, fees, mask) => {
    const estimate = `{"result":{"status":"OK","fee":1,"fees":${fees},"quantization_mask":${mask}}}`;
    node.behave(says(estimate), honestInfo);
    expect((await faultOf(daemon.feeEstimate())).code).toBe('node_bad_answer');
  });
  it('with headers that do not link is refused', async () => {
    const header = (height: number) =>
      `{"height":${height},"hash":"${'ab'.repeat(32)}","prev_hash":"${'cd'.repeat(32)}","timestamp":1,"reward":1,"major_version":16}`;
    node.behave(says(`{"result":{"status":"OK","headers":[${header(3)},${header(4)}]}}`));
    expect((await faultOf(daemon.headers(3, 4))).code).toBe('node_bad_answer');
    expect((await faultOf(daemon.headers(3, 5))).code).toBe('node_bad_answer');
  });
  it('with another transaction under the requested id is refused', async () => {
    const { answer } = recordedAnswer('/get_transactions');
    const text = new TextDecoder().decode(answer);
    const [, txid] = /"tx_hash": "(\w+)"/.exec(text)!;
    node.behave(says(text.replaceAll(txid!, '01'.repeat(32))));
    expect((await faultOf(daemon.transactions([asTxId(hash)]))).code).toBe('node_bad_answer');
    node.behave(says(text));
    expect((await faultOf(daemon.transactions([asTxId(hash)]))).code).toBe('node_bad_answer');
  });
  it('about transactions is refused when it reports them neither as found nor as missed', async () => {
    node.behave(says('{"status":"OK"}'));
    expect((await faultOf(daemon.transactions([asTxId(hash)]))).code).toBe('node_bad_answer');
  });
});
