/** Requests the transaction of a proof from the node. */
import type { TxId } from '../../base/brands.ts';
import type { BlockSource } from '../../ports/block-source.ts';
import { toHex } from '../../base/hex.ts';
import { readFetchedTx } from '../../protocol/carrot/fetched-tx.ts';
import { isCoinbase } from '../../protocol/tx/prefix.ts';
import type { Transaction } from '../../protocol/tx/types.ts';
import { fault } from '../faults.ts';

export interface KnownTx {
  readonly tx: Transaction;
  readonly inPool: boolean;
  /** Undefined when it is in the pool. */
  readonly height?: number;
}

/** Transactions by id in hex, without unknown ones. */
export async function lookUpTxs(
  blocks: Pick<BlockSource, 'transactions'>,
  txids: readonly TxId[],
): Promise<ReadonlyMap<string, KnownTx>> {
  const answers = await blocks.transactions(txids, { prune: true });
  const known = new Map<string, KnownTx>();
  const needWhole: TxId[] = [];
  const remember = (answer: (typeof answers)[number]): void => {
    const { txid, pruned, inPool, height } = answer;
    const tx = readFetchedTx(answer);
    // The id of a pruned version 1 transaction cannot be checked, so request the whole transaction. A miner's
    // transaction has nothing to prune.
    if (pruned && tx.prefix.version === 1 && !isCoinbase(tx.prefix)) needWhole.push(txid);
    else known.set(toHex(txid), { tx, inPool, ...(height !== undefined && { height }) });
  };
  for (const answer of answers) remember(answer);
  if (needWhole.length > 0) for (const answer of await blocks.transactions(needWhole)) remember(answer);
  return known;
}

/** Fault unknown_tx. */
export async function lookUpTx(blocks: Pick<BlockSource, 'transactions'>, txid: TxId): Promise<KnownTx> {
  const id = toHex(txid);
  const known = (await lookUpTxs(blocks, [txid])).get(id);
  if (!known) throw fault('unknown_tx', { txid: id });
  return known;
}

/** Confirmation state of a transaction; the check methods return it with the amount. */
export interface ConfirmationState {
  readonly inPool: boolean;
  /** Number of blocks from its own on, its own included. */
  readonly confirmations: number;
}

export async function confirmationStateOf(
  blocks: Pick<BlockSource, 'tip'>,
  { inPool, height }: KnownTx,
): Promise<ConfirmationState> {
  if (inPool || height === undefined) return { inPool, confirmations: 0 };
  const { height: top } = await blocks.tip();
  return { inPool, confirmations: Math.max(0, top - height) };
}
