/**
 * `.keys` files in both directions: those of monero-wallet-rpc and monero-wallet-cli 0.18.4.0 open here, and ours open
 * there; standard, watching and multisig wallets, with the right password only.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FIRST_OWNER } from '../../../scripts/tools/app/funded-chain.ts';
import { callRpc, startWalletRpc, type Server } from '../../../scripts/tools/app/monero.ts';
import { ensureMonero } from '../../../scripts/tools/setup/setup.mjs';
import { fromHex, toHex } from '../../../src/base/hex.ts';
import { formatAddress } from '../../../src/protocol/address/address.ts';
import { readKeysFile, writeKeysFile, type KeysFile } from '../../../src/protocol/keys-file/keys-file.ts';
import { accountFromSeed } from '../../../src/protocol/keys/account.ts';
import { readMnemonic } from '../../../src/protocol/mnemonic/mnemonic.ts';
import { makePolyseed, polyseedKey } from '../../../src/protocol/mnemonic/polyseed/seed.ts';
import { systemRandom } from '../../../src/store/platform.ts';
import { expectFault } from '../../support/faults.ts';
import { startRegtest, type Regtest } from '../../support/regtest.ts';
import { useWasmKernel } from '../../support/wasm-kernel.ts';
import { limit } from '../../support/tier.ts';
import { FOREIGN_ADDRESS, ourWallet } from '../../parity/wallet-pair.ts';

const PASSWORD = 'pässwörd "1"';
const randomness = { random: (n: number) => systemRandom.bytes(n) };

let bin: string;
let dir: string;
let rpc: Server;
const call = (method: string, params: object = {}): Promise<Record<string, string>> =>
  callRpc(rpc.url, method, params) as Promise<Record<string, string>>;
const fileOf = (name: string): Uint8Array => new Uint8Array(readFileSync(join(dir, `${name}.keys`)));
const put = (name: string, file: KeysFile, password = PASSWORD): void => {
  writeFileSync(join(dir, `${name}.keys`), writeKeysFile(randomness, file, password));
};
const addressOf = ({ keys }: KeysFile): string =>
  formatAddress({ network: 'mainnet', kind: 'standard', ...keys });
const keyOf = async (key_type: string): Promise<string | undefined> =>
  (await call('query_key', { key_type })).key;

beforeAll(async () => {
  await useWasmKernel();
  bin = await ensureMonero();
  dir = mkdtempSync(join(tmpdir(), 'ostro-keys-'));
  rpc = await startWalletRpc({ bin, dir, daemonUrl: 'http://127.0.0.1:1', args: ['--offline'] });
});
afterAll(async () => {
  await rpc.child.stop();
  rmSync(dir, { recursive: true, force: true });
});

/** Runs one command of monero-wallet-cli on a wallet of the folder; answers its output, whatever its exit code. */
const cli = async (args: readonly string[]): Promise<string> => {
  const offline = ['--offline', '--daemon-ssl', 'disabled', '--no-dns'];
  const all = [...offline, '--log-file', join(dir, 'cli.log'), ...args];
  const options = { timeout: limit(2), env: { ...process.env, LC_ALL: 'C.UTF-8' } };
  try {
    const { stdout, stderr } = await promisify(execFile)(join(bin, 'monero-wallet-cli'), all, options);
    return stdout + stderr;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    return `${stdout}${stderr}`;
  }
};

