/**
 * monero-wallet-cli 0.18.4.0 as the signer of a wallet that our engine watches, over files: it gets outputs and an
 * unsigned set, and returns key images and the signed set. Then its watching wallet with our signer.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { daemonCertificate } from '../../../scripts/tools/app/monero.ts';
import { ensureMonero } from '../../../scripts/tools/setup/setup.mjs';
import { fromHex, toHex } from '../../../src/base/hex.ts';
import { readKeysFile, writeKeysFile } from '../../../src/protocol/keys-file/keys-file.ts';
import { systemRandom } from '../../../src/store/platform.ts';
import { startRegtest, type Regtest } from '../../support/regtest.ts';
import { limit } from '../../support/tier.ts';
import { useWasmKernel } from '../../support/wasm-kernel.ts';
import { coldWallet } from '../../parity/cold-pair.ts';
import { FOREIGN_ADDRESS, ourWallet, payFromOwner, type TestWallet } from '../../parity/wallet-pair.ts';

const PASSWORD = 'pw';
const XMR = 1_000_000_000_000n;

let chain: Regtest;
let bin: string;
let dir: string;
/** Our watching and our signing wallet. */
let hot: TestWallet;
let cold: TestWallet;

beforeAll(async () => {
  await useWasmKernel();
  bin = await ensureMonero();
  dir = mkdtempSync(join(tmpdir(), 'ostro-cli-'));
  chain = await startRegtest({ funded: true });
  hot = ourWallet(chain);
  cold = await coldWallet(chain, 'ours');
  await cold.call('create_wallet', { filename: 'cold', password: PASSWORD, language: 'English' });
  const { address } = await cold.call('get_address');
  const { key: viewkey } = await cold.call('query_key', { key_type: 'view_key' });
  await hot.call('generate_from_keys', { filename: 'hot', password: PASSWORD, address, viewkey });
  for (const half of ['cold', 'hot']) mkdirSync(join(dir, half));
  const { hex } = await cold.call('x_export_keys_file', { password: PASSWORD });
  write('cold', 'wallet.keys', hex);
  await payFromOwner(chain, new Array<string>(5).fill(address), 30n * XMR);
  await hot.call('refresh');
});
afterAll(async () => {
  await chain.dispose();
  rmSync(dir, { recursive: true, force: true });
});

const write = (half: string, name: string, hex: string): void => {
  writeFileSync(join(dir, half, name), fromHex(hex));
};
const read = (half: string, name: string): string =>
  toHex(new Uint8Array(readFileSync(join(dir, half, name))));

/** Runs one command; `input` answers its questions (passwords, confirmations). Answers its output. */
const cli = (half: string, args: readonly string[], input: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(
      join(bin, 'monero-wallet-cli'),
      [
        ...['--wallet-file', join(dir, half, 'wallet'), '--password', PASSWORD],
        ...['--log-file', join(dir, half, 'cli.log'), '--no-dns'],
        ...(half === 'hot'
          ? ['--daemon-address', chain.url, '--trusted-daemon', ...daemonCertificate]
          : ['--offline', '--daemon-ssl', 'disabled']),
        ...['--allow-mismatched-daemon-version', ...args],
      ],
      { cwd: join(dir, half) },
    );
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += String(part)));
    const timer = setTimeout(() => child.kill(), limit(2));
    child.once('error', reject);
    child.once('exit', () => {
      clearTimeout(timer);
      resolve(output);
    });
    child.stdin.end(input);
  });

describe('a wallet of ours that monero-wallet-cli signs for', () => {
  test("exports outputs that the CLI imports, and imports the CLI's key images", async () => {
    write('cold', 'outputs', (await hot.call('export_outputs', { all: true })).outputs_data_hex);
    const taken = await cli('cold', ['import_outputs', 'outputs'], `${PASSWORD}\n${PASSWORD}\n`);
    expect(taken).toMatch(/5 outputs imported/);
    const given = await cli('cold', ['export_key_images', 'all', 'images'], `${PASSWORD}\n${PASSWORD}\n`);
    expect([given, existsSync(join(dir, 'cold', 'images'))]).toEqual([given, true]);
    const { unspent } = await hot.call('x_import_key_images', { hex: read('cold', 'images') });
    expect(unspent).toBeGreaterThan(XMR);
  });

  test('exports an unsigned set that the CLI signs, and the node accepts the transaction', async () => {
    const destinations = [{ address: FOREIGN_ADDRESS, amount: XMR }];
    const { unsigned_txset, fee } = await hot.call('transfer', { destinations });
    write('cold', 'unsigned_monero_tx', unsigned_txset);
    const output = await cli('cold', ['sign_transfer'], `${PASSWORD}\ny\n${PASSWORD}\n`);
    expect(output).toContain('1.000000000000');
    expect([output, existsSync(join(dir, 'cold', 'signed_monero_tx'))]).toEqual([output, true]);
    const { tx_hash_list } = await hot.call('submit_transfer', {
      tx_data_hex: read('cold', 'signed_monero_tx'),
    });
    await chain.mine(2, FOREIGN_ADDRESS);
    await hot.call('refresh');
    const { transfer } = await hot.call('get_transfer_by_txid', { txid: tx_hash_list[0]! });
    expect(transfer).toMatchObject({ type: 'out', fee, amount: XMR, destinations });
  });
});

describe('a wallet of monero-wallet-cli that we sign for', () => {
  const ask = (...args: string[]): Promise<string> => cli('hot', args, `${PASSWORD}\ny\ny\n${PASSWORD}\n`);

  test('exports outputs that we import, and imports our key images', async () => {
    const { hex } = await cold.call('x_export_keys_file', { password: PASSWORD, watch_only: true });
    // Written offline, so the CLI estimated the height, and this chain is shorter.
    const file = readKeysFile(fromHex(hex), PASSWORD);
    const randomness = { random: (n: number) => systemRandom.bytes(n) };
    write('hot', 'wallet.keys', toHex(writeKeysFile(randomness, { ...file, refreshHeight: 0 }, PASSWORD)));
    await ask('refresh');
    const output = await ask('export_outputs', 'all', 'outputs');
    expect([output, existsSync(join(dir, 'hot', 'outputs'))]).toEqual([output, true]);
    const outputs_data_hex = read('hot', 'outputs');
    expect((await cold.call('import_outputs', { outputs_data_hex })).num_imported).toBe(6);
    write('hot', 'images', (await cold.call('x_export_key_images', { all: true })).hex);
    expect(await ask('import_key_images', 'images')).toMatch(/Signed key images imported to height/);
  });

  test('exports an unsigned set that we sign, and sends the signed set to the node', async () => {
    const proposed = await ask('transfer', FOREIGN_ADDRESS, '2');
    expect([proposed, existsSync(join(dir, 'hot', 'unsigned_monero_tx'))]).toEqual([proposed, true]);
    const unsigned_txset = read('hot', 'unsigned_monero_tx');
    const { summary } = await cold.call('describe_transfer', { unsigned_txset });
    expect(summary.recipients).toMatchObject([{ address: FOREIGN_ADDRESS, amount: 2n * XMR }]);
    const { signed_txset, tx_hash_list } = await cold.call('sign_transfer', { unsigned_txset });
    write('hot', 'signed_monero_tx', signed_txset);
    expect(await cli('hot', ['submit_transfer'], 'y\ny\n')).toContain(tx_hash_list[0]);
    await chain.mine(2, FOREIGN_ADDRESS);
    const { txs } = await chain.path('/get_transactions', { txs_hashes: tx_hash_list });
    expect(txs).toMatchObject([{ in_pool: false }]);
  });
});
