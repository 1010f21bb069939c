/** Sends a transaction to the node. It never guesses the outcome: without a clear answer it throws `relay_unknown`. */
import type { TxId } from '../base/brands.ts';
import { isFault } from '../base/fault.ts';
import { toHex } from '../base/hex.ts';
import { ask } from './ask.ts';
import { fault } from './faults.ts';
import type { Http } from './http.ts';
import { lookUpTransactions } from './json/get-transactions.ts';
import { relayTransaction, type RelayAnswer } from './json/send-raw-transaction.ts';

/**
 * Faults: tx_rejected, relay_unknown. tx_rejected only if the node says so: a node that answers BUSY, asks for a
 * login, redirects or sends garbage has the bytes and may have relayed them.
 */
export async function relay(http: Http, tx: Uint8Array, txid: TxId, signal?: AbortSignal): Promise<void> {
  const unknown = () => fault('relay_unknown', { txid: toHex(txid) });
  const { accepted, notRelayed, reason, flags } = await send(http, tx, unknown, signal);
  if (accepted && !notRelayed) return;
  // A node that has the transaction already refuses it as a double spend, or accepts it without relaying.
  if (accepted || flags.includes('double_spend')) {
    if (await isKnown(http, txid, unknown, signal)) return;
    if (accepted) throw unknown();
  }
  throw fault('tx_rejected', { reason, flags });
}

const send = async (
  http: Http,
  tx: Uint8Array,
  unknown: () => Error,
  signal?: AbortSignal,
): Promise<RelayAnswer> => {
  try {
    return await ask(http, relayTransaction(tx), signal);
  } catch (error) {
    throw isFault(error) ? unknown() : error;
  }
};

/** True if the node knows the transaction. Asking reveals nothing, since the node has just received it. */
const isKnown = async (
  http: Http,
  txid: TxId,
  unknown: () => Error,
  signal?: AbortSignal,
): Promise<boolean> => {
  try {
    return (await ask(http, lookUpTransactions([txid], false), signal)).length > 0;
  } catch (error) {
    throw isFault(error) ? unknown() : error;
  }
};
