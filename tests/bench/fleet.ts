/**
 * The suite `fleet`: many wallets in one process of the package read 1,000 blocks of 30 transactions from one node, beside
 * processes of monero-wallet-rpc. What matters beside time and memory is what the node is asked.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startWalletRpc } from '../../scripts/tools/app/monero.ts';
import { ensureMonero, projectRoot } from '../../scripts/tools/setup/setup.mjs';
import { callWallet } from './call.ts';
import { startChain } from './chain.ts';
import type { FleetOrder, FleetReport } from './fleet-process.ts';
import { makeLongChain, startGrowthNode } from './growth.ts';
import type { LocalSuite } from './measuring.ts';
import { meter } from './proc.ts';
import type { Sample } from './subject.ts';

const BLOCKS = 1000;
const TXS = 30;
const COUNTS = [1, 10, 100, 1000];
/** Each native process has one wallet. */
const MOST_NATIVE = 10;
const KINDS = ['watch', 'full'] as const;
const CASES = KINDS.flatMap((kind) =>
  COUNTS.map((wallets) => ({ name: `fleet-${kind}-${wallets}`, kind, wallets })),
);
type Case = (typeof CASES)[number];
type Node = Awaited<ReturnType<typeof startGrowthNode>>;

export const fleet: LocalSuite = {
  cases: CASES.map(({ name }) => name),
  run: async function* ({ cases, runs, say }) {
    const bin = await ensureMonero();
    const chain = await startChain({ bin, say });
    const long = await makeLongChain(chain.url, { blocks: BLOCKS, txsPerBlock: TXS });
    say(`${long.height} blocks with ${TXS} transactions each, ${Math.round(long.bytes / 1e6)} MB`);
    const node = await startGrowthNode(chain.url, long);
    try {
      for (const each of CASES.filter(({ name }) => cases.includes(name)))
        for (let run = 0; run < runs; run++) {
          yield await measureOurs(each, node, long.height);
          if (each.wallets <= MOST_NATIVE)
            yield await measureNative(each, { bin, node, seed: chain.facts.seeds.U, height: long.height });
        }
    } finally {
      await node.stop();
      await chain.stop();
    }
  },
};

/** Requests that a node got, and bytes of requests and answers. */
const askedSince = (node: Node, before: Node['asked']) => ({
  requests: node.asked.requests - before.requests,
  asked_mb: (node.asked.bytes - before.bytes) / 1e6,
});

const measureOurs = async ({ name, kind, wallets }: Case, node: Node, height: number): Promise<Sample> => {
  const order: FleetOrder = { node: node.url, wallets, kind };
  const child = fork(join(projectRoot, 'scripts/run.mjs'), [
    join(projectRoot, 'tests/bench/fleet-process.ts'),
    JSON.stringify(order),
  ]);
  const ended = once(child, 'exit');
  try {
    const next = async (): Promise<unknown> => {
      const fails = ended.then(([code]) => Promise.reject(new Error(`the program ended: ${String(code)}`)));
      fails.catch(() => undefined);
      const [message] = (await Promise.race([once(child, 'message'), fails])) as [unknown];
      return message;
    };
    await next();
    const before = { ...node.asked };
    child.send('read');
    const { ms, cpu, openingCpu, memory, threads, held, heights } = (await next()) as FleetReport;
    if (heights.length !== wallets || heights.some((each) => each !== height))
      throw new Error(`${name}: wallets at ${[...new Set(heights)].join(', ')} of ${height}`);
    const { empty, open, peak, rest } = memory;
    return {
      ...{ suite: 'fleet', case: name, subject: 'ostro', ms, cpu, own: peak },
      detail: {
        ...askedSince(node, before),
        cpu_s_per_wallet: cpu / wallets,
        opening_cpu_s_per_wallet: openingCpu / wallets,
        open_mb_per_wallet: (open - empty) / wallets,
        rest_mb: rest,
        rest_mb_per_wallet: (rest - empty) / wallets,
        ...{ threads, held_ms: held },
      },
    };
  } finally {
    child.kill();
    await ended;
  }
};

interface NativeMeans {
  readonly bin: string;
  readonly node: Node;
  readonly seed: string;
  readonly height: number;
}

/** A process for each wallet. A native wallet from keys without the spend key reads as one with it does. */
const measureNative = async (
  { name, kind, wallets }: Case,
  { bin, node, seed, height }: NativeMeans,
): Promise<Sample> => {
  const dirs = Array.from({ length: wallets }, () => mkdtempSync(join(tmpdir(), 'ostro-bench-fleet-')));
  const servers = await Promise.all(dirs.map((dir) => startWalletRpc({ bin, dir, daemonUrl: node.url })));
  try {
    await Promise.all(servers.map(({ url }) => openNative(url, kind, seed)));
    const before = { ...node.asked };
    const running = servers.map(({ child }) => meter(child.pid));
    const from = performance.now();
    await Promise.all(servers.map(({ url }) => callWallet(url, 'refresh')));
    const ms = performance.now() - from;
    const costs = running.map((each) => each.stop());
    const sum = (of: 'cpu' | 'rss') => costs.reduce((total, cost) => total + (cost[of] ?? 0), 0);
    const heights = await Promise.all(
      servers.map(async ({ url }) => ((await callWallet(url, 'get_height')) as { height: number }).height),
    );
    if (heights.some((each) => each !== height))
      throw new Error(`${name}: native wallets at ${heights.join(', ')}`);
    return {
      ...{ suite: 'fleet', case: name, subject: 'native', ms, cpu: sum('cpu'), own: sum('rss') },
      detail: {
        ...askedSince(node, before),
        cpu_s_per_wallet: sum('cpu') / wallets,
        rest_mb_per_wallet: sum('rss') / wallets,
      },
    };
  } finally {
    await Promise.all(servers.map(({ child }) => child.stop()));
    for (const dir of dirs) rmSync(dir, { recursive: true, force: true });
  }
};

const openNative = async (url: string, kind: Case['kind'], seed: string) => {
  const call = (method: string, params: object = {}) => callWallet(url, method, params);
  // Its automatic refresh can be switched off only while a wallet is open.
  await call('create_wallet', { filename: 'first', password: '', language: 'English' });
  await call('auto_refresh', { enable: false });
  const file = { password: '', restore_height: 0 };
  await call('restore_deterministic_wallet', { ...file, filename: 'full', seed });
  if (kind === 'full') return;
  const { key: viewkey } = (await call('query_key', { key_type: 'view_key' })) as { key: string };
  const { address } = (await call('get_address', { account_index: 0 })) as { address: string };
  await call('generate_from_keys', { ...file, filename: 'watch', address, viewkey });
};
