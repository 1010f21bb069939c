/** Shapes that several methods share. Upstream: src/wallet/wallet_rpc_server_commands_defs.h. */
import { bool, count, def, listOf, obj, str, u32, u64 } from '../schema.ts';

export const subaddressIndex = obj({ major: u32, minor: u32 });
export const destination = obj({ amount: u64, address: str });

/** One entry of the history. */
export const transferEntry = obj({
  txid: str,
  payment_id: str,
  height: count,
  timestamp: count,
  amount: u64,
  amounts: listOf(u64),
  fee: u64,
  change_amount: def(u64, 0n),
  note: str,
  destinations: listOf(destination),
  type: str,
  unlock_time: u64,
  locked: bool,
  subaddr_index: subaddressIndex,
  subaddr_indices: listOf(subaddressIndex),
  address: str,
  double_spend_seen: bool,
  confirmations: def(count, 0),
  suggested_confirmations_threshold: def(count, 0),
});
