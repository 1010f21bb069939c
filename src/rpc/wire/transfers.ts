/** The kinds of transfers that a caller wants, each as a list, oldest first. */
import { inPool, incoming, outgoing, type HistoryFilter } from '../../wallet/ledger/history.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import type { Infer } from '../../base/shape.ts';
import type { transferEntry } from './shapes.ts';
import { toEntry } from './transfer-entry.ts';

const KINDS = ['in', 'out', 'pending', 'failed', 'pool'] as const;
type Kind = (typeof KINDS)[number];
type Entry = Infer<{ entry: typeof transferEntry }>['entry'];

const lists: Readonly<Record<Kind, typeof incoming>> = {
  in: incoming,
  out: (state, filter, now) => outgoing(state, 'confirmed', filter, now),
  pending: (state, filter, now) => outgoing(state, 'pending', filter, now),
  failed: (state, filter, now) => outgoing(state, 'failed', filter, now),
  pool: inPool,
};

export function listTransfers(
  wallet: Wallet,
  wanted: Readonly<Record<Kind, boolean>>,
  filter: HistoryFilter,
): Readonly<Record<Kind, readonly Entry[]>> {
  const now = wallet.now();
  const listOf = (kind: Kind): readonly Entry[] =>
    wanted[kind] ? lists[kind](wallet.state, filter, now).map((entry) => toEntry(wallet, entry)) : [];
  return Object.fromEntries(KINDS.map((kind) => [kind, listOf(kind)])) as Record<Kind, readonly Entry[]>;
}
