/** A single transaction for the explorer: read from its bytes, which the daemon module has compared with its id. */
import type { TxId } from '../../base/brands.ts';
import { isFault } from '../../base/fault.ts';
import { toHex } from '../../base/hex.ts';
import { onDemand } from '../../base/on-demand.ts';
import type { BlockSource, TxLookup } from '../../ports/block-source.ts';
import type { ScanPool } from '../../ports/scan-pool.ts';
import { readFetchedTx } from '../../protocol/carrot/fetched-tx.ts';
import { isCoinbase, keyInputs } from '../../protocol/tx/prefix.ts';
import { RCT_FCMP, type Transaction, type TxPrefix } from '../../protocol/tx/types.ts';
import { transactionWeight } from '../../protocol/tx/weight.ts';
import { fault } from '../faults.ts';
import { feeOf } from '../scan/find-outputs.ts';
import { ownParts, type Owner, type OwnParts } from './own-parts.ts';

export interface ExploredTransaction {
  readonly lookup: TxLookup;
  readonly tx: Transaction;
  readonly coinbase: boolean;
  /** Undefined when the node has pruned the transaction. */
  readonly weight?: number | undefined;
  readonly fee: bigint;
  /** Number of blocks from its own on, its own included; 0 in the pool. */
  readonly confirmations: number;
  readonly own: OwnParts;
}

/** Not a part of the first load. */
const weights = onDemand(() => import('../../protocol/fcmp/weight.ts'));
const NOTHING: OwnParts = { outputs: [], inputs: new Map() };

/** Asks the node for this transaction, so that it learns which one. Faults: unknown_tx, part_not_loaded, the node's. */
export async function exploreTransaction(
  { chain, pool }: { readonly chain: Pick<BlockSource, 'transactions' | 'tip'>; readonly pool: ScanPool },
  wallet: Owner | undefined,
  txid: TxId,
): Promise<ExploredTransaction> {
  const [lookup] = await chain.transactions([txid]);
  if (!lookup) throw fault('unknown_tx', { txid: toHex(txid) });
  const { blob, pruned, inPool, height } = lookup;
  const tx = readFetchedTx(lookup);
  const coinbase = isCoinbase(tx.prefix);
  const top = inPool || height === undefined ? undefined : (await chain.tip()).height;
  return {
    lookup,
    tx,
    coinbase,
    // A coinbase has nothing to prune.
    weight: await weightOf(tx, { coinbase, pruned, size: blob.length }),
    fee: feeOf({ prefix: tx.prefix, rct: tx.rct, coinbase }),
    confirmations: top === undefined || height === undefined ? 0 : Math.max(0, top - height),
    own: wallet ? await ownParts(wallet, pool, { txid, tx, height }) : NOTHING,
  };
}

const weightOf = async (
  tx: Transaction,
  { coinbase, pruned, size }: { readonly coinbase: boolean; readonly pruned: boolean; readonly size: number },
): Promise<number | undefined> => {
  if (tx.rct?.type === RCT_FCMP) return weightIfDefined(tx.prefix);
  return pruned && !coinbase ? undefined : transactionWeight(tx, size);
};

/** The weight follows from the prefix alone, and is defined for the counts that a transaction may have. */
const weightIfDefined = async ({ inputs, outputs, extra }: TxPrefix): Promise<number | undefined> => {
  const { fcmpWeight } = await weights();
  try {
    return fcmpWeight({ inputs: inputs.length, outputs: outputs.length }, extra.length);
  } catch (error) {
    if (isFault(error, 'bad_fcmp_shape')) return undefined;
    throw error;
  }
};

export interface ExploredInput {
  readonly keyImage: string;
  readonly ringSize: number;
  /** In the clear (before RingCT). */
  readonly amount: bigint;
  /** The part of this wallet's money that it spends. */
  readonly own?: bigint | undefined;
}
export function inputsOf({ tx, own }: ExploredTransaction): readonly ExploredInput[] {
  return keyInputs(tx.prefix).map(({ keyImage, keyOffsets, amount }) => ({
    keyImage: toHex(keyImage),
    ringSize: keyOffsets.length,
    amount,
    own: own.inputs.get(toHex(keyImage)),
  }));
}
