/**
 * Sends built transactions: stores keys and record, sends the transaction to the node, stores the answer. After a
 * crash or a lost answer it sends the same transaction again, which cannot pay twice.
 */
import type { KeyImage, TxId } from '../../base/brands.ts';
import { isFault } from '../../base/fault.ts';
import { toHex } from '../../base/hex.ts';
import type { Clock } from '../../ports/clock.ts';
import { createDraft, type Draft } from '../ledger/draft.ts';
import { mayBeInGap } from '../ledger/gaps.ts';
import { fault } from '../faults.ts';
import type { TxReceiver, Receivers } from '../nodes/receivers.ts';
import { RELAYED } from '../state/records/relay.ts';
import { pendingOf, remove, type Ledger } from '../state/state.ts';
import type { Outgoing } from '../state/records/payments.ts';
import { isBeingSent, whileSending } from './locks.ts';
import { checkSpendable, type PendingTx } from './pending.ts';
import { putPending } from './put-pending.ts';

export interface OutboxDeps {
  readonly receivers: Receivers;
  readonly ledger: Ledger;
  readonly clock: Clock;
}

/** Pool reads without it before a transaction is sent again: many, since a node may keep it a minute (Dandelion++). */
const MISSING_BEFORE_RELAY = 12;
/** A transaction counts as failed after more refusals than this. */
const MAX_REFUSALS = 6;

/**
 * Sends a transaction. Stores its secret keys and its record first. The keys are deleted only if no byte of the
 * transaction was ever sent and a block spends one of its inputs.
 * Faults: output_not_spendable; relay_unknown: the inputs stay reserved until the outcome is known; tx_rejected: the
 * inputs are free, but the next payment must spend one of them, so that only one of the two can be mined (refused.ts);
 * no_node, nodes_disagree, asked_elsewhere, and the node's other faults: this call sent no byte, and the inputs are
 * free. After a fault, a transaction that was pending before is still pending, and its inputs stay reserved.
 */
export async function send(deps: OutboxDeps, pending: PendingTx): Promise<void> {
  const known = deps.ledger.state.tables.outgoing.get(toHex(pending.txid));
  // A block has it: there is nothing left to send.
  if (known?.state === 'confirmed') return;
  const receiver = receiverOf(deps, pending.txid);
  // Relaying it again cannot pay twice, and a refusal now does not undo an earlier acceptance.
  if (known?.state === 'pending') return receiver.relay(pending.blob, pending.txid);
  await whileSending(deps.ledger, [toHex(pending.txid)], async () => {
    await storePending(deps, pending, receiver);
    await broadcast(deps, pending.txid, pending.blob, receiver);
  });
}

/** The node that gets a transaction. Faults no_node, nodes_disagree, asked_elsewhere. */
export function receiverOf({ receivers, ledger }: Omit<OutboxDeps, 'clock'>, txid: TxId): TxReceiver {
  const known = ledger.state.tables.outgoing.get(toHex(txid));
  return known && !known.notSent ? receivers.again(known.sentTo) : receivers.now();
}

const storePending = (
  { ledger, clock }: OutboxDeps,
  pending: PendingTx,
  { address }: TxReceiver,
): Promise<void> =>
  ledger.commit((state) => {
    checkSpendable(state, { keyImages: pending.keyImages });
    const draft = createDraft(state);
    putPending(draft, pending, { at: Math.floor(clock.now() / 1000), sentTo: address });
    return draft.change();
  });

/** The other transactions of the same call, which are stored already (keyed-calls.ts). */
export interface SameCall {
  /** Ids in hex of those that follow. They are not sent if the node refuses this one or is not reached. */
  readonly rest: readonly string[];
  /** Key in `keyedCalls`: deleted if this one is not sent. Absent: an earlier transaction of the call was sent. */
  readonly key?: string;
}

/**
 * Sends a stored transaction to the node, then stores the outcome. Callers use `whileSending`, so that `rebroadcast` does not
 * send the same transaction before the outcome is stored.
 */
export async function broadcast(
  { ledger }: Pick<OutboxDeps, 'ledger'>,
  txid: TxId,
  blob: Uint8Array,
  receiver: TxReceiver,
  sameCall?: SameCall,
): Promise<void> {
  const id = toHex(txid);
  try {
    await receiver.relay(blob, txid);
  } catch (error) {
    // A block with it was read before the answer came.
    if (ledger.state.tables.outgoing.get(id)?.state === 'confirmed') return;
    if (isFault(error)) await afterFault(ledger, id, error.code, sameCall);
    throw error;
  }
  // The node has it. If storing that fails, it is relayed once more later.
  await updatePending(ledger, id, (record) => ({ ...record, relay: RELAYED, missing: 0, refused: 0 })).catch(
    ignoreFault,
  );
}

const afterFault = async (
  ledger: Ledger,
  id: string,
  code: string,
  { rest, key }: SameCall = { rest: [] },
): Promise<void> => {
  if (code === 'relay_unknown')
    return updatePending(ledger, id, (record) => ({ ...record, relay: 'unknown' })).catch(ignoreFault);
  try {
    await ledger.commit((state) => {
      const draft = createDraft(state);
      const notSent = code !== 'tx_rejected' && draft.get('outgoing', id)?.relay === 'unsent';
      setFailed(draft, id, notSent ? { notSent } : { relay: 'unknown' });
      for (const other of rest)
        if (draft.get('outgoing', other)?.relay === 'unsent') setFailed(draft, other, { notSent: true });
      if (notSent && key !== undefined) draft.delete('keyedCalls', key);
      return draft.change();
    });
  } catch (error) {
    ignoreFault(error);
    // The stored record is still pending, so `rebroadcast` relays the transaction: the outcome is not known yet.
    throw fault('relay_unknown', { txid: id });
  }
};

