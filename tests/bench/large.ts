/**
 * `node scripts/run.mjs tests/bench/large.ts N… [--addresses A] [--only ostro,native]`: what wallets of N transfers
 * (multiples of 100) to A addresses take, in the engine of the wallet server, with a wallet file in a folder and two
 * threads, and in monero-wallet-rpc beside it, which needs 5 ms to create an address. Each figure is printed when it is
 * measured.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { mineBlocks, startMonerod, startWalletRpc } from '../../scripts/tools/app/monero.ts';
import { startChild } from '../../scripts/tools/setup/process.mjs';
import { ensureMonero, projectRoot } from '../../scripts/tools/setup/setup.mjs';
import { startEngine } from '../../src/nodejs/engine.ts';
import { startKernel } from '../../src/nodejs/kernel.ts';
import { sourceTree } from '../../src/nodejs/source-tree.ts';
import { formatAddress } from '../../src/protocol/address/address.ts';
import { accountFromSeed } from '../../src/protocol/keys/account.ts';
import { writeMnemonic } from '../../src/protocol/mnemonic/mnemonic.ts';
import { openFolder } from '../../src/server/files/folder.ts';
import { callWallet, type Call } from './call.ts';
import { LARGE_SEED, type LargeSubject, timeLargeWallet } from './large-wallet.ts';
import { meter } from './proc.ts';

setFlagsFromString('--expose_gc');
const collect = runInNewContext('gc') as () => void;

const ostro = async (daemonUrl: string): Promise<LargeSubject> => {
  const dir = mkdtempSync(join(tmpdir(), 'ostro-bench-large-'));
  const engine = await startEngine(sourceTree, {
    folder: openFolder(dir),
    network: 'mainnet',
    regtest: true,
    threads: 2,
    onBug: console.error,
  });
  const call: Call = async (method, params = {}) => {
    const { result, error } = await engine.request({ jsonrpc: '2.0', id: 0, method, params });
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  };
  await call('x_set_node', { address: daemonUrl, trusted: true });
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  return {
    name: 'ostro',
    mostAddresses: 65_536,
    call,
    memory: async () => {
      // Finalizers run between two rounds: the second one frees what the workers of a closed wallet held.
      for (let round = 0; round < 2; round++) {
        collect();
        await sleep(100);
      }
      collect();
      const { heapUsed, external } = process.memoryUsage();
      return heapUsed + external;
    },
    held: async () => {
      // A time that it was held is known when its timer has run again.
      await sleep(5);
      const longest = delay.max / 1e6;
      delay.reset();
      return longest;
    },
    close: async () => {
      delay.disable();
      await engine.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
};

const native = async (bin: string, daemonUrl: string): Promise<LargeSubject> => {
  const dir = mkdtempSync(join(tmpdir(), 'ostro-bench-large-'));
  const { child, url } = await startWalletRpc({ bin, dir, daemonUrl, args: ['--daemon-ssl', 'disabled'] });
  // Before it has a wallet: it would read the chain while its addresses are made.
  await callWallet(url, 'auto_refresh', { enable: false });
  return {
    name: 'native',
    mostAddresses: 64,
    call: (method, params = {}) => callWallet(url, method, params),
    memory: () => Promise.resolve((meter(child.pid).stop().own ?? 0) * 2 ** 20),
    close: async () => {
      await child.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
};

/** What was timed, in milliseconds. */
type Timings = Readonly<Record<string, number>>;
interface Wanted {
  readonly counts: readonly number[];
  readonly addresses: number | undefined;
  readonly only: readonly string[];
}

const main = async ({ counts, addresses, only }: Wanted): Promise<void> => {
  // For the keys below.
  await startKernel(sourceTree.kernel);
  const bin = await ensureMonero();
  const dir = mkdtempSync(join(tmpdir(), 'ostro-bench-large-chain-'));
  const monerod = await startMonerod({ bin, dataDir: dir });
  try {
    const keys = accountFromSeed(new Uint8Array(32).fill(9));
    await mineBlocks(monerod.url, 1, formatAddress({ network: 'mainnet', kind: 'standard', ...keys }));
    const seed = await writeMnemonic('English', accountFromSeed(LARGE_SEED).spendSecret);
    const columns: Record<string, Timings> = {};
    for (const count of counts) {
      const wallet = { seed, count, addresses: Math.min(addresses ?? count, count) };
      const node = await startNode(monerod.url, count, wallet.addresses);
      for (const [name, start] of Object.entries({ ostro, native: (url: string) => native(bin, url) })) {
        if (!only.includes(name)) continue;
        const subject = await start(node.url);
        const column = `${name} ${count}`;
        const timed = (what: string, value: number): void => {
          console.log(`${column} ${what}: ${value.toFixed(1)}`);
          columns[column] = { ...columns[column], [what]: value };
        };
        try {
          await timeLargeWallet(subject, wallet, timed);
        } catch (error) {
          // What one wallet cannot do must not end the others.
          console.log(`${column} ended: ${String(error)}`);
        } finally {
          await subject.close();
        }
      }
      await node.stop();
    }
    print(columns);
  } finally {
    await monerod.child.stop();
    rmSync(dir, { recursive: true, force: true });
  }
};

/** Resolves when its chain is made. */
const startNode = async (url: string, count: number, addresses: number) => {
  const args = ['scripts/run.mjs', 'tests/bench/large-node.ts', url, String(count), String(addresses)];
  const node = startChild('the node', process.execPath, args, { cwd: projectRoot });
  while (!/^\d+$/.test(node.tail())) await sleep(100);
  return { url: `http://127.0.0.1:${node.tail()}`, stop: () => node.stop() };
};

const print = (columns: Readonly<Record<string, Timings>>): void => {
  const names = Object.keys(columns);
  const row = ([what = '', ...cells]: readonly string[]): void =>
    console.log(what.padStart(26) + cells.map((each) => each.padStart(16)).join(''));
  row(['', ...names]);
  for (const what of new Set(Object.values(columns).flatMap(Object.keys)))
    row([what, ...names.map((name) => columns[name]![what]?.toFixed(1) ?? '-')]);
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { addresses: { type: 'string' }, only: { type: 'string', default: 'ostro,native' } },
});
await main({
  counts: (positionals.length > 0 ? positionals : ['1000']).map(Number),
  addresses: values.addresses === undefined ? undefined : Number(values.addresses),
  only: values.only.split(','),
});
process.exit();
