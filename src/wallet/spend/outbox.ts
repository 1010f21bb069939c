/**
 * Sends built transactions: stores keys and record, sends the transaction to the node, stores the answer. After a
 * crash or a lost answer it sends the same transaction again, which cannot pay twice.
 */
import type { KeyImage, TxId } from '../../base/brands.ts';
import { isFault } from '../../base/fault.ts';
import { toHex } from '../../base/hex.ts';
import type { Clock } from '../../ports/clock.ts';
import { createDraft, type Draft } from '../ledger/draft.ts';
import { fault } from '../faults.ts';
import type { Receiver, Receivers } from '../nodes/receivers.ts';
import { RELAYED } from '../state/records/relay.ts';
import { pendingOf, remove, type Ledger } from '../state/state.ts';
import type { Outgoing } from '../state/records/payments.ts';
import { checkSpendable, type PendingTx } from './pending.ts';

export interface OutboxDeps {
  readonly receivers: Receivers;
  readonly ledger: Ledger;
  readonly clock: Clock;
}

/**
 * A transaction that is missing in this many reads of the pool in a row is relayed again. The number is large since a
 * node may keep an accepted transaction to itself for a minute (Dandelion++).
 */
const MISSING_BEFORE_RELAY = 12;
/** A transaction counts as failed after more refusals than this. */
const MAX_REFUSALS = 6;

/** Ids of transactions that `send` is sending now, per open wallet. `rebroadcast` skips them. */
const beingSent = new WeakMap<Ledger, Set<string>>();

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
  const receiver = known && !known.notSent ? deps.receivers.again(known.sentTo) : deps.receivers.now();
  // Relaying it again cannot pay twice, and a refusal now does not undo an earlier acceptance.
  if (known?.state === 'pending') return receiver.relay(pending.blob, pending.txid);
  await storePending(deps, pending, receiver);
  await broadcast(deps, pending.txid, pending.blob, receiver);
}

const storePending = (
  { ledger, clock }: OutboxDeps,
  pending: PendingTx,
  { address }: Receiver,
): Promise<void> =>
  ledger.commit((state) => {
    checkSpendable(state, { keyImages: pending.keyImages });
    const draft = createDraft(state);
    const id = toHex(pending.txid);
    const known = draft.get('outgoing', id);
    const minorIndices = new Set<number>();
    for (const image of pending.keyImages) {
      const outputIndex = draft.indexOfKeyImage(toHex(image))!;
      const output = draft.output(outputIndex);
      minorIndices.add(output.subaddress.minor);
      draft.setOutput(outputIndex, { ...output, spent: { height: 0, txid: pending.txid } });
    }
    if (pending.keys) draft.put('txKeys', id, pending.keys);
    draft.put('outgoing', id, {
      txid: pending.txid,
      state: 'pending',
      height: 0,
      timestamp: Math.floor(clock.now() / 1000),
      amountIn: pending.amountIn,
      change: pending.change,
      fee: pending.fee,
      account: pending.account,
      subaddresses: [...minorIndices].sort((a, b) => a - b),
      destinations: pending.destinations,
      ...(pending.paymentId && { paymentId: pending.paymentId }),
      ...(!pending.keys && { keysElsewhere: true }),
      unlockTime: 0n,
      keyImages: pending.keyImages,
      blob: pending.blob,
      // After an earlier attempt a node may have the transaction and get it mined, even if this attempt sends nothing.
      relay: known && !known.notSent ? 'unknown' : 'unsent',
      sentTo: address,
      missing: 0,
    });
    return draft.change();
  });

const broadcast = async (
  { ledger }: OutboxDeps,
  txid: TxId,
  blob: Uint8Array,
  receiver: Receiver,
): Promise<void> => {
  const id = toHex(txid);
  const ids = beingSent.get(ledger) ?? new Set();
  beingSent.set(ledger, ids.add(id));
  try {
    await receiver.relay(blob, txid);
  } catch (error) {
    if (isFault(error)) await afterFault(ledger, id, error.code);
    throw error;
  } finally {
    ids.delete(id);
  }
  // The node has it. If storing that fails, it is relayed once more later.
  await updatePending(ledger, id, (record) => ({ ...record, relay: RELAYED, missing: 0, refused: 0 })).catch(
    ignoreFault,
  );
};

const afterFault = async (ledger: Ledger, id: string, code: string): Promise<void> => {
  if (code === 'relay_unknown')
    return updatePending(ledger, id, (record) => ({ ...record, relay: 'unknown' })).catch(ignoreFault);
  try {
    await ledger.commit((state) => {
      const draft = createDraft(state);
      const notSent = code !== 'tx_rejected' && draft.get('outgoing', id)?.relay === 'unsent';
      setFailed(draft, id, notSent ? { notSent } : { relay: 'unknown' });
      return draft.change();
    });
  } catch (error) {
    ignoreFault(error);
    // The stored record is still pending, so `rebroadcast` relays the transaction: the outcome is not known yet.
    throw fault('relay_unknown', { txid: id });
  }
};

const setFailed = (draft: Draft, id: string, more: Pick<Outgoing, 'notSent' | 'relay'>): void => {
  draft.fail(id);
  const record = draft.get('outgoing', id);
  if (record?.state === 'failed') draft.put('outgoing', id, { ...record, ...more });
};

const ignoreFault = (error: unknown): void => {
  if (!isFault(error)) throw error;
};

/**
 * Relays every pending transaction again that may not have reached a node. Call it once per pass of the sync.
 * `unreadBlocks`: the chain has blocks that this build cannot read. A node refuses a transaction that one of these
 * blocks contains, so refusals do not count then.
 */
export async function rebroadcast(deps: OutboxDeps, { unreadBlocks = false } = {}): Promise<void> {
  const { receivers, ledger } = deps;
  await forgetNotSent(ledger);
  for (const { txid, blob, relay: known, missing = 0, sentTo } of pendingOf(ledger.state)) {
    if (!blob || (known === RELAYED && missing < MISSING_BEFORE_RELAY)) continue;
    const id = toHex(txid);
    if (beingSent.get(ledger)?.has(id)) continue;
    try {
      const receiver = receivers.again(sentTo);
      // A crash must not forget that this node has the bytes, too.
      if (receiver.address !== sentTo)
        await updatePending(ledger, id, (record) => ({ ...record, sentTo: receiver.address }));
      await receiver.relay(blob, txid);
      await updatePending(ledger, id, (record) => ({ ...record, relay: RELAYED, missing: 0, refused: 0 }));
    } catch (error) {
      if (!isFault(error)) throw error;
      if (error.code !== 'tx_rejected' || unreadBlocks) continue;
      await countRefusal(ledger, id).catch(ignoreFault);
    }
  }
}

/**
 * A node also refuses a transaction when a block that the wallet has not read yet contains it. So only more than
 * MAX_REFUSALS refusals make a transaction fail.
 */
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

/** Deletes transactions that were never sent, once a block has spent one of their inputs. */
const forgetNotSent = (ledger: Ledger): Promise<void> =>
  ledger
    .commit(({ tables, outputs, byKeyImage }) => {
      const isMined = (image: KeyImage): boolean =>
        (outputs[byKeyImage.get(toHex(image)) ?? -1]?.spent?.height ?? 0) > 0;
      const ids = [...tables.outgoing]
        .filter(([, { state, notSent }]) => notSent && state === 'failed')
        .filter(([, { keyImages }]) => keyImages.some(isMined))
        .map(([id]) => id);
      return { puts: [], deletes: ids.flatMap((id) => [remove('outgoing', id), remove('txKeys', id)]) };
    })
    .catch(ignoreFault);
