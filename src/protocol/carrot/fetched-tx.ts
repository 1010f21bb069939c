/**
 * Transactions that a node sends by their ids. The answer does not contain the version of their block, so a build that
 * reads later rules also reads their forms.
 */
import type { TxId } from '../../base/brands.ts';
import { Reader } from '../encoding/reader.ts';
import { prunedTxHash, txHash } from '../tx/hash.ts';
import { isCoinbase } from '../tx/prefix.ts';
import { readPrunedTransaction, readTransaction } from '../tx/transaction.ts';
import { RCT_FCMP, type Transaction, type TxForms } from '../tx/types.ts';
import { fcmpTxHash, readFcmpTransaction } from './fcmp-part.ts';

interface FetchedTx {
  readonly blob: Uint8Array;
  readonly pruned: boolean;
  readonly forms?: TxForms;
}

/** Reads a whole transaction of type 7, prefix and base. */
export function readFetchedTx({ blob, pruned, forms }: FetchedTx): Transaction {
  if (pruned) return readPrunedTransaction(blob, forms);
  return isOfType7(blob, forms) ? readFcmpTransaction(blob).pruned : readTransaction(blob, forms);
}

/** Undefined for a pruned transaction of version 1 that has signatures: its id needs the whole. */
export function idOfFetchedTx(
  { blob, pruned, forms }: FetchedTx,
  prunableHash: () => Uint8Array,
): TxId | undefined {
  if (!pruned)
    return isOfType7(blob, forms)
      ? fcmpTxHash(readFcmpTransaction(blob))
      : txHash(readTransaction(blob, forms));
  const tx = readPrunedTransaction(blob, forms);
  if (tx.prefix.version !== 1) return prunedTxHash(tx, prunableHash());
  // A miner's transaction has no signatures: monerod sends it as pruned, even when the whole one is requested.
  return isCoinbase(tx.prefix) ? txHash(readTransaction(blob, forms)) : undefined;
}

/** A reader stops after the base. */
const isOfType7 = (blob: Uint8Array, forms: TxForms | undefined): boolean =>
  forms === 'carrot' && readPrunedTransaction(new Reader(blob), forms).rct?.type === RCT_FCMP;

/** True if its outputs are of Carrot, for which proofs of payments are not defined yet. */
export function hasCarrotOutputs({ prefix }: Pick<Transaction, 'prefix'>): boolean {
  return prefix.outputs.some(({ carrot }) => carrot !== undefined);
}