describe('keys files that the reference wrote', () => {
  test('open as a standard wallet, and only with the password', async () => {
    await call('create_wallet', { filename: 'standard', password: PASSWORD, language: 'Deutsch' });
    const [address, view, spend] = [
      (await call('get_address')).address,
      await keyOf('view_key'),
      await keyOf('spend_key'),
    ];
    await call('close_wallet');
    const file = readKeysFile(fileOf('standard'), PASSWORD);
    expect(addressOf(file)).toBe(address);
    expect(toHex(file.keys.viewSecret)).toBe(view);
    expect(toHex(file.keys.spendSecret!)).toBe(spend);
    expect(file).toMatchObject({
      network: 'mainnet',
      seedLanguage: 'German',
      lookahead: { major: 50, minor: 200 },
      multisigEnabled: false,
    });
    expect(file.refreshHeight).toBeGreaterThan(0);
    for (const wrong of ['', 'password'])
      expectFault(() => readKeysFile(fileOf('standard'), wrong), 'wrong_file_password');
  });

  test('open as a watching wallet', async () => {
    const standard = readKeysFile(fileOf('standard'), PASSWORD);
    await call('generate_from_keys', {
      filename: 'watching',
      password: '',
      address: addressOf(standard),
      viewkey: toHex(standard.keys.viewSecret),
      restore_height: 1234,
    });
    await call('close_wallet');
    const file = readKeysFile(fileOf('watching'), '');
    expect(addressOf(file)).toBe(addressOf(standard));
    expect(file.keys.spendSecret).toBeUndefined();
    expect(file.refreshHeight).toBe(1234);
  });

  test('open when monero-wallet-cli wrote them', async () => {
    const path = join(dir, 'by-cli');
    await cli([
      ...['--generate-new-wallet', path, '--password', 'x', '--mnemonic-language', 'English'],
      ...['--use-english-language-names', '--command', 'exit'],
    ]);
    const file = readKeysFile(fileOf('by-cli'), 'x');
    const shown = await cli(['--wallet-file', path, '--password', 'x', '--command', 'address']);
    expect(shown).toContain(addressOf(file));
  });

  test('open as a multisig wallet, and open again after we wrote them', async () => {
    const infos: string[] = [];
    for (const name of ['m1', 'm2']) {
      await call('create_wallet', { filename: name, password: PASSWORD, language: 'English' });
      infos.push((await call('prepare_multisig', { enable_multisig_experimental: true })).multisig_info!);
    }
    await call('open_wallet', { filename: 'm1', password: PASSWORD });
    const made = await call('make_multisig', {
      multisig_info: [infos[1]],
      threshold: 2,
      password: PASSWORD,
    });
    const { address } = made;
    await call('close_wallet');
    const file = readKeysFile(fileOf('m1'), PASSWORD);
    expect(file.multisig).toMatchObject({ threshold: 2 });
    expect(file.multisig?.keys.length).toBeGreaterThan(0);
    expect(addressOf(file)).toBe(address);
    put('m1-copy', file);
    await call('open_wallet', { filename: 'm1-copy', password: PASSWORD });
    expect(await call('is_multisig')).toMatchObject({ multisig: true, threshold: 2, total: 2 });
    expect((await call('get_address')).address).toBe(address);
    await call('close_wallet');
  });
});

describe('signers of one wallet', () => {
  type Call = (method: string, params?: object) => Promise<Record<string, string>>;
  const nowhere = { url: 'http://127.0.0.1:1' } as Regtest;
  const engine = (): Call => ourWallet(nowhere).call as unknown as Call;
  const exchange = async (calls: readonly Call[], messages: readonly string[]) => {
    const answers: Record<string, string>[] = [];
    for (const each of calls)
      answers.push(await each('exchange_multisig_keys', { multisig_info: messages, password: PASSWORD }));
    return answers;
  };

  test("continue from each other's files, in the middle of the exchange and after it", async () => {
    const [first, second, restored] = [engine(), engine(), engine()];
    const signers = [call, first, second];
    const infos: string[] = [];
    for (const each of signers) {
      await each('create_wallet', { filename: 'signer', password: PASSWORD, language: 'English' });
      infos.push((await each('prepare_multisig', { enable_multisig_experimental: true })).multisig_info!);
    }
    const next: string[] = [];
    for (const each of signers)
      next.push(
        (await each('make_multisig', { multisig_info: infos, threshold: 2, password: PASSWORD }))
          .multisig_info!,
      );

    // Our engine continues with the reference's file, and the reference with ours.
    await call('close_wallet');
    const import_ = (each: Call, filename: string, name: string, password = PASSWORD) =>
      each('x_import_keys_file', { filename, password, hex: toHex(fileOf(name)) });
    await import_(restored, 'theirs', 'signer');
    const { hex } = await first('x_export_keys_file', { password: PASSWORD });
    writeFileSync(join(dir, 'ours-half.keys'), fromHex(hex!));
    await call('open_wallet', { filename: 'ours-half', password: PASSWORD });
    const confirm = (await exchange([restored, call, second], next)).map(
      ({ multisig_info }) => multisig_info!,
    );
    const done = await exchange([restored, call, second], confirm);
    const [address] = done.map((answer) => answer['address']);
    expect(done.map((answer) => answer['address'])).toEqual([address, address, address]);
    expect(address).toMatch(/^4/);
    await call('close_wallet');

    // The same after the exchange is finished.
    await import_(engine(), 'finished', 'ours-half').then((made) => expect(made['address']).toBe(address));
    const whole = await restored('x_export_keys_file', { password: PASSWORD });
    writeFileSync(join(dir, 'ours-whole.keys'), fromHex(whole['hex']!));
    await call('open_wallet', { filename: 'ours-whole', password: PASSWORD });
    expect(await call('is_multisig')).toMatchObject({ multisig: true, ready: true, threshold: 2, total: 3 });
    for (const key_type of ['mnemonic', 'view_key', 'spend_key'])
      expect(await call('query_key', { key_type })).toEqual(await restored('query_key', { key_type }));
    await call('export_multisig_info');
    await call('close_wallet');
    const path = join(dir, 'ours-whole');
    expect(await cli(['--wallet-file', path, '--password', PASSWORD, '--command', 'address'])).toContain(
      address,
    );
    expect(await cli(['--wallet-file', path, '--password', 'no', '--command', 'address'])).toContain(
      'invalid password',
    );
    expectFault(() => readKeysFile(fileOf('ours-half'), 'no'), 'wrong_file_password');
    const watching = await restored('x_export_keys_file', { password: PASSWORD, watch_only: true });
    writeFileSync(join(dir, 'ours-signer-watching.keys'), fromHex(watching['hex']!));
    await call('open_wallet', { filename: 'ours-signer-watching', password: PASSWORD });
    expect((await call('get_address')).address).toBe(address);
    expect(await call('is_multisig')).toMatchObject({ multisig: false });
    await call('close_wallet');
  });
});

