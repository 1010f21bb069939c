/**
 * A sent payment that waits for a block for long: the person sends the same bytes again, or gives it up. Giving up cannot
 * make it pay twice: the record counts as refused, so later payments of the account spend one of its inputs
 * (refused.ts), and if it appears in a pool or a block after all, it is pending or confirmed again.
 */
import { fault } from '../faults.ts';
import { createDraft } from '../ledger/draft.ts';
import { mayBeInGap } from '../ledger/gaps.ts';
import type { Ledger, WalletState } from '../state/state.ts';
import type { Outgoing } from '../state/records/payments.ts';
import { isBeingSent, whileSending } from './locks.ts';
import { relayAgain, setFailed, type OutboxDeps } from './outbox.ts';

/** A payment is given up only if this many reads of the pool in a row did not find it. */
export const MISSING_BEFORE_GIVING_UP = 3;

/** A payment made here that is in no block, with its bytes. */
export type WaitingPayment = Outgoing & Required<Pick<Outgoing, 'blob'>>;

/** `id`: of the transaction, in hex. Fault not_waiting: no payment made here with this id waits for a block. */
export function waitingPayment({ tables }: Pick<WalletState, 'tables'>, id: string): WaitingPayment {
  const record = tables.outgoing.get(id);
  if (record?.state !== 'pending' || !record.blob) throw fault('not_waiting');
  return { ...record, blob: record.blob };
}

/**
 * Sends a payment (id in hex) to the node again; it stays pending after a fault. Fault not_waiting, also while another call
 * sends it: that call may store it as not sent.
 */
export async function resend(deps: Omit<OutboxDeps, 'clock'>, id: string): Promise<void> {
  const { txid, blob, sentTo } = waitingPayment(deps.ledger.state, id);
  if (isBeingSent(deps.ledger, id)) throw fault('not_waiting');
  await whileSending(deps.ledger, [id], () => relayAgain(deps, { txid, blob, sentTo }));
}

/**
 * Gives a payment up, which frees its inputs. `unreadBlocks`: the chain has blocks that this build cannot read. Faults
 * not_waiting; cannot_give_up: a node has it, it may be in an unread block (also in a gap), or it is being sent now.
 */
export async function giveUp(ledger: Ledger, id: string, unreadBlocks: boolean): Promise<void> {
  await ledger.commit((state) => {
    const payment = waitingPayment(state, id);
    const { missing = 0 } = payment;
    if (isBeingSent(ledger, id)) throw fault('cannot_give_up', { reason: 'sending' });
    if (unreadBlocks || mayBeInGap(state, payment))
      throw fault('cannot_give_up', { reason: 'unread_blocks' });
    if (missing < MISSING_BEFORE_GIVING_UP) throw fault('cannot_give_up', { reason: 'in_pool' });
    const draft = createDraft(state);
    setFailed(draft, id, { relay: 'unknown' });
    return draft.change();
  });
}
