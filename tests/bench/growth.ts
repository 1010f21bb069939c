/**
 * The suite `growth`: reading long chains, beside the native wallet, with the browser's profile on the disk. The chains
 * repeat the transactions of the bench's chain; the wallet owns none of them. What matters is time, memory, and, over
 * a slow link, how much of the link is used.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { benchCache } from '../../scripts/tools/app/bench-cache.ts';
import { readRelayCode } from '../../src/base/relay-code.ts';
import { createDaemon } from '../../src/daemon/daemon.ts';
import { createFetches } from '../../src/nodejs/fetches.ts';
import { sourceTree } from '../../src/nodejs/source-tree.ts';
import { readCompact } from '../../src/protocol/compact/compact-blocks.ts';
import { listen } from '../../src/server/http/listen.ts';
import { runRelay } from '../../src/server/relay/run-relay.ts';
import { systemClock, systemRandom } from '../../src/store/platform.ts';
import { parseJson } from '../../src/server/json.mjs';
import { type Call, findingsOf } from './call.ts';
import { untilAtRest } from './chromium.ts';
import { attempt, type Suite, takeTurns, type World } from './measuring.ts';
import { createNative } from './native.ts';
import { scannerReady, type Timed, type WalletPage } from './ostro.ts';
import { findProcess, meter, renderersMemory } from './proc.ts';
import {
  type Length,
  repeatChain,
  type RepeatedChain,
  requestOfAll,
  type Template,
} from './repeated-chain.ts';
import type { Site } from './site.ts';
import { type Link, startSlowLink } from './slow-link.ts';
import { atWork, figuresOf, type Sample, type Scanned } from './subject.ts';

interface Case {
  readonly name: string;
  readonly blocks?: number;
  readonly txs: number;
  readonly link?: Link;
  /** Through a relay of one's own, on the same chain and link. */
  readonly relay?: boolean;
}

/** Transactions of a month, and small blocks as those of old years. */
const LONG = [
  { name: 'growth-30', blocks: 22_000, txs: 30 },
  { name: 'growth-4', blocks: 85_000, txs: 4 },
];
/** Links: round trip in milliseconds and megabits a second. Their chains take half a minute at full use. */
const LINKS = [
  { rttMs: 100, mbit: 20 },
  { rttMs: 300, mbit: 20 },
  { rttMs: 100, mbit: 100 },
  { rttMs: 300, mbit: 100 },
];
const LINK_SECONDS = 30;
const LINK_TXS = 30;

const CASES: readonly Case[] = [
  ...LONG,
  ...LINKS.flatMap((link) => {
    const name = `${link.rttMs}-${link.mbit}`;
    const each = { txs: LINK_TXS, link };
    return [
      { name: `link-${name}`, ...each },
      { name: `relay-${name}`, ...each, relay: true },
    ];
  }),
];

export const growth: Suite = {
  cases: CASES.map(({ name }) => name),
  run: async function* (world) {
    for (const each of CASES) if (world.cases.includes(each.name)) yield* growthCase(each, world);
  },
};

async function* growthCase(
  { name, blocks, txs, link, relay = false }: Case,
  world: World,
): AsyncGenerator<Sample> {
  const { chain, runs, say } = world;
  const long = await makeLongChain(chain.url, {
    // A longer chain does not fit into the relay's memory, and the real node has no ids to compare its files with.
    blocks: blocks ?? (await blocksFor(chain.url, Math.min(link?.mbit ?? 1, relay ? 20 : Infinity))),
    txsPerBlock: txs,
  });
  say(`${name}: ${long.height} blocks with ${txs} transactions each, ${Math.round(long.bytes / 1e6)} MB`);
  const node = await startGrowthNode(chain.url, long);
  try {
    const able = relay ? ['ostro'] : ['ostro', 'native'];
    const subjects = world.subjects.map((each) => each.name).filter((each) => able.includes(each));
    for (const { run, subject } of takeTurns(runs, subjects)) {
      const measure = () => scanOver({ name, subject, long, link, relay, port: node.port }, world);
      yield* await attempt(`${name} run ${run + 1}, ${subject}`, measure, world);
    }
  } finally {
    await node.stop();
  }
}

