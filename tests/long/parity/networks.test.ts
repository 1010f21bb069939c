/**
 * Wallets that are made offline for stagenet and testnet: the addresses are those of monero-wallet-rpc with --stagenet or
 * --testnet, and so are the refusals of what belongs to another network.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callRpc, startWalletRpc, type Server } from '../../../scripts/tools/app/monero.ts';
import { ensureMonero } from '../../../scripts/tools/setup/setup.mjs';
import { parseAddress } from '../../../src/protocol/address/address.ts';
import { createMemoryBrowser } from '../../../src/store/memory.ts';
import { known, openRpcSession, ownAddress, type RpcSession } from '../../support/rpc/fixture.ts';
import { useWasmKernel } from '../../support/wasm-kernel.ts';

const RESTORE = { filename: 'restored', password: '', seed: known.seed, restore_height: 1 };
const CREATE = { filename: 'created', password: '', language: 'English' };
const MAINNET = { filename: 'foreign', password: '', address: ownAddress(0, 0), viewkey: known.viewSecret };

describe.each(['stagenet', 'testnet'] as const)('a wallet made offline for %s', (network) => {
  const dir = mkdtempSync(join(tmpdir(), 'ostro-networks-'));
  const browser = createMemoryBrowser();
  let ours: RpcSession;
  let theirs: Server;
  beforeAll(async () => {
    await useWasmKernel();
    ours = openRpcSession({ network, browser });
    const args = ['--offline', `--${network}`];
    theirs = await startWalletRpc({ bin: await ensureMonero(), dir, daemonUrl: 'http://127.0.0.1:1', args });
  });
  afterAll(async () => {
    await theirs.child.stop();
    rmSync(dir, { recursive: true, force: true });
  });
  const ask = (method: string, params: object = {}): Promise<unknown> => callRpc(theirs.url, method, params);

  it('from the same words has the same addresses, also of subaddresses', async () => {
    expect(await ours.call('restore_deterministic_wallet', RESTORE)).toEqual(
      await ask('restore_deterministic_wallet', RESTORE),
    );
    for (const [method, params] of [
      ['create_account', { label: 'savings' }],
      ['create_address', { account_index: 1 }],
      ['make_integrated_address', { payment_id: '0011223344556677' }],
    ] as const)
      expect(await ours.call(method, params)).toEqual(await ask(method, params));
    expect(await ours.call('get_address', { account_index: 1 })).toEqual(
      await ask('get_address', { account_index: 1 }),
    );
  });

  it('from keys has the same address, and is refused with an address of mainnet in the same words', async () => {
    const { address } = await ours.call('get_address');
    const keys = { filename: 'keys', password: '', address, viewkey: known.viewSecret };
    expect(await ours.call('generate_from_keys', keys)).toEqual(await ask('generate_from_keys', keys));
    const { message } = await ours.refusal('generate_from_keys', MAINNET);
    await expect(ask('generate_from_keys', MAINNET)).rejects.toThrow(message);
  });

  it('with new keys has an address of that network, as the reference has', async () => {
    const networkOf = async (of: unknown): Promise<string> =>
      parseAddress(((await of) as { address: string }).address).network;
    await ours.call('create_wallet', CREATE);
    await ask('create_wallet', CREATE);
    expect(await networkOf(ours.call('get_address'))).toBe(network);
    expect(await networkOf(ask('get_address'))).toBe(network);
  });

  it('is refused by a program for mainnet in the words of the reference', async () => {
    await ours.call('close_wallet');
    await ask('close_wallet');
    const mainnet = openRpcSession({ network: 'mainnet', browser });
    const { message, code } = await mainnet.refusal('open_wallet', { filename: 'restored', password: '' });
    const other = await startWalletRpc({
      bin: await ensureMonero(),
      dir,
      daemonUrl: 'http://127.0.0.1:1',
      args: ['--offline'],
    });
    try {
      await expect(callRpc(other.url, 'open_wallet', { filename: 'restored', password: '' })).rejects.toThrow(
        message,
      );
    } finally {
      await other.child.stop();
    }
    expect(code).toBe(-1);
  });
});
