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
import { RELAYED } from '../state/relay.ts';
import { pendingOf, remove, type Ledger } from '../state/state.ts';
import type { Outgoing } from '../state/types.ts';
import { checkSpendable, type PendingTx } from './pending.ts';

export interface OutboxDeps {
  readonly receivers: Receivers;
  readonly ledger: Ledger;
  readonly clock: Clock;
}

/**
 * A transaction is relayed again after this many reads of the pool without it, and counts as failed after more than this
 * many refusals. A node may keep an accepted transaction to itself for a minute (Dandelion++), so the first number is
 * large.
 */
const MISSING_BEFORE_RELAY = 12;
const MAX_REFUSALS = 6;

/** Ids of transactions that `send` is sending now, per open wallet. `rebroadcast` skips them. */
const underWay = new WeakMap<Ledger, Set<string>>();

/**
 * Sends a transaction. Its keys are stored before, and deleted only if it never left this device and a block has spent one
 * of its inputs. Faults: output_not_spendable; relay_unknown: the inputs stay
 * reserved until the outcome is known; tx_rejected: the inputs are free, and the next payment spends one of them
 * (refused.ts); asked_elsewhere, and those of the node: no byte was sent, the inputs are free.
 */
export async function send(deps: OutboxDeps, pending: PendingTx): Promise<void> {
  const known = deps.ledger.state.tables.outgoing.get(toHex(pending.txid));
  const receiver = known && !known.notSent ? deps.receivers.again(known.sentTo) : deps.receivers.now();
  // Relaying it again cannot pay twice, and a refusal now does not undo an earlier acceptance.
  if (known?.state === 'pending') return receiver.relay(pending.blob, pending.txid);
  await remember(deps, pending, receiver);
  await broadcast(deps, pending.txid, pending.blob, receiver);
}

const remember = ({ ledger, clock }: OutboxDeps, pending: PendingTx, { address }: Receiver): Promise<void> =>
  ledger.commit((state) => {
    checkSpendable(state, { keyImages: pending.keyImages });
    const draft = createDraft(state);
    const id = toHex(pending.txid);
    const known = draft.get('outgoing', id);
    const minors = new Set<number>();
    for (const image of pending.keyImages) {
      const outputIndex = draft.indexOfKeyImage(toHex(image))!;
      const output = draft.output(outputIndex);
      minors.add(output.subaddress.minor);
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
      subaddresses: [...minors].sort((a, b) => a - b),
      destinations: pending.destinations,
      ...(pending.paymentId && { paymentId: pending.paymentId }),
      ...(!pending.keys && { keysElsewhere: true }),
      unlockTime: 0n,
      keyImages: pending.keyImages,
      blob: pending.blob,
      // A node that refused it before has its bytes, so it may be mined even if nothing is sent now.
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
  const broadcasting = underWay.get(ledger) ?? new Set();
  underWay.set(ledger, broadcasting.add(id));
  try {
    await receiver.relay(blob, txid);
  } catch (error) {
    if (isFault(error)) await afterFault(ledger, id, error.code);
    throw error;
  } finally {
    broadcasting.delete(id);
  }
  // The node has it. If storing that fails, it is relayed once more later.
  await alter(ledger, id, (record) => ({ ...record, relay: RELAYED, missing: 0, refused: 0 })).catch(
    orThrowBug,
  );
};

const afterFault = async (ledger: Ledger, id: string, code: string): Promise<void> => {
  if (code === 'relay_unknown')
    return alter(ledger, id, (record) => ({ ...record, relay: 'unknown' })).catch(orThrowBug);
  try {
    await ledger.commit((state) => {
      const draft = createDraft(state);
      const notSent = code !== 'tx_rejected' && draft.get('outgoing', id)?.relay === 'unsent';
      setFailed(draft, id, notSent ? { notSent } : { relay: 'unknown' });
      return draft.change();
    });
  } catch (error) {
    orThrowBug(error);
    // The stored record says unsent, so it will be relayed again: the caller must know that.
    throw fault('relay_unknown', { txid: id });
  }
};

const setFailed = (draft: Draft, id: string, more: Pick<Outgoing, 'notSent' | 'relay'>): void => {
  draft.fail(id);
  const record = draft.get('outgoing', id);
  if (record?.state === 'failed') draft.put('outgoing', id, { ...record, ...more });
};

const orThrowBug = (error: unknown): void => {
  if (!isFault(error)) throw error;
};

/**
 * Run once per pass: relays every transaction again that may not have reached a node. `unreadBlocks`: the chain has
 * blocks that this build cannot read. A node also refuses a transaction that one of them contains, so a refusal does
 * not count then.
 */
export async function rebroadcast(deps: OutboxDeps, { unreadBlocks = false } = {}): Promise<void> {
  const { receivers, ledger } = deps;
  await forgetNotSent(ledger);
  for (const { txid, blob, relay: known, missing = 0, sentTo } of pendingOf(ledger.state)) {
    if (!blob || (known === RELAYED && missing < MISSING_BEFORE_RELAY)) continue;
    const id = toHex(txid);
    if (underWay.get(ledger)?.has(id)) continue;
    try {
      const receiver = receivers.again(sentTo);
      // A crash must not forget that this node has the bytes, too.
      if (receiver.address !== sentTo)
        await alter(ledger, id, (record) => ({ ...record, sentTo: receiver.address }));
      await receiver.relay(blob, txid);
      await alter(ledger, id, (record) => ({ ...record, relay: RELAYED, missing: 0, refused: 0 }));
    } catch (error) {
      if (!isFault(error)) throw error;
      if (error.code !== 'tx_rejected' || unreadBlocks) continue;
      await countRefusal(ledger, id).catch(orThrowBug);
    }
  }
}

/** One refusal may happen while a block with the transaction arrives; several are final. */
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

const alter = (ledger: Ledger, id: string, edit: (record: Outgoing) => Outgoing): Promise<void> =>
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
    .catch(orThrowBug);
