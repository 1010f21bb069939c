/**
 * Keys on paper are swept into the open wallet, on a real chain: the paper is a wallet of monero-wallet-rpc, which also
 * judges that all of its money has left. Everything that our wallet writes is read for the keys.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FIRST_OWNER } from '../../../scripts/tools/app/funded-chain.ts';
import { fromHex } from '../../../src/base/hex.ts';
import { utf8 } from '../../../src/base/bytes.ts';
import type { WalletFile, WalletFiles } from '../../../src/ports/wallet-files.ts';
import { secretsIn, type Secret } from '../../support/secret-search.ts';
import { createEngineFiles, startEngine } from '../../support/engine.ts';
import { startRegtest, type Regtest, type WalletRpc } from '../../support/regtest.ts';
import { useWasmKernel } from '../../support/wasm-kernel.ts';
import { callsOf, FOREIGN_ADDRESS, type TestWallet } from '../../parity/wallet-pair.ts';

const XMR = 1_000_000_000_000n;

/** What our engine writes into its wallet files, before it is encrypted. */
const written: Uint8Array[] = [];
const recording = (files: WalletFiles): WalletFiles => {
  const recorded = (file: WalletFile): WalletFile => ({
    ...file,
    append: (entry) => {
      written.push(entry.slice());
      return file.append(entry);
    },
    compact: (snapshot, options) => {
      written.push(snapshot.slice());
      return file.compact(snapshot, options);
    },
  });
  return {
    ...files,
    create: async (...args) => recorded(await files.create(...args)),
    open: async (...args) => recorded(await files.open(...args)),
  };
};

interface OnPaper {
  readonly rpc: WalletRpc;
  readonly address: string;
  readonly words: string;
  readonly spendKey: string;
  readonly viewKey: string;
}
let chain: Regtest;
let files: WalletFiles;
let ours: TestWallet & { readonly close: () => Promise<void> };
let paper: OnPaper;
/** A payer with money. */
let payer: WalletRpc;
const secrets: Secret[] = [];

const textOf = (value: unknown): string => value as string;

const newPaper = async (): Promise<OnPaper> => {
  const rpc = await chain.walletRpc();
  await rpc.call('create_wallet', { filename: 'paper', password: '', language: 'English' });
  const key = async (key_type: string): Promise<string> =>
    textOf((await rpc.call('query_key', { key_type }))['key']);
  const address = textOf((await rpc.call('get_address', { account_index: 0 }))['address']);
  const keys = {
    words: await key('mnemonic'),
    spendKey: await key('spend_key'),
    viewKey: await key('view_key'),
  };
  secrets.push(
    { name: 'spend key', value: fromHex(keys.spendKey) },
    { name: 'view key', value: fromHex(keys.viewKey) },
    { name: 'words', value: utf8(keys.words.split(' ').slice(0, 4).join(' ')) },
  );
  return { rpc, address, ...keys };
};
const ourEngine = (): typeof ours => {
  const session = startEngine(chain.url, { files });
  return { call: callsOf(session), close: () => session.close() };
};
const status = () => ours.call('x_sweep_keys_status');
const untilRead = async (): Promise<void> => {
  await expect.poll(async () => (await status()).phase, { interval: 50 }).toBe('done');
};

beforeAll(async () => {
  await useWasmKernel();
  chain = await startRegtest({ funded: true });
  files = recording(createEngineFiles());
  paper = await newPaper();
  ours = ourEngine();
  await ours.call('create_wallet', { filename: 'mine', password: 'pw', language: 'English' });
  await ours.call('set_subaddress_lookahead', { password: 'pw', major_idx: 3, minor_idx: 6 });
  payer = await chain.walletRpc();
  await payer.call('restore_deterministic_wallet', {
    filename: 'payer',
    password: '',
    seed: FIRST_OWNER.seed,
  });
});
afterAll(async () => {
  await ours.close();
  await chain.dispose();
});