const scanOver = async (
  {
    name,
    subject,
    long,
    link,
    relay,
    port,
  }: {
    readonly name: string;
    readonly subject: string;
    readonly long: RepeatedChain;
    readonly link: Link | undefined;
    readonly relay: boolean;
    readonly port: number;
  },
  world: World,
): Promise<Sample> => {
  const { executablePath, bin, site, chain } = world;
  const before = relay ? await startBenchRelay(port) : undefined;
  const slow = link && (await startSlowLink(before?.port ?? port, link));
  const daemonUrl = `http://127.0.0.1:${slow?.port ?? port}`;
  try {
    const seed = chain.facts.seeds.U;
    const scanned =
      subject === 'native'
        ? createNative({ bin, daemonUrl }).scan({ seed })
        : scanOnDisk({ executablePath, site, daemonUrl, seed, login: before?.login });
    const { found, profile: _none, ...figures } = await scanned;
    if (found.height !== long.height || found.balance !== 0n)
      throw new Error(`${subject} read ${found.height} blocks of ${long.height}`);
    const use = link && slow && figures.ms !== undefined && linkUse(link, slow.carried(), figures.ms);
    const carried = slow && { bytes_per_tx: slow.carried() / txsOf(long) };
    const detail = {
      ...figures.detail,
      chain_mb: long.bytes / 1e6,
      ...carried,
      ...(use && { link_use: use }),
    };
    return { suite: 'growth', case: name, subject, ...figures, detail };
  } finally {
    await slow?.stop();
    await before?.stop();
  }
};

/** Transactions of a chain of the links. */
const txsOf = ({ height }: RepeatedChain) => height * LINK_TXS;

/** A relay that has made all its compact blocks, as after its first night. */
const startBenchRelay = async (port: number) => {
  const folder = mkdtempSync(join(tmpdir(), 'ostro-bench-relay-'));
  const { code, ...relay } = await runRelay(
    {
      ...{ node: `http://127.0.0.1:${port}`, port: 0, ip: '127.0.0.1', address: undefined },
      ...{ folder, files: undefined, proxy: undefined },
    },
    { kernel: sourceTree.kernel, say: console.error },
  );
  const { username, password } = readRelayCode(code)!;
  const { fetch, stop } = createFetches({});
  const address = `http://127.0.0.1:${relay.port}`;
  const ports = createDaemon({ fetch, clock: systemClock, random: systemRandom }).at({
    address,
    username,
    password,
  });
  for (let height = 0, count = 1; count > 0; height += count)
    ({ count } = readCompact(await ports.compactBlocks(height, 1000)));
  stop();
  return {
    port: relay.port,
    login: { username, password },
    stop: async () => {
      await relay.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** The share of the link that was used, over the whole time of the scan. */
const linkUse = ({ mbit }: Link, bytes: number, ms: number) => (bytes * 8) / 1e6 / mbit / (ms / 1000);

/** How many blocks a link carries in half a minute. */
const blocksFor = async (url: string, mbit: number) => {
  const sample = await makeLongChain(url, { blocks: 500, txsPerBlock: LINK_TXS });
  return Math.ceil(((mbit * 1e6) / 8) * LINK_SECONDS * (sample.height / sample.bytes));
};

/*
 * A node with a long chain (tests/bench/repeated-chain.ts): it answers `/getblocks.bin` itself and passes all other requests
 * on to a real monerod, in whose answers it changes the height and the newest block.
 */

/** Makes the chain from the `given` transactions, or from those of the chain that `url` has. */
export async function makeLongChain(
  url: string,
  length: Length,
  given?: readonly Template[],
): Promise<RepeatedChain> {
  const body = new Uint8Array(await requestOfAll());
  const answer = await fetch(`${url}/getblocks.bin`, { method: 'POST', body });
  return repeatChain(new Uint8Array(await answer.arrayBuffer()), length, given);
}

/** `url` is the real node. `asked` counts the requests, and the bytes of their bodies and answers. */
export async function startGrowthNode(url: string, chain: RepeatedChain) {
  const asked = { requests: 0, bytes: 0 };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts);
      const path = request.url ?? '/';
      const answered = path === '/getblocks.bin' ? chain.answer(body) : passOn(url, path, body, chain);
      void Promise.resolve(answered).then(
        (answer) => {
          asked.requests += 1;
          asked.bytes += body.length + answer.length;
          response.writeHead(200, { 'access-control-allow-origin': '*', 'content-length': answer.length });
          response.end(answer);
        },
        () => response.writeHead(502).end(),
      );
    });
  });
  // monero-wallet-rpc takes a connection that was closed meanwhile for a daemon that is gone.
  server.keepAliveTimeout = 0;
  const port = await listen(server, 0, '127.0.0.1');
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    asked,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const passOn = async (
  url: string,
  path: string,
  body: Buffer,
  { height, topHash }: Pick<RepeatedChain, 'height' | 'topHash'>,
): Promise<Uint8Array> => {
  const answer = await fetch(url + path, { method: 'POST', body: new Uint8Array(body) });
  const bytes = Buffer.from(await answer.arrayBuffer());
  // The header of the first block, which both chains share.
  if (path.endsWith('.bin') || body.includes('get_block_headers_range')) return bytes;
  const text = bytes
    .toString('utf8')
    .replace(/"(height|current_height|height_without_bootstrap)":\s*\d+/g, `"$1": ${height}`)
    .replace(/"top_block_hash":\s*"[0-9a-f]+"/g, `"top_block_hash": "${topHash}"`);
  return Buffer.from(text);
};

