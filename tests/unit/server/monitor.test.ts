/** GET /health and GET /metrics of the wallet server: what they tell, and to whom. */
import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { projectRoot } from '../../../scripts/tools/setup/setup.mjs';
import { createCallMetrics } from '../../../src/server/metrics/call-metrics.ts';
import { family } from '../../../src/server/metrics/exposition.ts';
import { METHOD_NAMES } from '../../../src/server/metrics/method-names.gen.ts';
import { createMonitor } from '../../../src/server/metrics/monitor.ts';
import { nodeState, stateText, type MonitoredStatus } from '../../../src/server/metrics/state-metrics.ts';

const OPEN: MonitoredStatus = {
  phase: 'reading',
  height: 90,
  target_height: 100,
  last_pass: 1_700_000_000_500,
  node: { address: 'http://127.0.0.1:18081' },
};
const CLOSED: MonitoredStatus = { phase: 'closed', height: 0, target_height: 0, node: { address: '' } };

type Options = Parameters<typeof createMonitor>[0];
const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});
const start = async (options: Partial<Options> = {}) => {
  const calls = createCallMetrics(METHOD_NAMES);
  const monitor = createMonitor({
    port: 0,
    ip: '127.0.0.1',
    wallets: () => [{ name: undefined, status: () => Promise.resolve(OPEN) }],
    calls,
    patienceMs: 50,
    ...options,
  });
  const port = await monitor.listen();
  stops.push(() => monitor.stop());
  const read = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`);
    return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
  };
  return { port, calls, read };
};

describe('/health', () => {
  it('says that the worker answers, whether a wallet is open, its height and its lag', async () => {
    const { read } = await start();
    const { status, type, text } = await read('/health');
    expect([status, type]).toEqual([200, 'application/json']);
    expect(JSON.parse(text)).toEqual({
      status: 'ok',
      wallets: [{ answers: true, open: true, node: 'reachable', height: 90, lag: 10 }],
    });
  });

  it('says nothing of a lag before the node was read, and that the wallet is starting', async () => {
    const { last_pass: _, ...fresh } = OPEN;
    for (const [height, target_height, lag] of [
      [0, 0, undefined],
      [90, 90, undefined],
      [90, 100, 10],
    ] as const) {
      const state: MonitoredStatus = { ...fresh, phase: 'idle', height, target_height };
      const { read } = await start({
        wallets: () => [{ name: undefined, status: () => Promise.resolve(state) }],
      });
      const health = JSON.parse((await read('/health')).text) as { status: string; wallets: object[] };
      expect(health.status).toBe(lag === undefined ? 'starting' : 'ok');
      expect(health.wallets[0]).toHaveProperty('height', height);
      expect((health.wallets[0] as { lag?: number }).lag).toBe(lag);
      expect((await read('/metrics')).text.includes('ostro_wallet_lag_blocks ')).toBe(lag !== undefined);
    }
  });
  it('is well without an open wallet, and when the node is away', async () => {
    const away = { ...OPEN, problem: { fault: 'node_timeout' } };
    for (const [state, node, open] of [
      [CLOSED, 'none', false],
      [away, 'unreachable', true],
    ] as const) {
      const { read } = await start({ wallets: () => [{ name: 'a', status: () => Promise.resolve(state) }] });
      const { status, text } = await read('/health');
      expect(status).toBe(200);
      expect(JSON.parse(text)).toMatchObject({ wallets: [{ name: 'a', node, open }] });
    }
  });

  it.each([
    ['does not answer', () => new Promise<MonitoredStatus>(() => undefined)],
    ['fails', () => Promise.reject(new Error('the page crashed'))],
  ])('is 503 when the worker of one wallet %s', async (_how, status) => {
    const { read } = await start({
      wallets: () => [
        { name: 'a', status: () => Promise.resolve(OPEN) },
        { name: 'b', status },
      ],
    });
    const health = await read('/health');
    expect(health.status).toBe(503);
    expect(JSON.parse(health.text)).toMatchObject({ status: 'failing', wallets: [{}, { answers: false }] });
    expect((await read('/metrics')).text).toContain('ostro_wallet_up{wallet="b"} 0\n');
  });
});

describe('/metrics', () => {
  it('tells state, calls and memory in the format of Prometheus', async () => {
    const { read, calls } = await start();
    await calls.watch(() => Promise.resolve('{"result":{}}'))('{"method":"get_balance"}');
    const { status, type, text } = await read('/metrics');
    expect([status, type]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
    for (const line of [
      'ostro_wallet_up 1',
      'ostro_wallet_open 1',
      'ostro_wallet_height 90',
      'ostro_node_height 100',
      'ostro_wallet_lag_blocks 10',
      'ostro_wallet_last_pass_timestamp_seconds 1700000000.5',
      'ostro_node_reachable 1',
      'ostro_rpc_calls_total{method="get_balance",result="ok"} 1',
      'ostro_rpc_duration_seconds_count{method="get_balance"} 1',
      'ostro_rpc_calls_waiting 0',
    ])
      expect(text).toContain(`${line}\n`);
    expect(text).toMatch(/^ostro_server_resident_bytes \d{7,}$/m);
    // Each line is a comment or one sample, and each name is described once.
    for (const line of text.trimEnd().split('\n'))
      expect(line).toMatch(/^(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{[^{}]*\})? [\d.e+-]+)$/);
    const described = [...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name);
    expect(new Set(described).size).toBe(described.length);
  });

  it('names neither a node, nor an address, nor an amount', async () => {
    const { read } = await start();
    for (const path of ['/metrics', '/health']) expect((await read(path)).text).not.toContain('18081');
  });

  it('has no heights without an open wallet, and no state of a worker that does not answer', () => {
    expect(stateText([{ name: undefined, status: CLOSED }])).toMatch(/ostro_wallet_open 0/);
    expect(stateText([{ name: undefined, status: CLOSED }])).not.toMatch(/height|lag|node/);
    expect(stateText([{ name: 'a', status: undefined }])).not.toMatch(/ostro_wallet_open/);
  });
});

describe('the node', () => {
  it.each([
    [{}, 'reachable'],
    [{ problem: { fault: 'node_unreachable' } }, 'unreachable'],
    [{ problem: { fault: 'node_login' } }, 'reachable'],
    [{ problem: { fault: 'storage_full' } }, 'reachable'],
    [{ phase: 'idle', last_pass: undefined }, 'unknown'],
    [{ phase: 'closed' }, 'unknown'],
    [{ node: { address: '' } }, 'none'],
  ])('with %j is %s', (difference, state) => {
    expect(nodeState({ ...OPEN, ...difference } as MonitoredStatus)).toBe(state);
  });
});

describe('a request to the metrics port', () => {
  // threat: other-wallets
  it('of a web page, or under a foreign host name, is refused', async () => {
    const { port } = await start();
    const statusWith = (headers: Record<string, string>): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        get({ host: '127.0.0.1', port, path: '/metrics', headers }, (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        }).on('error', reject);
      });
    expect(await statusWith({})).toBe(200);
    expect(await statusWith({ Host: 'evil.example' })).toBe(403);
    expect(await statusWith({ Origin: 'https://evil.example' })).toBe(403);
    expect(await statusWith({ 'Sec-Fetch-Site': 'cross-site' })).toBe(403);
  });

  it('finds two paths, for GET alone', async () => {
    const { port, read } = await start();
    expect((await read('/json_rpc')).status).toBe(404);
    expect((await read('/toString')).status).toBe(404);
    expect((await read('/metrics?x=1')).status).toBe(200);
    const posted = await fetch(`http://127.0.0.1:${port}/metrics`, { method: 'POST', body: '{}' });
    expect(posted.status).toBe(405);
  });
});