/** Pays each address and mines so many blocks. */
const give = async (addresses: readonly string[], amount: bigint, blocks: number): Promise<void> => {
  await payer.call('refresh');
  await payer.call('transfer', { destinations: addresses.map((address) => ({ address, amount })) });
  await chain.mine(blocks, FOREIGN_ADDRESS);
};
const balanceOfPaper = async ({ rpc }: OnPaper): Promise<bigint> => {
  await rpc.call('refresh');
  const { balance } = await rpc.call('get_balance', { account_index: 0, all_accounts: true });
  return BigInt(balance as number | bigint);
};

describe('keys on paper', () => {
  test('are read, and all their money arrives at a new address with a label and a note', async () => {
    const sub = await paper.rpc.call('create_address', { account_index: 0 });
    const { address: second } = await paper.rpc.call('create_account', {});
    await give([paper.address, textOf(sub['address']), textOf(second)], 2n * XMR, 10);
    expect(await balanceOfPaper(paper)).toBe(6n * XMR);

    const link = `monero_wallet:${paper.address}?spend_key=${paper.spendKey}&view_key=${paper.viewKey}&height=60`;
    expect(await ours.call('x_check_keys', { given_keys: link })).toMatchObject({
      kind: 'keys',
      address: paper.address,
      restore_height: 60,
    });
    await ours.call('x_sweep_keys_start', { given_keys: link });
    await untilRead();
    expect(await status()).toMatchObject({ balance: 6n * XMR, unlocked_balance: 6n * XMR, coins: 3 });
    const { id, amount, fee, address } = await ours.call('x_sweep_keys_prepare', {
      label: 'Gift',
      priority: 1,
    });
    expect(amount + fee).toBe(6n * XMR);
    const { tx_hash_list } = await ours.call('x_sweep_keys_send', { id, note: 'from a gift card' });
    expect((await status()).sending).toBe(amount);
    await ours.call('x_sweep_keys_end');
    expect((await status()).phase).toBe('none');

    await chain.mine(1, FOREIGN_ADDRESS);
    await ours.call('refresh');
    expect(await balanceOfPaper(paper)).toBe(0n);
    const { balance } = await ours.call('get_balance');
    expect(balance).toBe(amount);
    const { in: incoming } = await ours.call('get_transfers', { in: true });
    expect(incoming.map(({ note }) => note)).toEqual(tx_hash_list.map(() => 'from a gift card'));
    expect(new Set(incoming.map((entry) => entry.address))).toEqual(new Set([address]));
    const { addresses } = await ours.call('get_address', { account_index: 0 });
    expect(addresses.find((row) => row.address === address)?.label).toBe('Gift');
  });

  test('are shown with what is still locked, and are gone after the wallet is closed or killed', async () => {
    await give([paper.address], XMR, 3);
    await ours.call('x_sweep_keys_start', { given_keys: paper.words });
    await untilRead();
    expect(await status()).toMatchObject({
      kind: 'classic',
      balance: XMR,
      unlocked_balance: 0n,
      blocks_to_unlock: 7,
    });
    await expect(ours.call('x_sweep_keys_prepare', { label: '', priority: 1 })).rejects.toThrow(
      'nothing_to_sweep',
    );
    await ours.call('close_wallet');
    expect((await status()).phase).toBe('none');
    // A tab that is killed leaves its files; another engine opens them.
    await ours.call('open_wallet', { filename: 'mine', password: 'pw' });
    await ours.call('x_sweep_keys_start', { given_keys: paper.words });
    await untilRead();
    await ours.close();
    ours = ourEngine();
    await ours.call('open_wallet', { filename: 'mine', password: 'pw' });
    expect((await status()).phase).toBe('none');
    await expect(ours.call('x_sweep_keys_prepare', { label: '', priority: 1 })).rejects.toThrow(
      'no_keys_given',
    );
  });

  test('appear in no record of the open wallet', () => {
    expect(written.length).toBeGreaterThan(3);
    expect(secretsIn(written, secrets)).toEqual([]);
  });
});