describe('keys files that we wrote', () => {
  const file = (): KeysFile => ({
    keys: accountFromSeed(systemRandom.bytes(32)),
    network: 'mainnet',
    seedLanguage: 'Japanese',
    refreshHeight: 3_000_000,
    createdAt: 1_402_185_600,
    lookahead: { major: 5, minor: 20 },
    multisigEnabled: false,
  });

  test('open in the reference as a standard wallet with the same words and keys', async () => {
    const ours = file();
    put('ours', ours);
    await expect(call('open_wallet', { filename: 'ours', password: 'wrong' })).rejects.toThrow(
      /invalid password/i,
    );
    await call('open_wallet', { filename: 'ours', password: PASSWORD });
    expect((await call('get_address')).address).toBe(addressOf(ours));
    expect(await keyOf('view_key')).toBe(toHex(ours.keys.viewSecret));
    expect(await keyOf('spend_key')).toBe(toHex(ours.keys.spendSecret!));
    expect((await keyOf('mnemonic'))?.split(/\s|　/)).toHaveLength(25);
    await call('store');
    await call('close_wallet');
    // The reference writes the file again.
    const again = readKeysFile(fileOf('ours'), PASSWORD);
    expect(again).toMatchObject({
      seedLanguage: 'Japanese',
      refreshHeight: 3_000_000,
      lookahead: ours.lookahead,
    });
  });

  test('open in the reference as a watching wallet without a spend key', async () => {
    const { keys, ...rest } = file();
    const { spendSecret: _none, ...watching } = keys;
    put('ours-watching', { ...rest, keys: watching, seedLanguage: '' });
    await call('open_wallet', { filename: 'ours-watching', password: PASSWORD });
    expect(await keyOf('view_key')).toBe(toHex(keys.viewSecret));
    await expect(keyOf('spend_key')).rejects.toThrow(/watch-only/);
    await call('close_wallet');
  });

  test('open in monero-wallet-cli too', async () => {
    const ours = file();
    put('ours-cli', ours, 'y');
    const path = join(dir, 'ours-cli');
    expect(await cli(['--wallet-file', path, '--password', 'y', '--command', 'address'])).toContain(
      addressOf(ours),
    );
    expect(await cli(['--wallet-file', path, '--password', 'z', '--command', 'address'])).toMatch(
      /invalid password/i,
    );
  });
  test('open with the Polyseed of 16 words in them, which older releases ignore: these show 25 words', async () => {
    const { features: _none, ...seed } = makePolyseed(randomness.random(19), 1_700_000_000);
    const keys = accountFromSeed(polyseedKey({ ...seed, features: 0 }));
    const ours: KeysFile = { ...file(), keys, polyseed: { ...seed, language: 'Spanish' } };
    put('sixteen', ours);
    await call('open_wallet', { filename: 'sixteen', password: PASSWORD });
    expect((await call('get_address')).address).toBe(addressOf(ours));
    expect(await keyOf('spend_key')).toBe(toHex(keys.spendSecret));
    const { key } = await readMnemonic((await keyOf('mnemonic'))!);
    expect(toHex(key)).toBe(toHex(keys.spendSecret));
    await call('close_wallet');
  });
});

