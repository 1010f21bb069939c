/**
 * The day the rules change, behind a real chain: a proxy shows the blocks of a real monerod in the layouts planned for
 * versions 17 and 18. What lies below is found, a waiting payment is relayed in 17, sending is closed from 18, a
 * wallet born later says the same, and a build that knows 17 reads on.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FIRST_OWNER } from '../../../scripts/tools/app/funded-chain.ts';
import { toHex } from '../../../src/base/hex.ts';
import type { WalletFiles } from '../../../src/ports/wallet-files.ts';
import { KNOWN_RULES } from '../../../src/protocol/block/known-rules.ts';
import { formatAddress } from '../../../src/protocol/address/address.ts';
import { accountFromSeed } from '../../../src/protocol/keys/account.ts';
import { readMnemonic } from '../../../src/protocol/mnemonic/mnemonic.ts';
import { dispatch } from '../../../src/rpc/dispatch.ts';
import { systemRandom } from '../../../src/store/platform.ts';
import { startOffset } from '../../../src/wallet/account/birth.ts';
import type { OwnedSession } from '../../../src/wallet/session/session.ts';
import { createEngineFiles, startEngine } from '../../support/engine.ts';
import { startLaterNode, type LaterNode } from '../../support/later-node.ts';
import { startRegtest, type Regtest } from '../../support/regtest.ts';
import { useWasmKernel } from '../../support/wasm-kernel.ts';

const KEYS = accountFromSeed((await readMnemonic(FIRST_OWNER.seed)).key);
/** A wallet starts below its birthday by a number of blocks that follows from its keys: a small one, to mine fewer. */
const OTHER = (() => {
  for (;;) {
    const keys = accountFromSeed(systemRandom.bytes(32));
    if (startOffset(keys.viewSecret) < 30) return keys;
  }
})();
const addressOf = (keys: typeof KEYS): string =>
  formatAddress({ network: 'mainnet', kind: 'standard', ...keys });
const OWN = addressOf(KEYS);
const PAYEE = addressOf(OTHER);
const NEW = { name: 'mine', password: 'pw', network: 'mainnet', seedLanguage: 'English' } as const;

let chain: Regtest;
let node: LaterNode;
let files: WalletFiles;
let session: OwnedSession;
beforeAll(async () => {
  await useWasmKernel();
  chain = await startRegtest({ funded: true });
  node = await startLaterNode(chain);
  files = createEngineFiles();
  session = startEngine(node.url, { files });
  await session.make({ ...NEW, keys: KEYS, restoreHeight: 0 });
});
afterAll(async () => {
  await session.close();
  await node[Symbol.asyncDispose]();
  await chain.dispose();
});

type Answer = Record<string, unknown>;
const ask = async (method: string, params: object = {}, on = session) => {
  const { result, error } = await dispatch(on, { jsonrpc: '2.0', id: 0, method, params });
  return {
    result: result as Answer,
    fault: (error?.data as Answer | undefined)?.['fault'],
    data: error?.data,
  };
};
const balance = async (on = session): Promise<unknown> =>
  (await ask('get_balance', { account_index: 0 }, on)).result['balance'];
const pool = async (): Promise<string> => JSON.stringify(await chain.path('/get_transaction_pool_hashes'));
const pay = (): ReturnType<typeof ask> =>
  ask('transfer', { destinations: [{ address: PAYEE, amount: 1_000_000_000_000n }] });

let fork = 0;
let txid = '';
let below: unknown;

