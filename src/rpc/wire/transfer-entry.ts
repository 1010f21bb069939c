/** A history entry in wire form. Upstream: `fill_transfer_entry` in src/wallet/wallet_rpc_server.cpp. */
import type { HistoryEntry } from '../../wallet/types.ts';
import { toHex } from '../../base/hex.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import type { Infer } from '../../base/shape.ts';
import { mapInTurns } from './map-in-turns.ts';
import type { transferEntry } from './shapes.ts';

type WireEntry = Infer<{ entry: typeof transferEntry }>['entry'];

export function toEntry(wallet: Wallet, entry: HistoryEntry): WireEntry {
  const { height, timestamp, amount, amounts, fee, note, destinations, type, locked, confirmations } = entry;
  // Named one by one: `...entry` takes fifty times as long.
  return {
    height,
    timestamp,
    amount,
    amounts,
    fee,
    note,
    destinations,
    type,
    locked,
    confirmations,
    txid: toHex(entry.txid),
    payment_id: paymentIdText(entry.paymentId),
    change_amount: entry.change,
    unlock_time: entry.unlockTime,
    subaddr_index: entry.subaddress,
    subaddr_indices: entry.subaddresses,
    address: wallet.addressText(entry.subaddress),
    double_spend_seen: entry.doubleSpendSeen,
    suggested_confirmations_threshold: entry.suggestedConfirmations,
  };
}

/** Converts many entries in turns; computes their addresses together. */
export async function toEntries(wallet: Wallet, entries: readonly HistoryEntry[]): Promise<WireEntry[]> {
  await wallet.prepareAddresses(entries.map(({ subaddress }) => subaddress));
  return mapInTurns(wallet, entries, (entry) => toEntry(wallet, entry));
}

const NO_ID = '0'.repeat(16);

/** 16 digits if the last 48 of a long id are zero, else 64; zeros when there is none. */
export function paymentIdText(paymentId: Uint8Array | undefined): string {
  if (!paymentId) return NO_ID;
  const text = toHex(paymentId).padEnd(64, '0');
  return /^0*$/.test(text.slice(16)) ? text.slice(0, 16) : text;
}
