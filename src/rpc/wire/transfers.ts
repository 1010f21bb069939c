/** The kinds of transfers that a caller wants, each as a list, oldest first. */
import type { HistoryFilter } from '../../wallet/types.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import type { Infer } from '../../base/shape.ts';
import type { transferEntry } from './shapes.ts';
import { toEntry } from './transfer-entry.ts';

const KINDS = ['in', 'out', 'pending', 'failed', 'pool'] as const;
type Kind = (typeof KINDS)[number];
type Entry = Infer<{ entry: typeof transferEntry }>['entry'];

export function listTransfers(
  wallet: Wallet,
  wanted: Readonly<Record<Kind, boolean>>,
  filter: HistoryFilter,
): Readonly<Record<Kind, readonly Entry[]>> {
  const listOf = (kind: Kind): readonly Entry[] =>
    wanted[kind] ? wallet.history[kind](filter).map((entry) => toEntry(wallet, entry)) : [];
  return Object.fromEntries(KINDS.map((kind) => [kind, listOf(kind)])) as Record<Kind, readonly Entry[]>;
}
