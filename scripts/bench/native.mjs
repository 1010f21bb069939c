/** monero-wallet-rpc as a subject: a process of its own for each measurement, asked over HTTP on loopback. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startWalletRpc } from '../tools/app/monero.mjs';
import { callWallet } from './call.mjs';
import { atWork } from './errors.mjs';
import { findingsOf } from './findings.mjs';
import { meter } from './proc.mjs';

export function createNative({ bin, daemonUrl }) {
  const open = async () => {
    const dir = mkdtempSync(join(tmpdir(), 'ostro-bench-native-'));
    const { child, url } = await startWalletRpc({ bin, dir, daemonUrl });
    const call = (method, params = {}) => atWork(`native ${method}`, callWallet(url, method, params));
    // Its own refreshing would mix with what is measured, and can be switched off only while a wallet is open.
    await call('create_wallet', { filename: 'first', password: '', language: 'English' });
    await call('auto_refresh', { enable: false });
    const timed = async (method, params = {}) => {
      const running = meter(child.pid);
      const start = performance.now();
      const answer = await call(method, params);
      const ms = performance.now() - start;
      const { cpu, own, rss } = running.stop();
      return { ms, cpu, own, detail: { rss_mb: rss }, answer };
    };
    const restoring = (seed) => [
      'restore_deterministic_wallet',
      { filename: 'bench', seed, restore_height: 0, password: '' },
    ];
    const close = async () => {
      await child.stop();
      rmSync(dir, { recursive: true, force: true });
    };
    return { call, timed, restoring, close };
  };
  const once = async (work) => {
    const opened = await open();
    try {
      return await work(opened);
    } finally {
      await opened.close();
    }
  };
  const opening = ({ seed, address }) =>
    once(async ({ timed, restoring }) => {
      const { answer, ...sample } = await timed(...restoring(seed));
      if (answer.address !== address) throw new Error('native gave another address');
      return sample;
    });

  return {
    name: 'native',
    scan: ({ seed }) =>
      once(async ({ call, timed, restoring }) => {
        await call(...restoring(seed));
        const { answer: _answer, ...sample } = await timed('refresh');
        return { ...sample, found: await findingsOf(call) };
      }),
    wallet: async ({ seed }) => {
      const { call, timed, restoring, close } = await open();
      await call(...restoring(seed));
      await call('refresh');
      return { build: timed, close };
    },
    // It makes no wallet of keys alone: nothing of its own stands beside `open-keys`.
    openFull: opening,
  };
}