/*
 * A scan as `createOstro` makes it, with two differences for long chains: the browser's profile is in a folder, so that
 * commits wait for the disk, and no DevTools record the network (unwatched.ts).
 */

export async function scanOnDisk({
  executablePath,
  site,
  daemonUrl,
  seed,
  login,
}: {
  readonly executablePath: string;
  readonly site: Site;
  readonly daemonUrl: string;
  readonly seed: string;
  /** Of a relay at this address. */
  readonly login?: { readonly username: string; readonly password: string } | undefined;
}): Promise<Scanned> {
  mkdirSync(benchCache(), { recursive: true });
  const profile = mkdtempSync(join(benchCache(), 'profile-'));
  const mark = `--ostro-bench=${randomUUID()}`;
  const args = [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), mark];
  const page = await openUnwatched({ executablePath, args, profile, url: site.benchUrl });
  try {
    const pid = findProcess(mark);
    const floor = renderersMemory(pid);
    const call: Call = (method, params = {}) =>
      atWork(
        `ostro ${method}`,
        page.evaluate(
          (bench: WalletPage, [m, p]: readonly [string, object]) => bench.call(m, p),
          [method, params],
        ),
      );
    await page.evaluate((bench: WalletPage, worker: string) => bench.start(worker), site.walletWorker);
    const relay = login && { address: daemonUrl, trusted: false, kind: 'relay', ...login };
    if (relay) await call('x_set_nodes', { nodes: [relay], send: '', compare: '' });
    else await call('x_set_node', { address: daemonUrl, trusted: true });
    await call('restore_deterministic_wallet', { filename: 'bench', seed, restore_height: 0, password: '' });
    await scannerReady(call);
    await untilAtRest(pid);
    const running = meter(pid, { floor });
    const refresh = (bench: WalletPage) => bench.timed('refresh', {});
    const scanned = atWork('ostro refresh', page.evaluate(refresh, []));
    try {
      const value = (await scanned) as Timed;
      return { ...figuresOf({ value, ...running.stop() }), found: await findingsOf(call) };
    } catch (error) {
      running.stop();
      throw error;
    }
  } finally {
    await page.close();
    removeProfile(profile);
  }
}

