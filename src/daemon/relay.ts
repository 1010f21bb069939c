/**
 * Relay: the one request whose lost answer matters, since money hangs on it. What the node did is either known or
 * `relay_unknown`; never guessed.
 */
import { isFault } from '../base/fault.ts';
import { toHex } from '../base/hex.ts';
import { ask } from './ask.ts';
import { fault } from './faults.ts';
import type { Http } from './http.ts';
import { getTransactions } from './json/get-transactions.ts';
import { sendRawTransaction, type RelayAnswer } from './json/send-raw-transaction.ts';

/**
 * Faults: tx_rejected, relay_unknown. Any other answer than a verdict is relay_unknown: a node that says BUSY, asks for a
 * login, redirects or answers garbage has been handed the bytes and may have passed them on.
 */
export async function relay(
  http: Http,
  tx: Uint8Array,
  txid: Uint8Array,
  signal?: AbortSignal,
): Promise<void> {
  const unknown = () => fault('relay_unknown', { txid: toHex(txid) });
  const { accepted, notRelayed, reason, flags } = await send(http, tx, unknown, signal);
  if (accepted && !notRelayed) return;
  // A node that has it already calls it its own double spend, or takes it without sending it on.
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

/** Asking by id tells the node nothing here: it has just been handed the transaction. */
const isKnown = async (
  http: Http,
  txid: Uint8Array,
  unknown: () => Error,
  signal?: AbortSignal,
): Promise<boolean> => {
  try {
    return (await ask(http, getTransactions([txid], false), signal)).length > 0;
  } catch (error) {
    throw isFault(error) ? unknown() : error;
  }
};
