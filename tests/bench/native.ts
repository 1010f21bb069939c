/** monero-wallet-rpc as a subject: a process of its own for each measurement, asked over HTTP on loopback. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startWalletRpc } from '../../scripts/tools/app/monero.ts';
import { type Call, callWallet, findingsOf } from './call.ts';
import { builtBy, walletCall } from './payment.ts';
import { meter } from './proc.ts';
import { atWork, type Subject } from './subject.ts';

export function createNative({
  bin,
  daemonUrl,
}: {
  readonly bin: string;
  readonly daemonUrl: string;
}): Subject {
  const open = async () => {
    const dir = mkdtempSync(join(tmpdir(), 'ostro-bench-native-'));
    const { child, url } = await startWalletRpc({ bin, dir, daemonUrl });
    const call: Call = (method, params = {}) => atWork(`native ${method}`, callWallet(url, method, params));
    // Its automatic refresh would disturb the measurement, and can be switched off only while a wallet is open.
    await call('create_wallet', { filename: 'first', password: '', language: 'English' });
    await call('auto_refresh', { enable: false });
    const timed = async (method: string, params: object = {}) => {
      const running = meter(child.pid);
      const start = performance.now();
      const answer = await call(method, params);
      const ms = performance.now() - start;
      const { cpu, own, rss } = running.stop();
      return { figures: { ms, cpu, own, detail: { rss_mb: rss } }, answer };
    };
    const close = async () => {
      await child.stop();
      rmSync(dir, { recursive: true, force: true });
    };
    return { call, timed, close };
  };
  const once = async <T>(work: (opened: Awaited<ReturnType<typeof open>>) => Promise<T>) => {
    const opened = await open();
    try {
      return await work(opened);
    } finally {
      await opened.close();
    }
  };

  return {
    name: 'native',
    scan: ({ seed }) =>
      once(async ({ call, timed }) => {
        await call(...restoring(seed));
        const { figures } = await timed('refresh');
        return { ...figures, found: await findingsOf(call) };
      }),
    wallet: async ({ seed }) => {
      const { call, timed, close } = await open();
      await call(...restoring(seed));
      await call('refresh');
      return {
        build: async (payment) => {
          const { figures, answer } = await timed(...walletCall(payment));
          return { ...figures, transactions: builtBy(answer) };
        },
        close,
      };
    },
    // It cannot make a wallet of keys only, so it has no figure for `open-keys`.
    openFull: ({ seed, address }) =>
      once(async ({ timed }) => {
        const { answer, figures } = await timed(...restoring(seed));
        const made = answer as { address: string };
        if (made.address !== address) throw new Error('native gave another address');
        return figures;
      }),
  };
}

const restoring = (seed: string): readonly [method: string, params: object] => [
  'restore_deterministic_wallet',
  { filename: 'bench', seed, restore_height: 0, password: '' },
];