/** Processes of the browser may still write when it has ended: a folder that cannot be removed now must not lose the run. */
const removeProfile = (profile: string): void => {
  const remove = (): void => rmSync(profile, { recursive: true, force: true, maxRetries: 3 });
  try {
    remove();
  } catch {
    process.once('exit', () => {
      try {
        remove();
      } catch (error) {
        console.error(`${profile} remains: ${String(error)}`);
      }
    });
  }
};

/*
 * A page in a Chromium that nothing watches: Playwright makes DevTools record the network, and Chromium then keeps up to
 * 200 MB of answers in the page's process. This connection only evaluates functions. DevTools protocol over a pipe:
 * messages are JSON, each ended by a zero byte.
 */

const READY_MS = 60_000;

interface Message {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}
interface Evaluated {
  readonly result: { readonly value: string };
  readonly exceptionDetails?: { readonly exception?: { readonly description?: string } };
}

/** Opens `url` and waits until the page has `bench`. */
export async function openUnwatched({
  executablePath,
  args,
  profile,
  url,
}: {
  readonly executablePath: string;
  readonly args: readonly string[];
  readonly profile: string;
  readonly url: string;
}) {
  const flags = [
    '--headless=new',
    '--remote-debugging-pipe',
    `--user-data-dir=${profile}`,
    '--no-first-run',
    ...args,
  ];
  const child = spawn(executablePath, flags, { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const send = connectPipe(child, ended);
  const close = async () => {
    child.kill();
    await ended;
  };
  try {
    const { targetId } = (await send('Target.createTarget', { url })) as { targetId: string };
    const attach = { targetId, flatten: true };
    const { sessionId } = (await send('Target.attachToTarget', attach)) as { sessionId: string };
    const run = async (expression: string) => {
      const params = { expression, awaitPromise: true, returnByValue: true };
      const answer = (await send('Runtime.evaluate', params, sessionId)) as Evaluated;
      if (answer.exceptionDetails)
        throw new Error(answer.exceptionDetails.exception?.description ?? 'the page failed');
      return answer.result.value;
    };
    // A page that is loading refuses to evaluate for a moment.
    const ready = () => run(`String('bench' in globalThis)`).catch(() => 'false');
    for (const end = performance.now() + READY_MS; (await ready()) !== 'true';) {
      if (performance.now() > end) throw new Error('the page was not ready in time');
      await sleep(50);
    }
    return {
      close,
      /** Calls a function that uses nothing from outside with the page's `bench`; bigints arrive as bigints. */
      evaluate: async (
        work: (...args: never) => unknown,
        argument: string | readonly unknown[],
      ): Promise<unknown> =>
        JSON.parse(
          await run(
            `(async () => JSON.stringify((await (${String(work)})(bench, ${JSON.stringify(argument)})) ?? null, ${String(withBigints)}))()`,
          ),
          readBigints,
        ),
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Runs in the page, too. */
const withBigints = (_: string, value: unknown) =>
  typeof value === 'bigint' ? { bigint: String(value) } : value;
const readBigints = (_: string, value: unknown) =>
  typeof value === 'object' && value !== null && 'bigint' in value && typeof value.bigint === 'string'
    ? BigInt(value.bigint)
    : value;

const connectPipe = (child: ChildProcess, ended: Promise<unknown>) => {
  const [, , , input, output] = child.stdio;
  const replies = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();
  let [lastId, unread] = [0, ''];
  (output as Readable).setEncoding('utf8').on('data', (text: string) => {
    const messages = (unread + text).split('\0');
    unread = messages.pop() ?? '';
    for (const each of messages) {
      const { id = 0, result, error } = parseJson(each) as Message;
      if (error) replies.get(id)?.reject(new Error(error.message));
      else replies.get(id)?.resolve(result);
      replies.delete(id);
    }
  });
  void ended.then(() => {
    for (const { reject } of replies.values()) reject(new Error('Chromium ended'));
  });
  return (method: string, params: object, sessionId?: string) =>
    new Promise((resolve, reject) => {
      const id = ++lastId;
      replies.set(id, { resolve, reject });
      const message = JSON.stringify({ id, method, params, sessionId });
      (input as Writable).write(`${message}\0`);
    });
};
