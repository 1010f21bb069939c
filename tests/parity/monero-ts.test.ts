/**
 * A client that others wrote, unmodified: monero-ts's connectToWalletRpc against `npm run wallet-rpc`, on a real chain.
 * The package is no dependency: it is taken from the bench's cache, and installed there when it is not.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { benchCache, installPackages } from '../../scripts/bench/cache.mjs';
import { startRegtest, type Regtest } from '../support/regtest.ts';
import { NOBODY } from './wallet-pair.ts';

/** The part of its MoneroWalletRpc that is used here. */
interface Tx {
  getHash(): string;
  getFee(): bigint;
  getKey(): string;
}
interface Good {
  getIsGood(): boolean;
  getReceivedAmount(): bigint;
}
interface Wallet {
  createWallet(config: object): Promise<unknown>;
  openWallet(config: object): Promise<unknown>;
  close(save: boolean): Promise<void>;
  getSeed(): Promise<string>;
  getPrimaryAddress(): Promise<string>;
  getBalance(): Promise<bigint>;
  getUnlockedBalance(): Promise<bigint>;
  sync(): Promise<unknown>;
  createTx(config: object): Promise<Tx>;
  getTxs(): Promise<readonly Tx[]>;
  getTxKey(txid: string): Promise<string>;
  checkTxKey(txid: string, key: string, address: string): Promise<Good>;
  getTxProof(txid: string, address: string, message: string): Promise<string>;
  checkTxProof(txid: string, address: string, message: string, proof: string): Promise<Good>;
  getReserveProofWallet(message: string): Promise<string>;
  checkReserveProof(address: string, message: string, proof: string): Promise<Good>;
  signMessage(message: string): Promise<string>;
  verifyMessage(message: string, address: string, signature: string): Promise<Good>;
}
interface MoneroTs {
  readonly connectToWalletRpc: (config: { uri: string }) => Promise<Wallet>;
}

const folder = join(benchCache(), 'monero-ts');
/** The bench's own list, which shares the folder. */
const PACKAGES = ['monero-ts@0.11', 'assert@2', 'buffer@6', 'process@0.11', 'util@0.12', 'path-browserify@1'];
const missing = await installPackages(folder, PACKAGES);

describe.skipIf(missing !== undefined)(`monero-ts ${missing ?? 'as it is'}`, () => {
  const dir = mkdtempSync(join(tmpdir(), 'ostro-monero-ts-'));
  let chain: Regtest;
  let server: ChildProcess;
  let wallet: Wallet;

  beforeAll(async () => {
    chain = await startRegtest();
    const port = await freePort();
    const flags = ['--wallet-dir', dir, '--rpc-bind-port', String(port), '--disable-rpc-login'];
    server = spawn(
      process.execPath,
      ['scripts/wallet-rpc.mjs', ...flags, '--daemon-address', chain.url, '--trusted-daemon'],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    await new Promise<void>((resolve, reject) => {
      server.stdout?.on('data', (text) => String(text).includes('Starting wallet RPC') && resolve());
      server.once('exit', () => reject(new Error('the server ended')));
    });
    const { connectToWalletRpc } = createRequire(join(folder, 'package.json'))('monero-ts') as MoneroTs;
    wallet = await connectToWalletRpc({ uri: `http://127.0.0.1:${port}` });
  }, 300_000);
  afterAll(async () => {
    server.kill('SIGTERM');
    await new Promise((resolve) => server.once('exit', resolve));
    await chain.dispose();
    rmSync(dir, { recursive: true, force: true });
  });

  it('creates, restores, pays and proves', async () => {
    await wallet.createWallet({ path: 'one', password: 'pw', language: 'English' });
    const [seed, address] = [await wallet.getSeed(), await wallet.getPrimaryAddress()];
    expect(seed.split(' ')).toHaveLength(25);
    await chain.mine(3, address);
    await chain.mine(90, NOBODY);
    await wallet.close(true);
    await wallet.createWallet({ path: 'two', password: 'pw', seed, restoreHeight: 0 });
    expect(await wallet.getPrimaryAddress()).toBe(address);
    await wallet.sync();
    const before = await wallet.getBalance();
    expect(before).toBeGreaterThan(0n);
    expect(await wallet.getUnlockedBalance()).toBe(before);

    const amount = 1_234_567_890_123n;
    const paid = await wallet.createTx({ accountIndex: 0, address: NOBODY, amount, relay: true });
    await chain.mine(12, NOBODY);
    await wallet.sync();
    expect(await wallet.getBalance()).toBe(before - amount - paid.getFee());
    const txid = paid.getHash();
    expect((await wallet.getTxs()).map((tx) => tx.getHash())).toContain(txid);

    const key = await wallet.getTxKey(txid);
    expect((await wallet.checkTxKey(txid, key, NOBODY)).getReceivedAmount()).toBe(amount);
    const proof = await wallet.getTxProof(txid, NOBODY, 'rent');
    const checked = await wallet.checkTxProof(txid, NOBODY, 'rent', proof);
    expect([checked.getIsGood(), checked.getReceivedAmount()]).toEqual([true, amount]);
    const reserve = await wallet.getReserveProofWallet('mine');
    expect((await wallet.checkReserveProof(address, 'mine', reserve)).getIsGood()).toBe(true);
    const signature = await wallet.signMessage('hello');
    expect((await wallet.verifyMessage('hello', address, signature)).getIsGood()).toBe(true);
    await wallet.close(true);
    await wallet.openWallet({ path: 'one', password: 'pw' });
    expect(await wallet.getPrimaryAddress()).toBe(address);
  });
});

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