describe('the metrics of calls', () => {
  const run = async (envelope: string, ask: (text: string) => Promise<string>, seconds = 0) => {
    let at = 0;
    const calls = createCallMetrics(METHOD_NAMES, () => (at += seconds * 500) * 2);
    await calls
      .watch(ask)(envelope)
      .catch(() => undefined);
    return calls.text();
  };
  const answers = (text: string) => () => Promise.resolve(text);

  it('tell answers, errors and failures apart', async () => {
    const call = '{"method":"transfer"}';
    const failing = await run(call, () => Promise.reject(new Error('gone')));
    expect(failing).toContain('{method="transfer",result="failed"} 1');
    const refused = await run(call, answers('{\r\n  "error": {"code": -17, "message": "no"}}'));
    expect(refused).toContain('{method="transfer",result="error"} 1');
    // The word alone is no error.
    const noted = await run(call, answers('{\r\n  "result": {"note": "\\"error\\":1"}}'));
    expect(noted).toContain('{method="transfer",result="ok"} 1');
  });

  it('count a duration in every bucket that it is within', async () => {
    const text = await run('{"method":"refresh"}', answers('{}'), 0.3);
    expect(text).toContain('_bucket{method="refresh",le="0.25"} 0\n');
    expect(text).toContain('_bucket{method="refresh",le="0.5"} 1\n');
    expect(text).toContain('_bucket{method="refresh",le="+Inf"} 1\n');
  });

  it('are lines of the log with the name of the method, and nothing of what is in the call', async () => {
    const told: string[] = [];
    const calls = createCallMetrics(
      METHOD_NAMES,
      () => 0,
      (line) => told.push(line),
    );
    const ask = calls.watch(answers('{\r\n  "error": {}}'));
    await ask('{"method":"transfer","params":{"address":"x"}}');
    await ask('{"method":"velvet lymph"}');
    expect(told).toEqual(['transfer: error after 0 ms', 'unknown: error after 0 ms']);
  });

  // threat: other-wallets
  it('have labels for the methods of the wallet only, however many names callers make up', async () => {
    const calls = createCallMetrics(METHOD_NAMES);
    const ask = calls.watch(answers('{}'));
    for (let i = 0; i < 500; i++) await ask(`{"method":"made_up_${i}"}`);
    for (const odd of [
      '',
      '[]',
      'null',
      '{"method":7}',
      '{"method":"a\\"} 1\\nx{b=\\""}',
      '{"method":"constructor"}',
    ])
      await ask(odd);
    await ask('{"method":"getbalance"}');
    const text = calls.text();
    expect(text).toContain('ostro_rpc_calls_total{method="unknown",result="ok"} 506\n');
    expect(text).toContain('{method="getbalance",result="ok"} 1\n');
    expect(text.match(/ostro_rpc_calls_total\{/g)).toHaveLength(2);
  });

  it('find the method of a long request without parsing it', async () => {
    const long = `{"jsonrpc":"2.0","method":"import_outputs","params":{"outputs_data_hex":"${'0'.repeat(50_000)}"}}`;
    expect(await run(long, answers('{}'))).toContain('{method="import_outputs",result="ok"} 1');
  });
});

it('a label of the format cannot end before its quote', () => {
  expect(family('m', 'gauge', 'help', [{ labels: { a: 'x"\\\n' }, value: Infinity }])).toBe(
    '# HELP m help\n# TYPE m gauge\nm{a="x\\"\\\\\\n"} +Inf\n',
  );
});

describe('/ready', () => {
  it('is 200 without a database, and while the database answers', async () => {
    expect(await (await start()).read('/ready')).toMatchObject({ status: 200 });
    const { read } = await start({ database: () => Promise.resolve() });
    expect(await read('/ready')).toMatchObject({ status: 200 });
    expect((await read('/metrics')).text).toContain('\nostro_database_up 1\n');
  });
  it.each([
    ['refuses', () => Promise.reject(new Error('away'))],
    ['is silent', () => new Promise<void>(() => {})],
  ])('is 503 while the database %s, and the metrics say so', async (_how, database) => {
    const { read } = await start({ database });
    expect(await read('/ready')).toMatchObject({ status: 503 });
    expect((await read('/metrics')).text).toContain('\nostro_database_up 0\n');
    expect(await read('/health')).toMatchObject({ status: 200 });
  });
});

it('the example board asks for metrics that exist', async () => {
  const board = readFileSync(join(projectRoot, 'examples/fleet/grafana.json'), 'utf8');
  const { read, calls } = await start({ database: () => Promise.resolve() });
  await calls.watch(() => Promise.resolve('{}'))('{"method":"get_balance"}');
  const { text } = await read('/metrics');
  const names = [...board.matchAll(/ostro_\w+/g)].map(([name]) => name);
  expect(names.length).toBeGreaterThan(10);
  for (const name of names) expect(text).toContain(`\n${name}`);
});
