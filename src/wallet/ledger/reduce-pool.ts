/**
 * Turns the node's pool into a change: incoming payments, spends by a copy of this wallet, and the state of what we
 * sent.
 * Upstream: `wallet2::update_pool_state`, `process_unconfirmed_transfer`.
 */
import type { TxId } from '../../base/brands.ts';
import { toHex } from '../../base/hex.ts';
import type { ScannedPoolTx } from '../../ports/scan-pool.ts';
import { RELAYED } from '../state/records/relay.ts';
import type { WalletState } from '../state/state.ts';
import type { Change } from '../state/tables.ts';
import { applyTx } from './apply-tx.ts';
import { createDraft } from './draft.ts';
import { mayBeInGap } from './gaps.ts';

/** After this many reads of the pool without it, a transaction of ours counts as dropped. */
export const MISSING_LIMIT = 20;

export interface SeenPoolTx extends ScannedPoolTx {
  readonly txid: TxId;
  readonly receivedTime: number;
  readonly doubleSpendSeen: boolean;
}

/**
 * `present`: ids of all pool transactions in hex. `fresh`: those scanned in this round. A transaction of ours that is
 * missing does not fail here while we have its bytes: spend/outbox.ts relays it again. Nor does it fail while it may be in
 * a block that is not read: one of a gap, or, with `unreadBlocks`, one that this build cannot read. `counts`: the blocks up to
 * the tip were read just before, so that a transaction of ours that is not in the pool counts as missing once more.
 */
export function reducePool(
  state: WalletState,
  present: ReadonlySet<string>,
  fresh: readonly SeenPoolTx[],
  { unreadBlocks = false, counts = true } = {},
): Change {
  const draft = createDraft(state);
  for (const [key, payment] of state.history.inPool)
    if (!present.has(toHex(payment.txid))) draft.delete('payments', key);
  for (const tx of fresh) {
    const spends = tx.keyImages
      .filter((image) => draft.findKeyImage(image) !== undefined)
      .map((keyImage) => ({ keyImage, amount: 0n }));
    if (tx.found.length === 0 && spends.length === 0) continue;
    applyTx(draft, {
      txid: tx.txid,
      height: 0,
      timestamp: tx.receivedTime,
      unlockTime: tx.unlockTime,
      fee: tx.fee,
      coinbase: false,
      found: tx.found,
      spends,
      doubleSpendSeen: tx.doubleSpendSeen,
    });
  }
  for (const [key, record] of draft.pending()) {
    if (record.relay === 'unsent') continue;
    if (present.has(key)) {
      if (record.missing !== 0 || record.relay !== RELAYED)
        draft.put('outgoing', key, { ...record, missing: 0, refused: 0, relay: RELAYED });
      continue;
    }
    if (!counts) continue;
    const missing = (record.missing ?? 0) + 1;
    const isUnread = unreadBlocks || mayBeInGap(state, record);
    if (!record.blob && missing > MISSING_LIMIT && !isUnread) draft.fail(key);
    else draft.put('outgoing', key, { ...record, missing });
  }
  return draft.change();
}
