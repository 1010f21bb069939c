/** Signers of one wallet, each our engine or monero-wallet-rpc 0.18.4.0, from new wallets to a finished account. */
import type { Regtest } from '../support/regtest.ts';
import type { Maker } from './cold-pair.ts';
import { ourWallet, theirWallet, type TestWallet } from './wallet-pair.ts';

export interface Group {
  readonly threshold: number;
  readonly makers: readonly Maker[];
  readonly wallets: readonly TestWallet[];
  readonly address: string;
  /** Each signer's message in each round: `rounds[0]` are the first messages. */
  readonly rounds: readonly (readonly string[])[];
}

/** As many reference programs as the largest group needs; each group uses them again. */
export function signerWallets(chain: Regtest): (makers: readonly Maker[]) => Promise<TestWallet[]> {
  const servers: TestWallet[] = [];
  return async (makers) => {
    const wallets: TestWallet[] = [];
    let theirs = 0;
    for (const maker of makers) {
      if (maker === 'ours') wallets.push(ourWallet(chain));
      else {
        const server = (servers[theirs] ??= await theirWallet(chain));
        theirs += 1;
        await server.call('close_wallet').catch(() => undefined);
        wallets.push(server);
      }
    }
    return wallets;
  };
}

let made = 0;
export async function makeGroup(
  wallets: readonly TestWallet[],
  threshold: number,
  makers: readonly Maker[],
): Promise<Group> {
  const filename = `group ${++made}`;
  const rounds: string[][] = [[]];
  for (const { call } of wallets) {
    await call('create_wallet', { filename, password: '', language: 'English' });
    const { multisig_info } = await call('prepare_multisig', { enable_multisig_experimental: true });
    rounds[0]!.push(multisig_info);
  }
  let messages: string[] = [];
  for (const [i, { call }] of wallets.entries()) {
    // With our own message among them or without: both are usual.
    const infos = i % 2 === 0 ? rounds[0]! : rounds[0]!.filter((_, k) => k !== i);
    messages.push((await call('make_multisig', { multisig_info: infos, threshold })).multisig_info);
  }
  for (;;) {
    rounds.push(messages);
    const next: string[] = [];
    const addresses = new Set<string>();
    for (const { call } of wallets) {
      const answer = await call('exchange_multisig_keys', { multisig_info: messages });
      next.push(answer.multisig_info);
      addresses.add(answer.address);
    }
    if (addresses.size > 1) throw new Error(`not one address: ${[...addresses].join(', ')}`);
    const [address] = addresses;
    if (address) return { threshold, makers, wallets, address, rounds };
    messages = next;
  }
}

/** These signers export, and each imports the others' info; answers how many outputs each counted. */
export async function tellEachOther(wallets: readonly TestWallet[]): Promise<number[]> {
  const info: string[] = [];
  for (const { call } of wallets) info.push((await call('export_multisig_info')).info);
  const counts: number[] = [];
  for (const [i, { call }] of wallets.entries()) {
    const others = info.filter((_, k) => k !== i);
    counts.push((await call('import_multisig_info', { info: others })).n_outputs);
  }
  return counts;
}
