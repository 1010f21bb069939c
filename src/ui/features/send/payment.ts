/** A payment to be: what it would cost at each level, and building it, which makes its numbers exact. */
import type { Client } from '../../../client/client.ts';
import { amountText } from '../../format/format.ts';

export interface Wanted {
  readonly account: number;
  readonly address: string;
  /** All that can be spent, rather than an amount. */
  readonly all: boolean;
  /** Others sign: the wallet keeps it with this note, its coins bound, until it is sent or discarded. */
  readonly keep?: { readonly note: string };
}
export interface Level {
  readonly priority: number;
  readonly fee: bigint;
  /** What arrives. */
  readonly amount: bigint;
  readonly coins: readonly bigint[];
  readonly change: bigint;
  /** What can be spent until the change is free. */
  readonly meanwhile: bigint;
  readonly tooMuch: boolean;
}
export interface Built {
  /** With the exact numbers. */
  readonly level: Level;
  readonly txids: readonly string[];
  readonly metadata: readonly string[];
  /** Without keys here: what the signing device is to sign. */
  readonly unsigned: string;
  /** Under which the wallet keeps it, where others sign; else empty. */
  readonly unsent: string;
}

/** What it would cost at each level, without telling the node anything. */
export async function costOf(client: Client, wanted: Wanted, amount: bigint): Promise<readonly Level[]> {
  const { levels = [] } = await client.call('x_preview', {
    destinations: [{ address: wanted.address, amount }],
    account_index: wanted.account,
    sweep: wanted.all,
  });
  return levels.map(({ priority, fee, amount: arrives, inputs = [], change, unlocked_after, too_much }) => ({
    priority,
    fee,
    amount: arrives,
    coins: inputs.map((input) => input.amount),
    change,
    meanwhile: unlocked_after,
    tooMuch: too_much ?? false,
  }));
}

/** Builds what `shown` says, and sends nothing. `spendable`: what the account can spend before. */
export async function build(client: Client, wanted: Wanted, shown: Level, spendable: bigint): Promise<Built> {
  const { account, address, all, keep } = wanted;
  const common = {
    account_index: account,
    priority: shown.priority,
    do_not_relay: true,
    get_tx_metadata: true,
    ...(keep && { x_keep: true, x_note: keep.note }),
  };
  if (all) {
    const swept = await client.call('sweep_all', { ...common, address, subaddr_indices_all: true });
    return {
      level: { ...shown, amount: sum(swept.amount_list ?? []), fee: sum(swept.fee_list ?? []) },
      txids: swept.tx_hash_list ?? [],
      metadata: swept.tx_metadata_list ?? [],
      unsigned: swept.unsigned_txset || swept.multisig_txset,
      unsent: swept.x_unsent ?? '',
    };
  }
  const built = await client.call('transfer', {
    ...common,
    destinations: [{ address, amount: shown.amount }],
  });
  const coins = built.x_inputs ?? [];
  return {
    level: {
      ...shown,
      fee: built.fee,
      amount: built.amount,
      change: built.x_change ?? 0n,
      coins,
      meanwhile: spendable - sum(coins),
    },
    txids: [built.tx_hash],
    metadata: [built.tx_metadata],
    unsigned: built.unsigned_txset || built.multisig_txset,
    unsent: built.x_unsent ?? '',
  };
}

/** Why a sheet's numbers are others than before, in a sentence; empty when they are not. */
export function difference(shown: Level, built: Level): string {
  if (built.fee === shown.fee && built.amount === shown.amount && built.change === shown.change) return '';
  return built.fee === shown.fee
    ? 'Other coins pay than first shown. Look at the numbers again, then send.'
    : `The fee is ${amountText(built.fee)} now, not ${amountText(shown.fee)}. Look at the numbers again, then send.`;
}
const sum = (values: readonly bigint[]): bigint => values.reduce((total, value) => total + value, 0n);
