/**
 * A monerod of a test and our client of it, whose every answer is compared with the bytes that it was read from: no
 * field lost, none invented.
 *
 * `OSTRO_RECORD_ROWS=tests/vectors/daemon/rows.json` writes down, for each call, what was asked and answered.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { copyFundedChain } from '../../scripts/tools/app/funded-chain.ts';
import { freePort, startMonerod } from '../../scripts/tools/app/monero.ts';
import { ensureMonero } from '../../scripts/tools/setup/setup.mjs';
import { isFault } from '../../src/base/fault.ts';
import { parseJson, writeJson } from '../../src/base/json.ts';
import { ask, type Endpoint } from '../../src/daemon/ask.ts';
import { plainSection } from '../../src/daemon/bin/call.ts';
import { createHttp, type Http, type OwnHttp } from '../../src/daemon/http.ts';
import { readNodeAddress } from '../../src/daemon/node-address.ts';
import { readEpee } from '../../src/protocol/encoding/epee.ts';
import { faultOf, nodeWorld } from '../unit/daemon/world.ts';

export interface DaemonNode extends AsyncDisposable {
  readonly url: string;
  readonly dir: string;
  /** As its owner. */
  readonly own: OwnHttp;
  readonly notOwn: Http;
  /** As its owner, on the restricted port. */
  readonly restricted: OwnHttp;
  /** Asks as the owner, compares every field with the raw answer, and gives ours. */
  readonly compare: <T>(endpoint: Endpoint<T, boolean>) => Promise<T>;
  /** Calls that were compared, and the endpoint of the last one. */
  readonly compared: ReadonlyMap<string, Endpoint<unknown, boolean>>;
  /** The log of the node from its start. */
  readonly log: () => string;
  readonly exited: Promise<unknown>;
}

export function callOf({ path, method }: Endpoint<unknown, boolean>): string {
  return method ?? path;
}

