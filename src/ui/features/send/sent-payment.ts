/** A sent payment: one transaction, or several that were sent one after the other. */
import type { Transfer } from '../../state/model.ts';

/** In the address of the page, after the transactions: no answer of the node says whether it has them. */
export const UNSURE = 'unsure';

export interface SentSummary {
  readonly transfers: readonly Transfer[];
  /** In piconero. */
  readonly amount: bigint;
  readonly fee: bigint;
  /** Amount that left the wallet; of a payment to oneself only the fee. */
  readonly left: bigint;
  /** Milliseconds, of the first. */
  readonly time: number;
  /** Confirmations of the transaction that has the fewest, 0 to 10; failed ones do not count. */
  readonly blocks: number;
  readonly inBlock: boolean;
  readonly done: boolean;
  /** Number of transactions that failed. */
  readonly failed: number;
  readonly destinations: Transfer['destinations'];
}

/** The payment with these transactions; undefined unless the list has all of them. */
export function sentPayment(
  transfers: readonly Transfer[],
  txids: readonly string[],
): SentSummary | undefined {
  const found = txids.flatMap((txid) => {
    const own = transfers.filter((each) => each.txid === txid);
    return own.find(({ incoming }) => !incoming) ?? own[0] ?? [];
  });
  const [first] = found;
  if (first === undefined || found.length < txids.length) return undefined;
  const going = found.filter(({ state }) => state !== 'failed');
  const sum = (of: (each: Transfer) => bigint): bigint => found.reduce((total, each) => total + of(each), 0n);
  return {
    transfers: found,
    amount: sum(({ amount }) => amount),
    fee: sum(({ fee }) => fee),
    left: -sum(({ walletNet }) => walletNet),
    time: first.time,
    blocks: going.reduce((least, { blocks }) => Math.min(least, blocks), going[0]?.blocks ?? 0),
    inBlock: going.length > 0 && going.every(({ state }) => state !== 'waiting'),
    done: going.length > 0 && going.every(({ state }) => state === 'done'),
    failed: found.length - going.length,
    destinations: found.flatMap(({ destinations }) => destinations),
  };
}
