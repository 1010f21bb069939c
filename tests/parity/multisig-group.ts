/** Signers of one wallet on a regtest chain, each our engine or monero-wallet-rpc, from the key exchange to a payment. */
import { expect } from 'vitest';
import type { Regtest } from '../support/regtest.ts';
import type { Maker } from './cold-pair.ts';
import {
  mineAll,
  FOREIGN_ADDRESS,
  ourWallet,
  theirWallet,
  type Answer,
  type TestWallet,
} from './wallet-pair.ts';

export interface Signer extends TestWallet {
  readonly by: Maker;
  readonly stop: () => Promise<void>;
}
export interface Group {
  readonly chain: Regtest;
  readonly threshold: number;
  readonly signers: readonly Signer[];
  readonly address: string;
}

const openSigner = async (chain: Regtest, by: Maker): Promise<Signer> => {
  if (by === 'ours') return { ...ourWallet(chain), by, stop: () => Promise.resolve() };
  const wallet = await theirWallet(chain);
  return { call: wallet.call, by, stop: () => wallet.rpc.stop() };
};

/** All rounds of the key exchange; all signers must get the same address. */
export async function makeGroup(chain: Regtest, threshold: number, makers: readonly Maker[]): Promise<Group> {
  const signers: Signer[] = [];
  for (const by of makers) signers.push(await openSigner(chain, by));
  let messages: string[] = [];
  for (const { call } of signers) {
    await call('create_wallet', { filename: 'signer', password: '', language: 'English' });
    const { multisig_info } = await call('prepare_multisig', { enable_multisig_experimental: true });
    messages.push(multisig_info);
  }
  const others = (i: number): string[] => messages.filter((_, j) => j !== i);
  let addresses: string[] = [];
  let next: string[] = [];
  for (const [i, { call }] of signers.entries())
    next.push(
      (await call('make_multisig', { multisig_info: others(i), threshold, password: '' })).multisig_info,
    );
  for (let round = 0; round <= signers.length - threshold; round++) {
    messages = next;
    next = [];
    addresses = [];
    for (const [i, { call }] of signers.entries()) {
      const made = await call('exchange_multisig_keys', { multisig_info: others(i), password: '' });
      next.push(made.multisig_info);
      addresses.push(made.address);
    }
  }
  for (const { call } of signers) expect((await call('is_multisig')).ready).toBe(true);
  expect(addresses[0]).toMatch(/^4/);
  expect(new Set(addresses).size).toBe(1);
  return { chain, threshold, signers, address: addresses[0]! };
}

/** Mines blocks, and all signers refresh. */
export async function mineFor({ chain, signers }: Group, blocks: number): Promise<void> {
  await mineAll(chain, blocks, FOREIGN_ADDRESS);
  for (const { call } of signers) await call('refresh');
}

/** Each exports its info and all import it; answers for how many outputs. */
export async function tellAll({ signers }: Group, tellers = signers): Promise<number> {
  const info: string[] = [];
  for (const { call } of tellers) info.push((await call('export_multisig_info')).info);
  const counts: number[] = [];
  for (const { call } of tellers) counts.push((await call('import_multisig_info', { info })).n_outputs);
  expect(new Set(counts).size).toBe(1);
  return counts[0]!;
}

export async function balances({ signers }: Group): Promise<bigint[]> {
  const all: bigint[] = [];
  for (const { call } of signers) all.push((await call('get_balance', { all_accounts: true })).balance);
  return all;
}

export interface Proposed {
  readonly multisig_txset: string;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly tx_key: string;
}

/** The other signers describe and sign the set in turn; all descriptions must be equal. */
export async function signInTurn(
  others: readonly Signer[],
  { multisig_txset, amount, fee }: Proposed,
  payees: readonly { readonly address: string; readonly amount: bigint }[],
): Promise<{ readonly set: string; readonly txids: readonly string[] }> {
  let set = multisig_txset;
  let txids: readonly string[] = [];
  for (const { call, by } of others) {
    const { summary, desc } = (await call('describe_transfer', {
      multisig_txset: set,
    })) satisfies Answer<'describe_transfer'>;
    expect(summary.fee, by).toBe(fee);
    expect(summary.amount_in - summary.change_amount, by).toBe(amount + fee);
    expect(desc[0]!.ring_size).toBe(16);
    const shown = summary.recipients.map(({ address, amount: paid }) => ({ address, amount: paid }));
    expect(shown.sort(byAddress)).toEqual([...payees].sort(byAddress));
    const signed = await call('sign_multisig', { tx_data_hex: set });
    set = signed.tx_data_hex;
    txids = signed.tx_hash_list;
  }
  return { set, txids };
}
const byAddress = (a: { readonly address: string }, b: { readonly address: string }): number =>
  a.address < b.address ? -1 : 1;
