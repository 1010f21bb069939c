#!/usr/bin/env node
/**
 * Writes the data of this folder again, with the program of the commit below: `node tests/vectors/wallets-0.1/make.mjs`.
 * It clones this project's own history, builds that commit in a temporary folder, and drives its page and its wallet
 * server on a regtest chain. Nothing of today's program runs. Needs Chromium and Monero's programs (OSTRO_CHROMIUM,
 * OSTRO_MONERO, as in CONTRIBUTING.md), and ten minutes. OSTRO_OLD_CLONE names a clone that is built already.
 * @typedef {import('./read.mjs').Call} Call
 * @typedef {import('./scenario.mjs').Node} Node
 * @typedef {import('./scenario.mjs').Facts} Facts
 * @typedef {(name: string) => Buffer} FileOf
 * @typedef {{ call: Call, page: import('@playwright/test').Page, close: () => Promise<unknown> }} OpenPage
 */
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import { dumpDatabases, restoreDatabases } from './databases.mjs';
import { readWallet } from './read.mjs';
import { PASSWORDS, play } from './scenario.mjs';

const COMMIT = 'bfd880be5aef4961a741f469862e669c206fa63f';
const here = import.meta.dirname;
const work = mkdtempSync(join(tmpdir(), 'wallets-0.1-'));

const clone = process.env['OSTRO_OLD_CLONE'] ?? join(work, 'app');
if (!existsSync(join(clone, 'dist/precache.json'))) {
  /** @type {(program: string, ...args: string[]) => unknown} */
  const run = (program, ...args) => execFileSync(program, args, { cwd: clone, stdio: 'inherit' });
  execFileSync('git', ['clone', '-q', join(here, '../../..'), clone]);
  run('git', 'checkout', '-q', COMMIT);
  run('npm', 'ci', '--no-audit', '--no-fund');
  run('npx', 'vite', 'build', '--logLevel', 'warn');
}
/** @type {(path: string) => Promise<any>} */
const old = (path) => import(join(clone, path));
const { startMonerod, mineBlocks, callRpc, freePort } = await old('scripts/lib/monero.mjs');
const { serveFolder } = await old('scripts/lib/serve.mjs');
const { ensureChromium, ensureMonero } = await old('scripts/lib/setup.mjs');

const site = await serveFolder({ root: join(clone, 'dist') });
const browser = await chromium.launch({
  executablePath: await ensureChromium(),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});

const { createServer: createVite } = await old('node_modules/vite/dist/node/index.js');
const vite = await createVite({ root: clone, appType: 'custom', server: { middlewareMode: true } });
const [{ createMemoryWalletFiles }, { openLedger }] = await Promise.all(
  ['/src/store/memory.ts', '/src/wallet/state/state.ts'].map((path) => vite.ssrLoadModule(path)),
);

/**
 * Records that no RPC method returns, as the old program's own code reads them; bytes as {hex}, bigint as text.
 * @param {Uint8Array} bytes
 * @param {string} password
 */
const readRecords = async (bytes, password) => {
  const files = createMemoryWalletFiles();
  await files.importFile(bytes, 'name', password);
  const file = await files.open('name', password);
  const { tables } = (await openLedger(file)).state;
  await file.close();
  /** @type {(key: string, value: unknown) => unknown} */
  const toJson = (_key, value) => (typeof value === 'bigint' ? String(value) : value);
  /** @param {string} table */
  const listed = (table) =>
    Object.fromEntries(
      [...tables[table]].map(([key, value]) => [key, JSON.parse(JSON.stringify(withHex(value), toJson))]),
    );
  return Object.fromEntries(RECORDS.map((table) => [table, listed(table)]));
};
const RECORDS = ['settings', 'rings', 'multisigOutputs', 'maybeSpending', 'keyImages'];
/** @type {(value: unknown) => unknown} */
const withHex = (value) => {
  if (value instanceof Uint8Array) return { hex: Buffer.from(value).toString('hex') };
  if (Array.isArray(value)) return value.map(withHex);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, it]) => [key, withHex(it)]));
};

