/**
 * SIGKILL of the wallet server at random moments while keys on paper are swept into its wallet. The keys exist in memory
 * only, so each start reads them again. Afterwards all money of the paper is in the wallet, less the fees, and the native
 * wallet of the same keys agrees.
 */
import { expect, it } from 'vitest';
import { FIRST_OWNER, FOREIGN_ADDRESS } from '../../../scripts/tools/app/funded-chain.ts';
import { startRegtest, type Regtest, type WalletRpc } from '../../support/regtest.ts';
import { seed } from '../../support/tier.ts';
import { createRandom, sizes } from '../../chaos/sizes.ts';
import {
  createTarget,
  Refused,
  textOf,
  type Result,
  type RunningWallet,
  type Target,
} from '../../chaos/targets.ts';
import { mineUntilPoolIsEmpty, within } from './within.ts';
import { until } from '../../support/until.ts';

const FILE = { filename: 'mine', password: 'pw' };
const LABEL = 'Gift';
const NOTE = 'from paper';
/** Piconero that the paper gets in each round, in two outputs. */
const GIFT = 1_000_000_000_000;
/** Longest time between opening the wallet and the kill, milliseconds: a whole sweep takes less. */
const LONGEST_LIFE = 1500;

it('money of keys on paper is swept once and completely when the server is killed at random moments', async () => {
  await using chain = await startRegtest({ funded: true });
  const target = await createTarget('server', chain.url);
  try {
    await play(target, chain, createRandom(seed));
  } finally {
    await target.dispose();
  }
});

async function play(target: Target, chain: Regtest, random: () => number): Promise<void> {
  const payer = await chain.walletRpc();
  await payer.call('restore_deterministic_wallet', {
    filename: 'payer',
    password: '',
    seed: FIRST_OWNER.seed,
  });
  const paper = await newPaper(chain);
  let wallet = await target.start();
  await wallet.call('create_wallet', { ...FILE, language: 'English' });
  /** Transactions that the wallet said were sent. */
  const told: string[] = [];
  for (let kills = 0; kills < sizes.paperKills; kills++) {
    await give(chain, payer, paper.address);
    const alive = { now: true };
    const killed = new Promise<void>((resolve, reject) => {
      setTimeout(() => {
        alive.now = false;
        wallet.kill().then(resolve, reject);
      }, random() * LONGEST_LIFE);
    });
    await sweep(wallet, paper.keys, told).catch((error: unknown) => {
      if (alive.now) throw error;
    });
    await killed;
    wallet = await target.start();
    await wallet.call('open_wallet', FILE);
  }
  // What a kill left is in the pool or still on paper. Without kills, all of it arrives.
  await mineUntilPoolIsEmpty(chain);
  await sweep(wallet, paper.keys, told);
  await mineUntilPoolIsEmpty(chain);
  await judge(wallet, paper.rpc, told);
}

const newPaper = async (chain: Regtest) => {
  const rpc = await chain.walletRpc();
  await rpc.call('create_wallet', { filename: 'paper', password: '', language: 'English' });
  const keyOf = async (key_type: string): Promise<string> =>
    textOf((await rpc.call('query_key', { key_type }))['key']);
  const { address } = await rpc.call('get_address', { account_index: 0 });
  const keys = `monero_wallet:${textOf(address)}?spend_key=${await keyOf('spend_key')}&view_key=${await keyOf('view_key')}&height=200`;
  return { rpc, address: textOf(address), keys };
};

const give = async (chain: Regtest, payer: WalletRpc, address: string): Promise<void> => {
  await payer.call('refresh');
  const half = { address, amount: GIFT / 2 };
  await payer.call('transfer', { destinations: [half, half] });
  await mineUntilPoolIsEmpty(chain);
  await chain.mine(10, FOREIGN_ADDRESS);
};

/** Sweeps what the keys own, if anything, and adds the ids of its transactions to `told`. */
async function sweep(wallet: RunningWallet, keys: string, told: string[]): Promise<void> {
  await wallet.call('refresh');
  await wallet.call('x_sweep_keys_start', { given_keys: keys });
  await within('the keys are read', untilRead(wallet));
  try {
    const { id } = await wallet.call('x_sweep_keys_prepare', { label: LABEL, priority: 1 });
    const { tx_hash_list } = await wallet.call('x_sweep_keys_send', { id, note: NOTE });
    told.push(...(tx_hash_list as readonly string[]));
  } catch (error) {
    const { unlocked_balance } = await wallet.call('x_sweep_keys_status');
    // Nothing is left on the paper after a kill that came later than the relay.
    if (!(error instanceof Refused) || Number(unlocked_balance) > 0) throw error;
  }
  await wallet.call('x_sweep_keys_end');
}

const untilRead = (wallet: RunningWallet): Promise<void> =>
  until(async () => (await wallet.call('x_sweep_keys_status'))['phase'] === 'done');

interface Entry {
  readonly txid: string;
  readonly amount: number;
  readonly fee: number;
  readonly note: string;
  readonly address: string;
}
const entriesOf = (result: Result, kind: 'in' | 'out'): readonly Entry[] =>
  (result[kind] ?? []) as unknown as readonly Entry[];

async function judge(wallet: RunningWallet, paper: WalletRpc, told: readonly string[]): Promise<void> {
  await wallet.call('refresh');
  await paper.call('refresh');
  expect((await paper.call('get_balance', { account_index: 0 }))['balance']).toBe(0);
  const left = entriesOf(await paper.call('get_transfers', { out: true }), 'out');
  const arrived = entriesOf(await wallet.call('get_transfers', { in: true }), 'in');
  const amounts = (entries: readonly Entry[]): Map<string, number> =>
    new Map(entries.map(({ txid, amount }) => [txid, amount]));
  expect(amounts(arrived)).toEqual(amounts(left));
  expect(left.reduce((sum, { amount, fee }) => sum + amount + fee, 0)).toBe(sizes.paperKills * GIFT);
  // The note was stored before a transaction was sent, the label with the address that it pays.
  expect(arrived.map(({ note }) => note)).toEqual(arrived.map(() => NOTE));
  expect(arrived.map(({ txid }) => txid)).toEqual(expect.arrayContaining([...told]));
  const { addresses } = await wallet.call('get_address', { account_index: 0 });
  const labels = new Map(
    (addresses as unknown as readonly { readonly address: string; readonly label: string }[]).map(
      ({ address, label }) => [address, label],
    ),
  );
  expect(arrived.map(({ address }) => labels.get(address))).toEqual(arrived.map(() => LABEL));
}
