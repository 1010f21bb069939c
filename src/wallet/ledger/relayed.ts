/** Remembers which blocks were read through a relay, and gives them up when the relay has lied. Pure. docs/adr/0016. */
import type { RelayLie } from '../state/records/relayed-blocks.ts';
import { hashAt, MAX_REORG } from '../state/chain.ts';
import { change, put } from '../state/state.ts';
import type { WalletState } from '../state/state.ts';
import type { Change } from '../state/tables.ts';
import { detachOutputCounts, detachTransactions } from './detach.ts';
import { createDraft } from './draft.ts';

/** Notes that blocks from height `from` on are read through a relay; undefined when that is noted already. */
export function noteRelayed({ tables, chain }: WalletState, from: number): Change | undefined {
  const known = tables.relayed.get('');
  if (known && known.from <= from) return undefined;
  const first = Math.max(chain.base, from - MAX_REORG);
  const below = hashAt(chain, from - 1)
    ? chain.hashes.slice(32 * (first - chain.base), 32 * (from - chain.base))
    : NONE;
  return change([put('relayed', '', { from, below })]);
}

const NONE = new Uint8Array(0);

/** Notes the lie of the relay at `address`, and gives up all blocks that were read through it, so that they are read again. */
export function giveUpRelayed(state: WalletState, address: string, lie: RelayLie): Change {
  const draft = createDraft(state);
  draft.put('relayLies', address, lie);
  const relayed = state.tables.relayed.get('');
  if (!relayed) return draft.change();
  const { from, below } = relayed;
  detachTransactions(draft, from, false);
  detachOutputCounts(draft, from);
  draft.delete('relayed', '');
  const base = from - below.length / 32;
  return { ...draft.change(), chain: below.length > 0 ? { base, append: below } : { base: 0 } };
}
