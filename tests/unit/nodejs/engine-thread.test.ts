/** Engines in a thread of their own: how it begins, fails and ends, and what crosses it. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { beforeAll, expect, it } from 'vitest';
import { openThreadEngine, type ThreadEngine } from '../../../src/nodejs/engine-thread.ts';
import { sourceTree } from '../../../src/nodejs/source-tree.ts';
import { openFolder } from '../../../src/server/files/folder.ts';
import type { WalletFolder } from '../../../src/ports/wallet-folder.ts';
import type { PortEvent } from '../../../src/transport/port.ts';

const OPTIONS = { network: 'mainnet', regtest: false, threads: 1 } as const;
const open = (folder?: WalletFolder) => openThreadEngine(sourceTree, OPTIONS, folder);
/** Opens an engine, and returns the thread that this starts: the last one, if the machine is slow. */
const openFirst = async (): Promise<{ readonly engine: ThreadEngine; readonly thread: Worker }> => {
  const threads: Worker[] = [];
  const note = (thread: Worker): void => void threads.push(thread);
  process.on('worker', note);
  const engine = await open();
  process.off('worker', note);
  return { engine, thread: threads.at(-1)! };
};
const request = (engine: ThreadEngine, method: string, params: object = {}) =>
  engine.request({ jsonrpc: '2.0', id: 1, method, params }, {});
const MADE = { filename: 'w', password: '', language: 'English' };

let first: Awaited<ReturnType<typeof openFirst>>;
beforeAll(async () => {
  first = await openFirst();
});

it('a fault at the start of an engine keeps its code and data', async () => {
  const database = { url: 'postgres://nobody@127.0.0.1:1/none', number: 1 };
  await expect(openThreadEngine(sourceTree, { ...OPTIONS, database })).rejects.toMatchObject({
    name: 'Fault',
    code: 'storage_unavailable',
    data: { why: expect.any(String) as string },
  });
});

it('a storage of the program is asked in its own thread, and its errors keep their meaning', async () => {
  const asked: string[] = [];
  const fails = (what: string) => () => {
    asked.push(what);
    return Promise.reject(Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' }));
  };
  const engine = await open({
    list: () => Promise.resolve(['shop']),
    read: () => Promise.resolve({ version: '1' }),
    claim: () => Promise.resolve(true),
    release: () => Promise.resolve(),
    write: fails('write'),
    append: fails('append'),
    remove: fails('remove'),
    remember: fails('remember'),
  });
  const { error } = await request(engine, 'create_wallet', MADE);
  expect(error?.data).toMatchObject({ fault: 'storage_full' });
  expect(asked).toContain('write');
  await engine.stop();
});

it('a storage that cannot give a wallet free says that the wallet is closed, and keeps no other one', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'ostro-thread-'));
  const folder = openFolder(dir);
  let fails = false;
  const engine = await open({
    ...folder,
    release: async (name) => {
      await folder.release(name);
      if (fails) throw Object.assign(new Error('ETIMEDOUT: no answer'), { code: 'ETIMEDOUT' });
    },
  });
  await request(engine, 'create_wallet', { ...MADE, filename: 'other' });
  await request(engine, 'create_wallet', MADE);
  const heard: PortEvent[] = [];
  engine.on((event) => heard.push(event));
  fails = true;
  expect((await request(engine, 'open_wallet', { filename: 'other', password: '' })).error).toBeDefined();
  expect(heard.map(({ type }) => type)).toContain('closed');
  fails = false;
  expect((await request(engine, 'open_wallet', { filename: 'other', password: '' })).error).toBeUndefined();
  await engine.stop();
  rmSync(dir, { recursive: true });
});

it('a thread that ends by itself rejects calls, closes wallets, and is replaced by one that ends with the last engine', async () => {
  const { engine, thread } = first;
  const other = await open();
  await request(engine, 'create_wallet', MADE);
  const dir = mkdtempSync(join(tmpdir(), 'ostro-thread-'));
  const folder = openFolder(dir);
  const stored = await open(folder);
  await request(stored, 'create_wallet', { ...MADE, filename: 'stored' });
  const heard: PortEvent[] = [];
  engine.on((event) => heard.push(event));
  const call = request(engine, 'x_status');
  await thread.terminate();
  for (const rejected of [call, request(engine, 'x_status'), request(other, 'x_status')])
    await expect(rejected).rejects.toMatchObject({ code: 'worker_failed', data: { reason: 'ended' } });
  expect(heard.at(-1)).toEqual({ type: 'closed', data: { reason: 'stopped' } });
  const next = await openFirst();
  await Promise.all([engine.stop(), other.stop(), stored.stop()]);
  const again = await open(folder);
  expect(await request(again, 'open_wallet', { filename: 'stored', password: '' })).toMatchObject({
    result: {},
  });
  await again.stop();
  rmSync(dir, { recursive: true });
  const last = await open();
  const exit = once(next.thread, 'exit');
  await next.engine.stop();
  expect(await request(last, 'create_wallet', MADE)).toMatchObject({ result: {} });
  await last.stop();
  await exit;
});
