/** A history entry in wire form. Upstream: `fill_transfer_entry` in src/wallet/wallet_rpc_server.cpp. */
import type { HistoryEntry } from '../../wallet/types.ts';
import { toHex } from '../../base/hex.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import type { Infer } from '../../base/shape.ts';
import type { transferEntry } from './shapes.ts';

type WireEntry = Infer<{ entry: typeof transferEntry }>['entry'];

export function toEntry(wallet: Wallet, entry: HistoryEntry): WireEntry {
  return {
    ...entry,
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

/** The same of many entries; computes their addresses together. */
export function toEntries(wallet: Wallet, entries: readonly HistoryEntry[]): WireEntry[] {
  wallet.addressTexts(entries.map(({ subaddress }) => subaddress));
  return entries.map((entry) => toEntry(wallet, entry));
}

/** 16 digits if the last 48 of a long id are zero, else 64; zeros when there is none. */
export function paymentIdText(paymentId: Uint8Array | undefined): string {
  const text = toHex(paymentId ?? new Uint8Array(8)).padEnd(64, '0');
  return /^0*$/.test(text.slice(16)) ? text.slice(0, 16) : text;
}
