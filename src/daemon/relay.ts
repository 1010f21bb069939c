/**
 * Relay: a lost answer to this request matters, since money depends on it. The outcome is known or `relay_unknown`;
 * never guessed.
 */
import type { TxId } from '../base/brands.ts';
import { isFault } from '../base/fault.ts';
import { toHex } from '../base/hex.ts';
import { ask } from './ask.ts';
import { fault } from './faults.ts';
import type { Http } from './http.ts';
import { getTransactions } from './json/get-transactions.ts';
import { sendRawTransaction, type RelayAnswer } from './json/send-raw-transaction.ts';

/**
 * Faults: tx_rejected, relay_unknown. Only an explicit verdict is tx_rejected: a node that says BUSY, asks for a
 * login, redirects or answers garbage has the bytes and may have relayed them.
 */
export async function relay(http: Http, tx: Uint8Array, txid: TxId, signal?: AbortSignal): Promise<void> {
  const unknown = () => fault('relay_unknown', { txid: toHex(txid) });
  const { accepted, notRelayed, reason, flags } = await send(http, tx, unknown, signal);
  if (accepted && !notRelayed) return;
  // A node that already has the transaction refuses it as a double spend, or accepts it without relaying it.
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
    return await ask(http, sendRawTransaction(tx), signal);
  } catch (error) {
    throw isFault(error) ? unknown() : error;
  }
};

/** Asking by id reveals nothing here: the node has just received the transaction. */
const isKnown = async (
  http: Http,
  txid: TxId,
  unknown: () => Error,
  signal?: AbortSignal,
): Promise<boolean> => {
  try {
    return (await ask(http, getTransactions([txid], false), signal)).length > 0;
  } catch (error) {
    throw isFault(error) ? unknown() : error;
  }
};
