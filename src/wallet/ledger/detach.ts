/** Removes blocks after a reorg. Upstream: `wallet2::detach_blockchain` (src/wallet/wallet2.cpp). */
import { toHex } from '../../base/hex.ts';
import { countUpTo } from '../state/history-index.ts';
import type { OwnedOutput } from '../state/records/outputs.ts';
import type { Outgoing } from '../state/records/payments.ts';
import type { WalletState } from '../state/state.ts';
import type { DraftOutputs } from './draft-outputs.ts';
import type { DraftTables } from './draft-tables.ts';
import { isUnknownSpender } from './spent-status.ts';

type DetachDraft = Omit<DraftTables, 'written'> & DraftOutputs;

/**
 * Removes all transactions of blocks at or above `height`, not the blocks themselves. `away`: the spend key is locked
 * away (wallet/background).
 */
export function detachTransactions(draft: DetachDraft, height: number, keyIsLocked: boolean): void {
  const before = Array.from({ length: draft.outputCount }, (_, outputIndex) => draft.output(outputIndex));
  const kept = before.flatMap((output) => outputBelow(draft, output, height, keyIsLocked));
  freezeAgain(draft, before, height);
  // Usually removes the last outputs only; an output after a gap moves down to fill it.
  draft.dropOutputs(kept.length);
  for (const [outputIndex, output] of kept.entries())
    if (output !== before[outputIndex]) draft.setOutput(outputIndex, output);
  for (const [key, payment] of draft.entries('payments'))
    if (payment.height >= height) draft.delete('payments', key);
  for (const [key, tx] of draft.entries('maybeSpending'))
    if (tx.height >= height) draft.delete('maybeSpending', key);
  for (const [key, tx] of draft.entries('lightTransactions'))
    if (tx.height >= height) draft.delete('lightTransactions', key);
  for (const [key, record] of draft.entries('outgoing')) {
    if (record.state !== 'confirmed' || record.height < height) continue;
    draft.put('outgoing', key, waiting(record, keyIsLocked));
  }
  // Rings and draws stay: their indices return when the chain grows again. If they were deleted, a node could get a
  // second, different request for an output by showing a fork.
}

/**
 * Before outputs at or above `height` are removed: most are found again, perhaps in a later commit. What the person froze is not
 * spent then.
 */
export function freezeAgain(
  draft: Pick<DraftTables, 'put'>,
  outputs: readonly OwnedOutput[],
  height: number,
): void {
  for (const { height: at, frozen, key } of outputs)
    if (at >= height && frozen) draft.put('toFreeze', toHex(key), true);
}

/**
 * A payment that is in no block any more. It is ours and will probably be mined again, so it becomes pending. Without the spend
 * key the pool is not read, so it would stay pending for ever; and nothing is sent meanwhile that could pay twice.
 */
const waiting = (record: Outgoing, keyIsLocked: boolean): Outgoing => ({
  ...record,
  state: keyIsLocked ? 'failed' : 'pending',
  height: 0,
  missing: 0,
});

/**
 * Before blocks from `from` up to, and without, `end` are applied: payments that an earlier scan found in blocks of these heights
 * wait again, until these blocks show them: after a rescan, a reorganisation may have removed them. Blocks below the wallet's
 * birthday show nothing.
 */
export function detachRescanned(
  draft: DetachDraft,
  { account, history, settings }: Pick<WalletState, 'account' | 'history' | 'settings'>,
  from: number,
  end: number,
): void {
  const { outgoing } = history;
  const first = Math.max(from, account.restoreHeight);
  for (const { txid } of outgoing.slice(countUpTo(outgoing, first - 1), countUpTo(outgoing, end - 1))) {
    const record = draft.get('outgoing', toHex(txid));
    if (record?.state === 'confirmed' && record.height >= first)
      draft.put('outgoing', toHex(txid), waiting(record, settings.background?.away ?? false));
  }
}

export function detachOutputCounts(draft: Pick<DraftTables, 'entries' | 'delete'>, height: number): void {
  for (const [key] of draft.entries('outputCounts'))
    if (Number(key) >= height) draft.delete('outputCounts', key);
}

/**
 * An output as it was below a height: absent, replaced by the one that it had replaced (burning bug), or unspent
 * again.
 */
const outputBelow = (
  draft: DetachDraft,
  output: OwnedOutput,
  height: number,
  keyIsLocked: boolean,
): readonly OwnedOutput[] => {
  if (output.height >= height) {
    const { replaces, spent, keyImage, keyImageRequested, frozen } = output;
    if (!replaces) return [];
    const { keyImageRequested: _requested, ...smaller } = replaces;
    // These belong to the one-time key.
    const kept = {
      frozen,
      ...(keyImage && { keyImage }),
      ...(keyImageRequested && { keyImageRequested }),
      ...(spent && { spent }),
    };
    return outputBelow(draft, { ...smaller, ...kept }, height, keyIsLocked);
  }
  // The block of a spend that only a node reported is unknown. The blocks that are read again may not contain it.
  if (!output.spent || output.spent.height < height || isUnknownSpender(output.spent.txid)) return [output];
  const { spent, ...unspent } = output;
  const waitsAgain = !keyIsLocked && draft.get('outgoing', toHex(spent.txid)) !== undefined;
  return [waitsAgain ? { ...output, spent: { height: 0, txid: spent.txid } } : unspent];
};
