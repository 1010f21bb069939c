/**
 * A program with many wallets of the package in one process, for the suite `fleet`: opens them in memory, reads the chain with
 * all at once when it is told to, and sends what that took to its parent.
 */
import { performance, monitorEventLoopDelay } from 'node:perf_hooks';
import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { nodePlatform } from '../../src/library/node-platform.ts';
import { newMnemonic } from '../../src/library/mnemonics.ts';
import { setPlatform } from '../../src/library/platform.ts';
import { restoreWallet, watchWallet } from '../../src/library/wallets.ts';
import { sourceTree } from '../../src/nodejs/source-tree.ts';

export interface FleetOrder {
  readonly node: string;
  readonly wallets: number;
  readonly kind: 'watch' | 'full';
}
export interface FleetReport {
  readonly ms: number;
  /** Seconds of processor time of the process while the chain was read, and while the wallets were opened. */
  readonly cpu: number;
  readonly openingCpu: number;
  /** Resident memory in MB: with no wallet, with all of them, at most, and at rest after reading. */
  readonly memory: {
    readonly empty: number;
    readonly open: number;
    readonly peak: number;
    readonly rest: number;
  };
  readonly threads: number;
  /** Milliseconds that the program's own thread was held at most. */
  readonly held: number;
  /** Height of each wallet. */
  readonly heights: readonly number[];
}

/** Milliseconds until garbage is collected and threads have written what they had to write. */
const REST_MS = 3000;

const residentMb = (): number => process.memoryUsage.rss() / 2 ** 20;
const cpuSeconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

const measure = async ({ node, wallets: count, kind }: FleetOrder): Promise<FleetReport> => {
  setPlatform(nodePlatform(sourceTree));
  const keys = await Promise.all(Array.from({ length: count }, () => newMnemonic()));
  const options = { node, regtest: true, autoRefresh: false } as const;
  const empty = residentMb();
  const openingFrom = cpuSeconds();
  const wallets = [];
  for (const { words, address, viewKey } of keys)
    wallets.push(
      await (kind === 'full'
        ? restoreWallet({ ...options, seed: words })
        : watchWallet({ ...options, address, viewKey })),
    );
  // The tables of addresses are made when they are needed first.
  await Promise.all(wallets.map((wallet) => wallet.call('x_status')));
  await sleep(REST_MS);
  const open = residentMb();
  const openingCpu = cpuSeconds() - openingFrom;
  process.send?.('open');
  await new Promise((resolve) => process.once('message', resolve));

  let peak = residentMb();
  const sampling = setInterval(() => (peak = Math.max(peak, residentMb())), 50);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const cpuFrom = cpuSeconds();
  const from = performance.now();
  await Promise.all(wallets.map((wallet) => wallet.call('refresh')));
  const ms = performance.now() - from;
  const cpu = cpuSeconds() - cpuFrom;
  delay.disable();
  clearInterval(sampling);
  const threads = readdirSync(`/proc/${process.pid}/task`).length;
  const heights = await Promise.all(wallets.map(async (wallet) => (await wallet.call('get_height')).height));
  await sleep(REST_MS);
  return {
    ...{ ms, cpu, openingCpu, threads, heights },
    memory: { empty, open, peak, rest: residentMb() },
    held: delay.max / 1e6,
  };
};

process.send?.(await measure(JSON.parse(process.argv[2] ?? '') as FleetOrder));
process.exit();
