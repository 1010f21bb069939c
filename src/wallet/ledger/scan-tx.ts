/**
 * Adds single transactions that the user names: money that the scan missed, because it came before the wallet's
 * birthday or to an address beyond the look-ahead.
 * Upstream: `wallet2::scan_tx` (src/wallet/wallet2.cpp).
 */
import type { TxLookup } from '../../ports/block-source.ts';
import type { ScannedPoolTx } from '../../ports/scan-pool.ts';
import { keyInputs } from '../../protocol/tx/prefix.ts';
import { readFetchedTx } from '../../protocol/carrot/fetched-tx.ts';
import { feeOf } from '../scan/find-outputs.ts';
import type { WalletState } from '../state/state.ts';
import type { Change } from '../state/tables.ts';
import { applyTx } from './apply-tx.ts';
import { longPaymentId } from './block-transactions.ts';
import { createDraft, type Draft } from './draft.ts';
import { isUnknownSpender } from './spent-status.ts';

export interface FoundTx {
  readonly lookup: TxLookup;
  readonly scanned: ScannedPoolTx;
}

/** The change from transactions in blocks or in the pool. Skips those in blocks that the scan has not read yet. */
export function reduceLookups(state: WalletState, txs: readonly FoundTx[], now: number): Change {
  const draft = createDraft(state);
  const before = draft.outputCount;
  for (const tx of inBlockOrder(txs))
    if (isUnknown(draft, state, tx)) applyTx(draft, factsOf(draft, tx, now));
  if (draft.outputCount > before) inChainOrder(draft);
  return draft.change();
}

/**
 * Sorts by height (the pool last), inside a block by output index, since a later transaction may spend an earlier
 * one's output.
 */
const inBlockOrder = (txs: readonly FoundTx[]): readonly FoundTx[] => {
  const heightAndIndex = ({ lookup }: FoundTx): readonly [height: number, index: number] => [
    lookup.inPool ? Infinity : (lookup.height ?? Infinity),
    lookup.outputIndices?.[0] ?? 0,
  ];
  return [...txs].sort((a, b) => {
    const [[heightA, indexA], [heightB, indexB]] = [heightAndIndex(a), heightAndIndex(b)];
    return heightA === heightB ? indexA - indexB : heightA - heightB;
  });
};

const isUnknown = (draft: Draft, state: WalletState, { lookup, scanned }: FoundTx): boolean => {
  if (!lookup.inPool && (lookup.height === undefined || lookup.height >= state.height)) return false;
  const spends = scanned.keyImages.some((image) => {
    const outputIndex = draft.findKeyImage(image);
    const spent = outputIndex === undefined ? undefined : draft.output(outputIndex).spent;
    // The node may have reported the output as spent without naming the transaction.
    return outputIndex !== undefined && (!spent || spent.height === 0 || isUnknownSpender(spent.txid));
  });
  return spends || scanned.found.some(({ key }) => draft.findKey(key) === undefined);
};

const factsOf = (draft: Draft, { lookup, scanned }: FoundTx, now: number): Parameters<typeof applyTx>[1] => {
  const { prefix, rct } = readFetchedTx(lookup);
  const coinbase = prefix.inputs.some(({ kind }) => kind === 'gen');
  const spends = keyInputs(prefix).filter(({ keyImage }) => draft.findKeyImage(keyImage) !== undefined);
  const paymentId = longPaymentId(prefix);
  return {
    txid: lookup.txid,
    height: lookup.inPool ? 0 : lookup.height!,
    timestamp: lookup.timestamp ?? now,
    unlockTime: prefix.unlockTime,
    fee: feeOf({ prefix, rct, coinbase }),
    coinbase,
    found: scanned.found.map((found) => ({
      // The scan reads none, as in today's blocks. For a mined transaction the reference reads it at every height.
      ...(!lookup.inPool && paymentId),
      ...found,
      coinbase,
      globalIndex: lookup.outputIndices?.[found.outputIndex] ?? 0,
    })),
    spends,
    ...paymentId,
    doubleSpendSeen: lookup.doubleSpendSeen,
  };
};

/** Sorts the outputs by chain order: reorgs and exports rely on it. */
const inChainOrder = (draft: Draft): void => {
  const now = Array.from({ length: draft.outputCount }, (_, outputIndex) => draft.output(outputIndex));
  const sorted = [...now].sort((a, b) => a.height - b.height);
  const first = sorted.findIndex((output, outputIndex) => output !== now[outputIndex]);
  if (first < 0) return;
  // Upwards from the first output that moves: each index is deleted before another output gets it.
  for (let outputIndex = first; outputIndex < sorted.length; outputIndex++)
    draft.delete('outputs', String(outputIndex));
  for (let outputIndex = first; outputIndex < sorted.length; outputIndex++)
    draft.setOutput(outputIndex, sorted[outputIndex]!);
};
