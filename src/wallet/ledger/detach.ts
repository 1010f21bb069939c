/** Takes blocks back (a reorg). Upstream: `wallet2::detach_blockchain` (src/wallet/wallet2.cpp). */
import { toHex } from '../../base/hex.ts';
import type { ChainChange, OwnedOutput } from '../state/types.ts';
import type { DraftOutputs } from './draft-outputs.ts';
import type { DraftTables } from './draft-tables.ts';

interface DetachDraft extends Omit<DraftTables, 'written'>, DraftOutputs {
  chain(change: ChainChange): void;
}

/** Drops everything at or above `height`. `away`: the wallet is without its spend key (wallet/background). */
export function detachBlocks(draft: DetachDraft, height: number, away: boolean): void {
  const before = Array.from({ length: draft.outputCount }, (_, outputIndex) => draft.output(outputIndex));
  const kept = before.flatMap((output) => outputBelow(draft, output, height, away));
  // Almost always those at the end go; an output above a gap moves down into it.
  draft.dropOutputs(kept.length);
  for (const [outputIndex, output] of kept.entries())
    if (output !== before[outputIndex]) draft.setOutput(outputIndex, output);
  for (const [key, payment] of draft.entries('payments'))
    if (payment.height >= height) draft.delete('payments', key);
  for (const [key] of draft.entries('outputCounts'))
    if (Number(key) >= height) draft.delete('outputCounts', key);
  for (const [key, tx] of draft.entries('maybeSpending'))
    if (tx.height >= height) draft.delete('maybeSpending', key);
  for (const [key, record] of draft.entries('outgoing')) {
    if (record.state !== 'confirmed' || record.height < height) continue;
    // It was ours and is likely to come back: it waits for a block again. Without the spend key the pool is not looked
    // at, so that it would wait for ever; and nothing is sent meanwhile that could pay twice.
    draft.put('outgoing', key, { ...record, state: away ? 'failed' : 'pending', height: 0, missing: 0 });
  }
  // Rings and draws stay, whatever they name: its indices come back when the chain grows again, and a node that
  // could have them forgotten by showing a false fork would see a second question about the same output.
  draft.chain({ keep: height });
}

/** An output as it was below a height: gone, replaced by the one it had replaced (burning bug), or unspent again. */
const outputBelow = (
  draft: DetachDraft,
  output: OwnedOutput,
  height: number,
  away: boolean,
): readonly OwnedOutput[] => {
  if (output.height >= height) {
    const { replaces, spent } = output;
    return replaces ? outputBelow(draft, { ...replaces, ...(spent && { spent }) }, height, away) : [];
  }
  if (!output.spent || output.spent.height < height) return [output];
  const { spent, ...unspent } = output;
  const waitsAgain = !away && draft.get('outgoing', toHex(spent.txid)) !== undefined;
  return [waitsAgain ? { ...output, spent: { height: 0, txid: spent.txid } } : unspent];
};
