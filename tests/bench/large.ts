/**
 * `node scripts/run.mjs tests/bench/large.ts N [--addresses A] [--only ostro,native]`: what a wallet of N transfers (a
 * multiple of 100) to A addresses takes, in our engine in Node, with a wallet file in a folder, and in monero-wallet-rpc
 * beside it, which needs 5 ms to create an address.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { mineBlocks, startMonerod, startWalletRpc } from '../../scripts/tools/app/monero.ts';
import { startChild } from '../../scripts/tools/setup/process.mjs';
import { ensureMonero, projectRoot } from '../../scripts/tools/setup/setup.mjs';
import { installKernel } from '../../src/kernel/kernel.ts';
import { loadKernel } from '../../src/kernel/wasm/load.ts';
import { formatAddress } from '../../src/protocol/address/address.ts';
import { accountFromSeed } from '../../src/protocol/keys/account.ts';
import { writeMnemonic } from '../../src/protocol/mnemonic/mnemonic.ts';
import { dispatch } from '../../src/rpc/dispatch.ts';
import { startEngine } from '../support/engine.ts';
import { createFolderWorld } from '../unit/store/folder-world.ts';
import { callWallet } from './call.ts';
import { LARGE_SEED, type LargeSubject, timeLargeWallet, type Timings } from './large-wallet.ts';
import { meter } from './proc.ts';

setFlagsFromString('--expose_gc');
const collect = runInNewContext('gc') as () => void;

const ostro = (daemonUrl: string): LargeSubject => {
  const folder = createFolderWorld();
  const session = startEngine(daemonUrl, { files: folder.program() });
  return {
    name: 'ostro',
    mostAddresses: 65_536,
    call: async (method, params = {}) => {
      const { result, error } = await dispatch(session, { jsonrpc: '2.0', id: 0, method, params });
      if (error) throw new Error(`${method}: ${error.message}`);
      return result;
    },
    memory: () => {
      collect();
      const { heapUsed, external } = process.memoryUsage();
      return heapUsed + external;
    },
    close: async () => {
      await session.close();
      folder.dispose();
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
    memory: () => (meter(child.pid).stop().own ?? 0) * 2 ** 20,
    close: async () => {
      await child.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
};

const main = async (count: number, addresses: number, only: readonly string[]): Promise<void> => {
  installKernel(
    await loadKernel(async (build) => {
      const bytes = await readFile(join(projectRoot, `src/kernel/wasm/${build}.wasm`));
      return new Uint8Array(bytes).buffer;
    }),
  );
  const bin = await ensureMonero();
  const dir = mkdtempSync(join(tmpdir(), 'ostro-bench-large-chain-'));
  const monerod = await startMonerod({ bin, dataDir: dir });
  try {
    const keys = accountFromSeed(new Uint8Array(32).fill(9));
    await mineBlocks(monerod.url, 1, formatAddress({ network: 'mainnet', kind: 'standard', ...keys }));
    const daemonUrl = await startNode(monerod.url, count, addresses);
    const seed = await writeMnemonic('English', accountFromSeed(LARGE_SEED).spendSecret);
    const columns: Record<string, Timings> = {};
    for (const start of [() => ostro(daemonUrl), () => native(bin, daemonUrl)]) {
      const subject = await start();
      try {
        if (only.includes(subject.name))
          columns[subject.name] = await timeLargeWallet(subject, { seed, count, addresses });
      } finally {
        await subject.close();
      }
    }
    print(columns);
  } finally {
    await monerod.child.stop();
    rmSync(dir, { recursive: true, force: true });
  }
};

/** Answers its address when its chain is made. */
const startNode = async (url: string, count: number, addresses: number): Promise<string> => {
  const args = ['scripts/run.mjs', 'tests/bench/large-node.ts', url, String(count), String(addresses)];
  const node = startChild('the node', process.execPath, args, { cwd: projectRoot });
  while (!/^\d+$/.test(node.tail())) await sleep(100);
  return `http://127.0.0.1:${node.tail()}`;
};

const print = (columns: Readonly<Record<string, Timings>>): void => {
  const names = Object.keys(columns);
  console.log(['', ...names].map((each) => each.padStart(26)).join(''));
  for (const what of Object.keys(Object.values(columns)[0] ?? {}))
    console.log(
      [what, ...names.map((name) => columns[name]![what]!.toFixed(1))]
        .map((each) => each.padStart(26))
        .join(''),
    );
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { addresses: { type: 'string' }, only: { type: 'string', default: 'ostro,native' } },
});
const [count = '1000'] = positionals;
await main(Number(count), Number(values.addresses ?? count), values.only.split(','));
process.exit();