describe('the cache file beside a keys file', () => {
  test('brings labels, notes, contacts, tags and attributes', async () => {
    await call('create_wallet', { filename: 'lived', password: PASSWORD, language: 'English' });
    const { address } = await call('get_address');
    await call('create_address', { account_index: 0, label: 'Läden' });
    await call('create_account', { label: 'second' });
    await call('tag_accounts', { tag: 'savings', accounts: [1] });
    await call('set_account_tag_description', { tag: 'savings', description: 'for later' });
    await call('set_attribute', { key: 'colour', value: 'blue' });
    const { integrated_address: friend } = await call('make_integrated_address', {
      payment_id: '1122334455667788',
    });
    await call('add_address_book', { address: friend, description: 'Ann' });
    await call('store');
    await call('close_wallet');

    const { call: ours } = ourWallet({ url: 'http://127.0.0.1:1' } as Regtest);
    const cache_hex = toHex(new Uint8Array(readFileSync(join(dir, 'lived'))));
    const params = { filename: 'lived', password: PASSWORD, hex: toHex(fileOf('lived')), cache_hex };
    expect(await ours('x_import_keys_file', params)).toEqual({ address, watch_only: false });
    const { addresses } = await ours('get_address', { account_index: 0 });
    expect(addresses.map(({ label }) => label)).toEqual(['Primary account', 'Läden']);
    const { subaddress_accounts: accounts } = await ours('get_accounts');
    expect(accounts.map(({ label, tag }) => [label, tag])).toEqual([
      ['Primary account', ''],
      ['second', 'savings'],
    ]);
    expect((await ours('get_account_tags')).account_tags[0]).toMatchObject({ label: 'for later' });
    expect((await ours('get_attribute', { key: 'colour' })).value).toBe('blue');
    expect((await ours('get_address_book')).entries).toMatchObject([{ address: friend, description: 'Ann' }]);
    const wrong = { ...params, filename: 'other', cache_hex: cache_hex.slice(0, -2) };
    await expect(ours('x_import_keys_file', wrong)).rejects.toThrow(/cache file/);
  });

  test('brings transaction keys, notes and destinations of a wallet that paid, and the scan agrees', async () => {
    await using chain = await startRegtest({ funded: true });
    const lived = await startWalletRpc({ bin, dir, daemonUrl: chain.url });
    const theirs = (method: string, params: object = {}): Promise<Record<string, string>> =>
      callRpc(lived.url, method, params) as Promise<Record<string, string>>;
    await theirs('restore_deterministic_wallet', { filename: 'paid', password: '', seed: FIRST_OWNER.seed });
    const { address: subaddress } = await theirs('create_address', { account_index: 0 });
    await theirs('refresh');
    const destinations = [
      { address: FOREIGN_ADDRESS, amount: 1_000_000_000 },
      { address: subaddress, amount: 2_000_000_000 },
    ];
    const { tx_hash: txid, tx_key } = await theirs('transfer', { destinations, get_tx_key: true });
    await chain.mine(1, FOREIGN_ADDRESS);
    await theirs('refresh');
    // A pending payment, and an incoming one in the pool.
    await theirs('transfer', { destinations: destinations.slice(0, 1) });
    await theirs('set_tx_notes', { txids: [txid], notes: ['Miete'] });
    await theirs('close_wallet');
    await lived.child.stop();

    const ours = ourWallet(chain);
    const cache_hex = toHex(new Uint8Array(readFileSync(join(dir, 'paid'))));
    await ours.call('x_import_keys_file', {
      filename: 'paid',
      password: '',
      hex: toHex(fileOf('paid')),
      cache_hex,
    });
    expect((await ours.call('get_tx_key', { txid: txid! })).tx_key).toBe(tx_key);
    expect((await ours.call('get_tx_notes', { txids: [txid!] })).notes).toEqual(['Miete']);
    await ours.call('refresh');
    const { transfer } = await ours.call('get_transfer_by_txid', { txid: txid! });
    expect(transfer).toMatchObject({ type: 'out', note: 'Miete' });
    expect(transfer.destinations).toEqual(
      destinations.map((each) => ({ ...each, amount: BigInt(each.amount) })),
    );
  });
});