/** Marks a pending transaction (id in hex) as failed, which frees its inputs, and adds these fields to its record. */
export function setFailed(draft: Draft, id: string, more: Pick<Outgoing, 'notSent' | 'relay'>): void {
  draft.fail(id);
  const record = draft.get('outgoing', id);
  if (record?.state === 'failed') draft.put('outgoing', id, { ...record, ...more });
}

const ignoreFault = (error: unknown): void => {
  if (!isFault(error)) throw error;
};

/**
 * Relays every pending transaction again that may not have reached a node. Call it once per pass of the sync.
 * `unreadBlocks`: the chain has blocks that this build cannot read. A node refuses a transaction that one of these
 * blocks, or one of a gap, contains, so refusals do not count then. `again`: those that a node has taken, too. Rejects with
 * the signal's reason when aborted.
 */
export async function rebroadcast(
  deps: OutboxDeps,
  {
    unreadBlocks = false,
    again = false,
    signal,
  }: { readonly unreadBlocks?: boolean; readonly again?: boolean; readonly signal?: AbortSignal } = {},
): Promise<void> {
  const { ledger } = deps;
  // The wallet of a copy may have given a payment up since the copy was made.
  if (ledger.state.settings.background?.copy) return;
  await forgetNotSent(ledger);
  for (const { txid } of pendingOf(ledger.state)) {
    signal?.throwIfAborted();
    const id = toHex(txid);
    // Read now: while an earlier one was relayed, this one may have been given up, or stored as not sent.
    const record = ledger.state.tables.outgoing.get(id);
    if (record?.state !== 'pending' || isBeingSent(ledger, id)) continue;
    const { blob, relay: known, missing = 0, sentTo } = record;
    if (!blob || (known === RELAYED && !again && missing < MISSING_BEFORE_RELAY)) continue;
    try {
      await relayAgain(deps, { txid, blob, sentTo }, signal);
    } catch (error) {
      if (!isFault(error)) throw error;
      if (error.code !== 'tx_rejected' || unreadBlocks || mayBeInGap(ledger.state, record)) continue;
      await countRefusal(ledger, id).catch(ignoreFault);
    }
  }
}

/**
 * Sends a pending transaction to the node again: the same bytes, so that it cannot pay twice. `sentTo`: the node that got
 * them last. Faults tx_rejected, relay_unknown, no_node, nodes_disagree, asked_elsewhere and the node's: the
 * transaction stays pending.
 */
export async function relayAgain(
  { receivers, ledger }: Omit<OutboxDeps, 'clock'>,
  { txid, blob, sentTo }: Pick<PendingTx, 'txid' | 'blob'> & { readonly sentTo: string | undefined },
  signal?: AbortSignal,
): Promise<void> {
  const id = toHex(txid);
  const receiver = receivers.again(sentTo);
  // A crash must not forget that this node has the bytes, too.
  if (receiver.address !== sentTo)
    await updatePending(ledger, id, (record) => ({ ...record, sentTo: receiver.address }));
  await receiver.relay(blob, txid, signal);
  await updatePending(ledger, id, (record) => ({ ...record, relay: RELAYED, missing: 0, refused: 0 }));
}

/** A node also refuses what an unread block contains: only after MAX_REFUSALS refusals a transaction has failed. */
const countRefusal = (ledger: Ledger, id: string): Promise<void> =>
  ledger.commit((state) => {
    const draft = createDraft(state);
    const record = draft.get('outgoing', id);
    if (record?.state !== 'pending') return undefined;
    const refused = (record.refused ?? 0) + 1;
    if (refused > MAX_REFUSALS) setFailed(draft, id, { relay: 'unknown' });
    else draft.put('outgoing', id, { ...record, refused });
    return draft.change();
  });

const updatePending = (ledger: Ledger, id: string, edit: (record: Outgoing) => Outgoing): Promise<void> =>
  ledger.commit((state) => {
    const record = state.tables.outgoing.get(id);
    if (record?.state !== 'pending') return undefined;
    return { puts: [{ table: 'outgoing', key: id, value: edit(record) }], deletes: [] };
  });

/**
 * Deletes transactions that were never sent, once a block has spent one of their inputs. Those of a keyed call stay:
 * an answer to the same call must not say that they were sent.
 */
const forgetNotSent = (ledger: Ledger): Promise<void> =>
  ledger
    .commit(({ tables, outputs, byKeyImage }) => {
      const failed = [...tables.outgoing].filter(([, { state, notSent }]) => notSent && state === 'failed');
      if (failed.length === 0) return undefined;
      const keyed = new Set([...tables.keyedCalls.values()].flatMap(({ txids }) => txids));
      const isMined = (image: KeyImage): boolean =>
        (outputs[byKeyImage.get(toHex(image)) ?? -1]?.spent?.height ?? 0) > 0;
      const ids = failed
        .filter(([id, { keyImages }]) => !keyed.has(id) && keyImages.some(isMined))
        .map(([id]) => id);
      return { puts: [], deletes: ids.flatMap((id) => [remove('outgoing', id), remove('txKeys', id)]) };
    })
    .catch(ignoreFault);