/** A regtest node with an open and a restricted port; with the stored chain if it is `funded`; peers may come to it on its `p2pPort`. */
export async function startNode(
  args: readonly string[] = [],
  { p2pPort, funded = false }: { readonly p2pPort?: number; readonly funded?: boolean } = {},
): Promise<DaemonNode> {
  const dir = mkdtempSync(join(tmpdir(), 'ostro-node-'));
  const bin = await ensureMonero();
  if (funded) await copyFundedChain(bin, dir);
  const restrictedPort = await freePort();
  const monerod = await startMonerod({
    bin,
    dataDir: dir,
    ...(p2pPort !== undefined && { p2pPort }),
    args: [
      ...['--rpc-restricted-bind-ip', '127.0.0.1', '--rpc-restricted-bind-port', String(restrictedPort)],
      ...args,
    ],
  });
  let answered = new Uint8Array(0);
  const world = nodeWorld();
  const listening: typeof world = {
    ...world,
    fetch: async (url, init) => {
      const response = await world.fetch(url, init);
      answered = new Uint8Array(await response.clone().arrayBuffer());
      return response;
    },
  };
  const at = (address: string, own: boolean) => createHttp(listening, readNodeAddress({ address }), own);
  const own = at(monerod.url, true) as OwnHttp;
  const compared = new Map<string, Endpoint<unknown, boolean>>();
  return {
    url: monerod.url,
    dir,
    own,
    notOwn: at(monerod.url, false),
    restricted: at(`http://127.0.0.1:${restrictedPort}`, true) as OwnHttp,
    compared,
    async compare(endpoint) {
      const ours = await ask(own, endpoint).catch((error: unknown) => {
        throw new Error(`${callOf(endpoint)}: ${isFault(error) ? writeJson(error.data) : String(error)}`, {
          cause: error,
        });
      });
      expectSame(rawAnswer(endpoint, answered), ours, callOf(endpoint));
      compared.set(callOf(endpoint), endpoint);
      record(endpoint, answered);
      return ours;
    },
    log: () => readFileSync(join(dir, 'monerod.log'), 'utf8'),
    exited: monerod.child.exited,
    async [Symbol.asyncDispose]() {
      await monerod.child.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** Strings of raw bytes are left out: what is in them is compared with other calls. */
const RAW_STRING = /"(?:backlog|tx_hashes)":\s*"(?:[^"\\]|\\.)*",?/s;

const rawAnswer = ({ path, method }: Endpoint<unknown, boolean>, bytes: Uint8Array): unknown => {
  if (path.endsWith('.bin') && path !== '/get_transaction_pool_hashes.bin')
    return plainSection(readEpee(bytes));
  const raw = path === '/get_transaction_pool_hashes.bin' || method === 'get_txpool_backlog';
  const text = Buffer.from(bytes).toString(raw ? 'latin1' : 'utf8');
  const json = parseJson(raw ? text.replace(RAW_STRING, '') : text) as { readonly result?: unknown };
  return method === undefined ? json : json.result;
};

/** Fields that nodes leave out at their default (`KV_SERIALIZE_OPT`), or whose raw bytes are read apart. */
const MAY_BE_ADDED: readonly string[] = [
  ...['block_weight', 'long_term_weight', 'weight', 'rpc_port', 'rpc_credits_per_hash', 'pruning_seed'],
  ...['block_weight_limit', 'block_weight_median', 'quantization_mask', 'current_height', 'target_height'],
  ...['daemon_time', 'pool_info_extent', 'pruned', 'backlog', 'tx_hashes'],
];

/** Every field of the one is in the other, with the same value. */
export function expectSame(raw: unknown, ours: unknown, path: string): void {
  if (typeof raw === 'number' || typeof raw === 'bigint') expectInteger(raw, ours, path);
  else if (raw instanceof Uint8Array) expectBytes(raw, ours, path);
  else if (Array.isArray(raw)) {
    expect(Array.isArray(ours) && ours.length, `items of ${path}`).toBe(raw.length);
    raw.forEach((item: unknown, i) => expectSame(item, (ours as unknown[])[i], `${path}[${i}]`));
  } else if (typeof raw === 'object' && raw !== null)
    expectSameFields(raw as Record<string, unknown>, ours as Record<string, unknown>, path);
  else expect(ours, path).toBe(raw);
}

const expectSameFields = (
  raw: Readonly<Record<string, unknown>>,
  ours: Readonly<Record<string, unknown>>,
  path: string,
): void => {
  for (const [name, value] of Object.entries(raw)) {
    expect(Object.hasOwn(ours, name), `${path}.${name} is read`).toBe(true);
    expectSame(value, ours[name], `${path}.${name}`);
  }
  for (const [name, value] of Object.entries(ours)) {
    const empty = Array.isArray(value) && value.length === 0;
    const known = Object.hasOwn(raw, name) || empty || MAY_BE_ADDED.includes(name);
    expect(known, `${path}.${name} was answered`).toBe(true);
  }
};

const expectInteger = (raw: number | bigint, ours: unknown, path: string): void => {
  if (typeof ours !== 'number' && typeof ours !== 'bigint') throw new Error(`${path} is no integer`);
  expect(BigInt(ours), path).toBe(BigInt(raw));
};

/** Byte strings of epee: our bytes, a list of keys, or a text. */
const expectBytes = (raw: Uint8Array, ours: unknown, path: string): void => {
  const text = Buffer.from(raw);
  if (typeof ours === 'string') expect(ours, path).toBe(text.toString());
  else
    expect(Buffer.concat(Array.isArray(ours) ? (ours as Uint8Array[]) : [ours as Uint8Array]), path).toEqual(
      text,
    );
};

const MAX_RECORDED = 24_000;
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

interface RowsFile {
  readonly exchanges: Record<string, { readonly request: string; readonly answer: string }>;
}
/** Keeps the longest answer of each call that is short enough. */
const record = (endpoint: Endpoint<unknown, boolean>, answer: Uint8Array): void => {
  const file = process.env['OSTRO_RECORD_ROWS'];
  if (file === undefined || answer.length > MAX_RECORDED) return;
  const { exchanges } = (
    existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { exchanges: {} }
  ) as RowsFile;
  const [call, text] = [callOf(endpoint), base64(answer)];
  if (text.length < (exchanges[call]?.answer.length ?? 0)) return;
  exchanges[call] = { request: base64(endpoint.body), answer: text };
  const papers = {
    source: 'monerod, regtest',
    made: 'OSTRO_RECORD_ROWS=<this file> npx vitest run --project parity tests/parity/daemon-rows*.test.ts',
  };
  const sorted = Object.fromEntries(Object.entries(exchanges).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(file, `${JSON.stringify({ ...papers, exchanges: sorted }, undefined, 2)}\n`);
};

/**
 * Every admin call that was compared is refused by the restricted port, and our client sends none of them to a node
 * that is not the person's own.
 */
export async function expectGuarded(node: DaemonNode, except: readonly string[] = []): Promise<void> {
  const guarded = [...node.compared.values()].filter(
    (endpoint) => endpoint.admin && !except.includes(callOf(endpoint)),
  );
  expect(guarded.length).toBeGreaterThan(5);
  for (const endpoint of guarded)
    expect(await faultOf(ask(node.notOwn, endpoint as never))).toEqual({
      code: 'node_not_own',
      data: { address: node.url, call: callOf(endpoint) },
    });
  for (const endpoint of guarded)
    expect(await faultOf(ask(node.restricted, endpoint)), callOf(endpoint)).toMatchObject({
      code: 'node_restricted',
      data: { call: callOf(endpoint) },
    });
}
