/** The kinds of transfers that a caller wants, each as a list, oldest first. */
import type { HistoryFilter } from '../../wallet/types.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import type { Infer } from '../../base/shape.ts';
import { bool, listOf } from '../schema.ts';
import { transferEntry } from './shapes.ts';
import { toEntries } from './transfer-entry.ts';

/** Flags of the kinds that a caller wants, and the lists of an answer. */
export const wantedKinds = { in: bool, out: bool, pending: bool, failed: bool, pool: bool };
const entries = listOf(transferEntry);
export const transferLists = { in: entries, out: entries, pending: entries, failed: entries, pool: entries };

const KINDS = ['in', 'out', 'pending', 'failed', 'pool'] as const;
type Kind = (typeof KINDS)[number];
type Entry = Infer<{ entry: typeof transferEntry }>['entry'];

/** The history of this moment; what is computed from it takes turns with other calls. Fault no_wallet: it was closed meanwhile. */
export async function listTransfers(
  wallet: Wallet,
  wanted: Readonly<Record<Kind, boolean>>,
  filter: HistoryFilter,
): Promise<Record<Kind, readonly Entry[]>> {
  const lists = KINDS.map((kind) => (wanted[kind] ? wallet.history[kind](filter) : []));
  const answer: Record<Kind, readonly Entry[]> = { in: [], out: [], pending: [], failed: [], pool: [] };
  for (const [i, list] of lists.entries()) answer[KINDS[i]!] = await toEntries(wallet, list);
  return answer;
}
