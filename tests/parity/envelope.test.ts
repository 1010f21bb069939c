/**
 * The envelope itself: ids of every kind and malformed requests, sent to our engine and to monero-wallet-rpc. Both must
 * answer the same text, byte by byte.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { post, startWalletRpc, type Server } from '../../scripts/tools/app/monero.ts';
import { ensureMonero } from '../../scripts/tools/setup/setup.mjs';
import { dispatchText } from '../../src/rpc/dispatch-text.ts';
import { openRpcSession, type RpcSession } from '../support/rpc/fixture.ts';
import { useWasmKernel } from '../support/wasm-kernel.ts';

const IDS = [
  ...['0', '1', '-5', '9007199254740993', '18446744073709551615', '-9223372036854775808'],
  ...['18446744073709551616', '-9223372036854775809', '1.5', '-0.25', '1e3', '1e30', '1.0', '1e999'],
  ...['""', '"0"', '"x"', '"a/b"', '"é 日本"', '"\\u00e9"', '"\\n"', `"${'x'.repeat(5000)}"`],
  ...['null', 'true', 'false', 'TRUE', '[]', '[1,2]', '["a"]', '[1,"a"]', '[[1]]', '[{"x":1}]'],
  ...['{}', '{"b":{},"a":[1,2]}', '{"x":null}', 'nonsense'],
];
const CALLS = [
  '"method":"get_languages"',
  '"method":"get_balance"',
  '"method":"auto_refresh","params":{"enable":1}',
  '"method":"nope"',
];
const TEXTS = [
  ...['', '  ', '{}', '[]', '"x"', '7', 'null', '{"id":3}', '{"id":"x","method":""}'],
  ...['[{"method":"get_languages","id":1}]', '{"method":"get_languages"}', '{method:"get_languages"}'],
  ...[
    'jsonrpc":"1.0"',
    'jsonrpc":2',
    'jsonrpc":1.5',
    'jsonrpc":true',
    'jsonrpc":null',
    'jsonrpc":{}',
    'jsonrpc":[]',
    'jsonrpc":["2.0"]',
  ].map((text) => `{"${text},"method":"get_balance","id":1}`),
  ...['[1,2]', '"x"', '7', 'null', 'true', '[]'].map(
    (params) => `{"method":"get_balance","id":1,"params":${params}}`,
  ),
  ...[
    '{"method":"get_balance",}',
    '{"method":"get_balance"} and more',
    '{"id":1,"id":2,"method":"get_balance"}',
  ],
];

let ours: RpcSession;
let theirs: Server;
const dir = mkdtempSync(join(tmpdir(), 'ostro-envelope-'));
beforeAll(async () => {
  await useWasmKernel();
  ours = openRpcSession();
  const bin = await ensureMonero();
  theirs = await startWalletRpc({ bin, dir, daemonUrl: 'http://127.0.0.1:1', args: ['--offline'] });
});
afterAll(async () => {
  await theirs.child.stop();
  rmSync(dir, { recursive: true, force: true });
});

const same = async (body: string): Promise<void> => {
  expect(await dispatchText(ours.session, body), body).toBe(await post(`${theirs.url}/json_rpc`, body));
};

describe('the response envelope', () => {
  it.each(IDS.map((id) => [id.slice(0, 60), id] as const))("has the request's id %s", async (_, id) => {
    for (const call of CALLS) await same(`{"jsonrpc":"2.0","id":${id},${call}}`);
  });
  it('has no id when the request has none', async () => {
    for (const call of CALLS) await same(`{"jsonrpc":"2.0",${call}}`);
  });
  it.each(TEXTS)('answers a malformed request as monero-wallet-rpc does: %s', same);
});
