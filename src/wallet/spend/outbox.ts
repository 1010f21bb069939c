/**
 * Sends built transactions: keys and record are stored first, then the transaction is sent to the node, then the
 * answer is stored. After a crash or a lost answer the same transaction is sent again, which cannot pay twice.
 */
import type { KeyImage, TxId } from '../../base/brands.ts';
import { isFault } from '../../base/fault.ts';
import { toHex } from '../../base/hex.ts';
import type { Clock } from '../../ports/clock.ts';
import type { TxRelay } from '../../ports/tx-relay.ts';
import { createDraft, type Draft } from '../ledger/draft.ts';
import { fault } from '../faults.ts';
import { RELAYED } from '../state/relay.ts';
import { pendingOf, remove, type Ledger } from '../state/state.ts';
import type { Outgoing } from '../state/types.ts';
import { checkSpendable, type PendingTx } from './pending.ts';

export interface OutboxDeps {
  readonly relay: TxRelay;
  readonly ledger: Ledger;
  readonly clock: Clock;
}

/**
 * After this many looks at the pool without finding it a transaction is sent again, and after this many refusals it
 * counts as failed. A node may keep an accepted transaction to itself for a minute (Dandelion++), so the first is
 * large.
 */
const PATIENCE = 12;
const REFUSALS = 6;

/** Transactions being sent right now, by open wallet: `rebroadcast` leaves these alone. */
const underWay = new WeakMap<Ledger, Set<string>>();

/**
 * Faults: output_not_spendable; relay_unknown (the money stays reserved until the outcome is known); tx_rejected (the
 * money is free, and the next payment spends some of it: refused.ts); those of the node (no byte was sent, the money
 * is free). The keys of the transaction are kept in every case.
 */
export async function send(deps: OutboxDeps, pending: PendingTx): Promise<void> {
  // Sending the same transaction again cannot pay twice, and a refusal now does not undo an earlier acceptance.
  if (deps.ledger.state.tables.outgoing.get(toHex(pending.txid))?.state === 'pending')
    return deps.relay.relay(pending.blob, pending.txid);
  await remember(deps, pending);
  await broadcast(deps, pending.txid, pending.blob);
}

const remember = ({ ledger, clock }: OutboxDeps, pending: PendingTx): Promise<void> =>
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
      // A node that refused it before has its bytes.
      relay: known && !known.notSent ? 'unknown' : 'unsent',
      missing: 0,
    });
    return draft.change();
  });

const broadcast = async ({ relay, ledger }: OutboxDeps, txid: TxId, blob: Uint8Array): Promise<void> => {
  const id = toHex(txid);
  const broadcasting = underWay.get(ledger) ?? new Set();
  underWay.set(ledger, broadcasting.add(id));
  try {
    await relay.relay(blob, txid);
  } catch (error) {
    if (isFault(error)) await afterFault(ledger, id, error.code);
    throw error;
  } finally {
    broadcasting.delete(id);
  }
  // It is sent. If storing that fails, it is only sent once more.
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
    // The stored record says unsent, so it will be sent again: the caller must know that.
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

/** Once per round: sends again every transaction that may not have reached a node. */
export async function rebroadcast(deps: OutboxDeps): Promise<void> {
  const { relay, ledger } = deps;
  await forgetNotSent(ledger);
  for (const { txid, blob, relay: known, missing = 0 } of pendingOf(ledger.state)) {
    if (!blob || (known === RELAYED && missing < PATIENCE)) continue;
    const id = toHex(txid);
    if (underWay.get(ledger)?.has(id)) continue;
    try {
      await relay.relay(blob, txid);
      await alter(ledger, id, (record) => ({ ...record, relay: RELAYED, missing: 0, refused: 0 }));
    } catch (error) {
      if (!isFault(error)) throw error;
      if (error.code !== 'tx_rejected') continue;
      await countRefusal(ledger, id).catch(orThrowBug);
    }
  }
}

/** One refusal may be a race with a block that contains it; several are final. */
const countRefusal = (ledger: Ledger, id: string): Promise<void> =>
  ledger.commit((state) => {
    const draft = createDraft(state);
    const record = draft.get('outgoing', id);
    if (record?.state !== 'pending') return undefined;
    const refused = (record.refused ?? 0) + 1;
    if (refused > REFUSALS) setFailed(draft, id, { relay: 'unknown' });
    else draft.put('outgoing', id, { ...record, refused });
    return draft.change();
  });

const alter = (ledger: Ledger, id: string, edit: (record: Outgoing) => Outgoing): Promise<void> =>
  ledger.commit((state) => {
    const record = state.tables.outgoing.get(id);
    if (record?.state !== 'pending') return undefined;
    return { puts: [{ table: 'outgoing', key: id, value: edit(record) }], deletes: [] };
  });

/** A transaction that was never sent is useless once a block spends one of its inputs. */
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
