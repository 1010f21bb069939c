/** Entries of x_history as the wallet makes them: kind, other account and unlocking come from the wallet's own function. */
import { asTxId } from '../../src/base/brands.ts';
import { camel } from '../../src/client/camel.ts';
import type { Result } from '../../src/rpc/contract.ts';
import type { HistoryType } from '../../src/wallet/ledger/history.ts';
import { movementsOf } from '../../src/wallet/ledger/movements.ts';

export type ShownEntry = NonNullable<Result<'x_history'>['entries']>[number];
/** What a test says of an entry. `unlock_time`: as in the transaction; of mined money 60 blocks if absent. */
export interface GivenEntry extends Partial<ShownEntry> {
  readonly unlock_time?: bigint;
}

const PLAIN = {
  type: 'in',
  txid: 'aa',
  url_id: '',
  amount: 0n,
  fee: 0n,
  height: 0,
  timestamp: 0,
  address: '',
  subaddr_index: { major: 0, minor: 0 },
};

export function shownEntries(given: readonly GivenEntry[]): ShownEntry[] {
  const entries = given.map(({ unlock_time, ...wire }) => {
    const entry = { ...PLAIN, ...wire };
    return {
      wire: entry,
      type: entry.type as HistoryType,
      txid: asTxId(new TextEncoder().encode(entry.txid.padEnd(32).slice(0, 32))),
      amount: entry.amount,
      fee: entry.fee,
      destinations: (wire.destinations ?? []).map(({ address, amount }) => ({ address, amount })),
      subaddress: entry.subaddr_index,
      height: entry.height,
      unlockTime: unlock_time ?? (entry.type === 'block' ? BigInt(entry.height + 60) : 0n),
    };
  });
  const movements = movementsOf(entries, ({ type, wire }) => netOf(type, wire));
  return movements.map(({ entry, kind, amount, otherAccount, net, walletNet, freeAt, lockedUntil }) => ({
    ...entry.wire,
    ...{ kind, amount, net, wallet_net: walletNet, free_at: freeAt, locked_until: lockedUntil },
    ...(otherAccount !== undefined && { other_account: otherAccount }),
  }));
}

/** These entries as the page gets them from its client. */
export function pageEntries(given: readonly GivenEntry[]) {
  return camel(shownEntries(given));
}

/** As if nothing that was sent came back to the paying account, but for what the test says. */
const netOf = (type: HistoryType, { amount, fee, net }: ShownEntry | (typeof PLAIN & GivenEntry)): bigint => {
  if (net !== undefined) return net;
  if (type === 'failed') return 0n;
  return type === 'out' || type === 'pending' ? -(amount + fee) : amount;
};