it('finds everything below the first block of version 17, and names that block', async () => {
  expect((await ask('refresh')).fault).toBeUndefined();
  // The payment is built before the fork, and its answer is lost.
  node.relays = false;
  expect((await pay()).fault).toBe('relay_unknown');
  node.relays = true;
  txid = toHex([...session.wallet.state.tables.outgoing.values()][0]!.txid);
  await chain.mine(2, OWN);
  fork = await chain.height();
  node.forks = { 17: fork, 18: Infinity };
  // monerod has not seen the payment: so it is not mined.
  await chain.mine(4, OWN);
  const { fault, data } = await ask('refresh');
  expect({ fault, data }).toMatchObject({
    fault: 'newer_rules',
    data: { address: node.url, height: fork, version: 17, sending: true },
  });
  expect(session.wallet.state.height).toBe(fork);
  below = await balance();
  const direct = startEngine(chain.url);
  await direct.make({ ...NEW, keys: KEYS, restoreHeight: 0 });
  await ask('refresh', {}, direct);
  // The real chain has four more rewards, and the payment of 1 XMR is not in it.
  const rewards = (await ask('get_transfers', { in: true }, direct)).result['in'] as { height: number }[];
  const ours = (await ask('get_transfers', { in: true })).result['in'] as { height: number }[];
  expect(ours.length).toBe(rewards.filter(({ height }) => height < fork).length);
  expect(rewards.length).toBe(ours.length + 4);
  await direct.close();
});

it('hands the waiting payment over in version 17, and keeps it when a refusal follows', async () => {
  expect(await pool()).toContain(txid);
  await chain.mine(1, OWN);
  expect(await pool()).not.toContain(txid);
  for (let i = 0; i < 20; i++) await ask('refresh');
  expect([...session.wallet.state.tables.outgoing.values()]).toMatchObject([{ state: 'pending' }]);
  expect(await balance()).toBe(below);
});

it('asks calmly: a round at newer rules asks for two blocks', async () => {
  node.asked.length = 0;
  await ask('refresh');
  expect(node.asked.filter((path) => path === '/getblocks.bin')).toHaveLength(1);
});

it('reports the same to a wallet that is born after the fork', async () => {
  // It starts up to 130 blocks below its birthday, which must be above the fork.
  await chain.mine(150, PAYEE);
  const young = startEngine(node.url);
  await young.make({ ...NEW, keys: OTHER, restoreHeight: await chain.height() });
  expect(await ask('refresh', {}, young)).toMatchObject({ fault: 'newer_rules', data: { height: fork } });
  await young.close();
});

it('closes sending from version 18 on, and leaves what needs no node open', async () => {
  node.forks = { 17: fork, 18: await chain.height() };
  await chain.mine(2, PAYEE);
  expect(await ask('refresh')).toMatchObject({ fault: 'newer_rules', data: { sending: false } });
  expect(await pay()).toMatchObject({ fault: 'sending_needs_update', data: { version: 18 } });
  expect((await ask('get_address', { account_index: 0 })).result['address']).toBe(OWN);
  expect((await ask('create_address', { account_index: 0 })).result['address']).toMatch(/^8/);
  expect(String((await ask('query_key', { key_type: 'mnemonic' })).result['key']).split(' ')).toHaveLength(
    25,
  );
  const signed = (await ask('sign', { data: 'still mine' })).result['signature'];
  expect((await ask('verify', { data: 'still mine', address: OWN, signature: signed })).result['good']).toBe(
    true,
  );
});

it('reads on without a rescan in a build that knows version 17', async () => {
  node.forks = { 17: fork, 18: Infinity };
  await session.close();
  const rules = { ...KNOWN_RULES, reads: 17 };
  const updated = startEngine(node.url, { files, rules });
  await updated.openFile('mine', 'pw');
  expect(updated.wallet.state.height).toBe(fork);
  node.asked.length = 0;
  const { result } = await ask('refresh', {}, updated);
  const height = await chain.height();
  expect(result).toEqual({ blocks_fetched: height - fork, received_money: true });
  expect(updated.wallet.state.height).toBe(height);
  const direct = startEngine(chain.url);
  await direct.make({ ...NEW, keys: KEYS, restoreHeight: 0 });
  await ask('refresh', {}, direct);
  expect(await balance(updated)).toBe(await balance(direct));
  const { transfer } = (await ask('get_transfer_by_txid', { txid }, updated)).result as { transfer: Answer };
  expect(transfer).toMatchObject({ type: 'out', fee: expect.anything() as unknown });
  await direct.close();
  await updated.close();
});