/** @type {(ask: (envelope: string) => Promise<string>) => Call} */
const asCaller =
  (ask) =>
  async (method, params = {}) => {
    const text = await ask(JSON.stringify({ jsonrpc: '2.0', id: 0, method, params }));
    const { result, error } = JSON.parse(text);
    if (error) throw Object.assign(new Error(`${method}: ${error.message}`), { rpc: error });
    return result;
  };

/**
 * The page in a browser profile of its own, driven through its in-page endpoint.
 * @returns {Promise<OpenPage>}
 */
const openPage = async () => {
  const context = await browser.newContext();
  await context.addInitScript(() => Object.assign(globalThis, { ostroHost: { rpc: true } }));
  const page = await context.newPage();
  await page.goto(site.url);
  await page.waitForFunction(() => 'ostroRpc' in globalThis);
  const call = asCaller((text) =>
    page.evaluate((envelope) => /** @type {any} */ (globalThis).ostroRpc.request(envelope), text),
  );
  return { call, page, close: () => context.close() };
};

/**
 * `npm run wallet-rpc` of the old commit on a folder; without a node it is offline.
 * @param {string} dir
 * @param {string} [node]
 */
const startServer = async (dir, node) => {
  const port = await freePort();
  const child = spawn(
    process.execPath,
    [
      join(clone, 'scripts/wallet-rpc.mjs'),
      ...['--rpc-bind-port', String(port), '--disable-rpc-login', '--wallet-dir', dir],
      ...(node ? ['--daemon-address', node, '--trusted-daemon'] : ['--offline']),
    ],
    { cwd: clone, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const ended = new Promise((resolve) => child.on('exit', resolve));
  /** @param {string} body */
  const post = async (body) =>
    (await fetch(`http://127.0.0.1:${port}/json_rpc`, { method: 'POST', body })).text();
  for (let tries = 0; ; tries++) {
    try {
      await post('{}');
      break;
    } catch (error) {
      if (tries === 300) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  return { call: asCaller(post), close: () => (child.kill('SIGTERM'), ended) };
};

/**
 * A separate regtest chain for each form, so that one form's payments do not appear in the other's wallets.
 * @template T
 * @param {string} name
 * @param {(node: Node, helper: OpenPage) => Promise<T>} work_
 * @returns {Promise<T>}
 */
const onChain = async (name, work_) => {
  const dataDir = join(work, `chain-${name}`);
  mkdirSync(dataDir);
  const monerod = await startMonerod({ bin: await ensureMonero(), dataDir });
  /** @type {Node} */
  const node = {
    url: monerod.url,
    mine: (blocks, address) => mineBlocks(monerod.url, blocks, address),
    flushPool: () => callRpc(monerod.url, 'flush_txpool', {}),
  };
  const helper = await openPage();
  await helper.call('x_node', { address: node.url, trusted: true });
  try {
    return await work_(node, helper);
  } finally {
    await helper.close();
    await monerod.child.stop();
  }
};

/**
 * What the old program answers about an open wallet, without a node, and what its own code finds in the file.
 * @param {Call} call
 * @param {string} name
 * @param {object | undefined} message
 * @param {Buffer} file
 */
const readOpen = async (call, name, message, file) => ({
  password: PASSWORDS[name],
  calls: await readWallet(call, message),
  records: await readRecords(file, PASSWORDS[name] ?? ''),
});
/** @type {(call: Call, facts: Facts, fileOf: FileOf) => Promise<object>} */
const readAll = async (call, { wallets: names, messages }, fileOf) => {
  /** @type {Record<string, object>} */
  const wallets = {};
  for (const name of names) {
    await call('open_wallet', { filename: name, password: PASSWORDS[name] });
    wallets[name] = await readOpen(call, name, messages[name], fileOf(name));
    await call('close_wallet');
  }
  return { commit: COMMIT, messages, wallets };
};
/**
 * Each backup alone in a browser: a wallet with a background copy makes that copy where it is missing.
 * @type {(facts: Facts, fileOf: FileOf) => Promise<object>}
 */
const readBackups = async ({ wallets: names, messages }, fileOf) => {
  /** @type {Record<string, object>} */
  const wallets = {};
  for (const name of names) {
    const { call, close } = await openPage();
    const hex = fileOf(name).toString('hex');
    await call('x_import_file', { filename: name, password: PASSWORDS[name], hex });
    wallets[name] = await readOpen(call, name, messages[name], fileOf(name));
    await close();
  }
  return { commit: COMMIT, messages, wallets };
};

/** @type {(file: string, value: Uint8Array) => void} */
const write = (file, value) => {
  writeFileSync(join(here, file), value);
};
/** @type {(file: string, value: unknown) => void} */
const writeJson = (file, value) => write(file, gzipSync(JSON.stringify(value), { level: 9 }));
/** @type {(form: string, expected: unknown) => void} */
const writeExpected = (form, expected) => writeJson(`${form}.expected.json.gz`, expected);

const makePage = () =>
  onChain('page', async (node, helper) => {
    const { call, page, close } = await openPage();
    await call('x_node', { address: node.url, trusted: true });
    /** @type {Record<string, string>} */
    const backups = {};
    const facts = await play(call, helper.call, node, async (name) => {
      backups[name] = (await call('x_export_file', { password: PASSWORDS[name] })).hex;
    });
    await call('x_node', { address: '', trusted: false });
    // Restarted, so that no wallet is open and nothing is under way.
    await page.goto('about:blank');
    await page.goto(`${site.url}manifest.webmanifest`);
    /** @type {import('./databases.mjs').Databases} */
    const databases = await page.evaluate(dumpDatabases);
    await close();
    return { facts, backups, databases };
  });

const makeFolder = () =>
  onChain('folder', async (node, helper) => {
    const dir = join(work, 'folder');
    const server = await startServer(dir, node.url);
    const facts = await play(server.call, helper.call, node, async () => {
      await server.call('store');
    });
    await server.close();
    return { facts, dir };
  });

try {
  const { facts, backups, databases } = await makePage();
  writeJson('page.databases.json.gz', databases);
  rmSync(join(here, 'backups'), { recursive: true, force: true });
  mkdirSync(join(here, 'backups'));
  for (const [name, hex] of Object.entries(backups)) write(`backups/${name}.ostro`, Buffer.from(hex, 'hex'));

  const restored = await openPage();
  await restored.page.goto(`${site.url}manifest.webmanifest`);
  await restored.page.evaluate(async () => {
    for (const { name = '' } of await indexedDB.databases()) indexedDB.deleteDatabase(name);
  });
  await restored.page.evaluate(restoreDatabases, databases);
  await restored.page.goto(site.url);
  await restored.page.waitForFunction(() => 'ostroRpc' in globalThis);
  /** @type {FileOf} */
  const backupOf = (name) => Buffer.from(backups[name] ?? '', 'hex');
  writeExpected('page', await readAll(restored.call, facts, backupOf));
  await restored.close();

  writeExpected('backups', await readBackups(facts, backupOf));

  const folder = await makeFolder();
  rmSync(join(here, 'folder'), { recursive: true, force: true });
  cpSync(folder.dir, join(here, 'folder'), { recursive: true });
  const server = await startServer(folder.dir);
  /** @type {FileOf} */
  const fileOf = (name) => readFileSync(join(here, 'folder', name));
  writeExpected('folder', await readAll(server.call, folder.facts, fileOf));
  await server.close();
} finally {
  await browser.close();
  await vite.close();
  await site.stop();
  rmSync(work, { recursive: true, force: true });
}
