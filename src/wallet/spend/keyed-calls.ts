/**
 * Calls with an idempotency key. A program that got no answer makes its call again with the same key: it gets the first
 * answer, and the transactions of the first call are sent if they were not; others are never built. So one commit stores
 * the call with all of its transactions before a byte of them is sent. Why: docs/adr/0011-relay-before-certainty.md.
 */
import { equalBytes, utf8 } from '../../base/bytes.ts';
import { toHex } from '../../base/hex.ts';
import { kernel } from '../../kernel/kernel.ts';
import { createDraft, type Draft } from '../ledger/draft.ts';
import { fault } from '../faults.ts';
import { readValue, writeValue } from '../state/codec.ts';
import { RELAYED } from '../state/records/relay.ts';
import type { KeyedCall } from '../state/records/keyed-calls.ts';
import type { WalletState } from '../state/state.ts';
import { whileSending } from './locks.ts';
import { broadcast, receiverOf, send, type OutboxDeps } from './outbox.ts';
import { checkSpendable, type PendingTx } from './pending.ts';
import { pendingAgain, putPending } from './put-pending.ts';

/** Limits; the oldest call is forgotten first. No clock decides: a wrong one would let a repeated call pay again. */
export const KEYED_CALL_LIMITS = { calls: 10_000, bytes: 32 << 20 };
/** Characters of a key. */
const MAX_KEY = 255;

/** A call, identified by its key and Keccak-256 of its method and parameters. */
export interface CallIdentity {
  readonly key: string;
  readonly hash: Uint8Array;
}

/** Identifies a call by method and parameters (text). Fault bad_idempotency_key unless 1 to 255 printable ASCII. */
export function identify(key: string, call: string): CallIdentity {
  if (key === '' || key.length > MAX_KEY) throw fault('bad_idempotency_key', { reason: 'length' });
  if (!/^[\x20-\x7e]+$/.test(key)) throw fault('bad_idempotency_key', { reason: 'characters' });
  return { key, hash: kernel.keccak256(utf8(call)) };
}

/** The stored call with this key, if there is one. Fault idempotency_key_reused when it was another call. */
export function storedCall({ tables }: WalletState, { key, hash }: CallIdentity): KeyedCall | undefined {
  const call = tables.keyedCalls.get(key);
  if (call && !equalBytes(call.hash, hash)) throw fault('idempotency_key_reused');
  return call;
}

/** The result of a stored call. Fault file_damaged. */
export function resultOf({ result }: KeyedCall): unknown {
  return readValue(result);
}

/**
 * Stores a call with its transactions and its result, then sends them in order. `txs` is empty when the call only
 * built something. If the first transaction was not sent, the call is forgotten, and a call with the same key starts
 * anew. After a lost answer the outbox sends what is left; after a refusal, or when the node is not reached any more,
 * only a call with the same key does.
 */
export async function sendKeyed(
  deps: OutboxDeps,
  txs: readonly PendingTx[],
  call: CallIdentity & { readonly result: object },
): Promise<void> {
  const { ledger } = deps;
  const receivers = txs.map(({ txid }) => receiverOf(deps, txid));
  const ids = txs.map(({ txid }) => toHex(txid));
  await whileSending(ledger, ids, async () => {
    const waiting = new Set<string>();
    const mined = new Set<string>();
    await ledger.commit((state) => {
      for (const id of ids) {
        const known = state.tables.outgoing.get(id)?.state;
        if (known === 'pending') waiting.add(id);
        if (known === 'confirmed') mined.add(id);
      }
      const fresh = txs.filter((_, i) => !waiting.has(ids[i]!) && !mined.has(ids[i]!));
      checkAll(state, fresh);
      const draft = createDraft(state);
      const at = Math.floor(deps.clock.now() / 1000);
      for (const tx of fresh) putPending(draft, tx, { at, sentTo: receivers[txs.indexOf(tx)]!.address });
      const result = writeValue(call.result);
      forgetOld(draft, result.length);
      draft.put('keyedCalls', call.key, { hash: call.hash, at, txids: ids, result });
      return draft.change();
    });
    for (const [i, { txid, blob }] of txs.entries()) {
      if (mined.has(ids[i]!)) continue;
      const receiver = receivers[i]!;
      if (waiting.has(ids[i]!)) await receiver.relay(blob, txid);
      else {
        const rest = ids.slice(i + 1);
        await broadcast(deps, txid, blob, receiver, i === 0 ? { rest, key: call.key } : { rest });
      }
    }
  });
}

/** Fault output_not_spendable, also when two of the transactions spend the same output. */
const checkAll = (state: WalletState, txs: readonly PendingTx[]): void => {
  const images = txs.flatMap(({ keyImages }) => keyImages);
  checkSpendable(state, { keyImages: images });
  if (new Set(images.map(toHex)).size < images.length)
    throw fault('output_not_spendable', { reason: 'spent' });
};

/** Makes room for a result of `size` bytes. */
const forgetOld = (draft: Draft, size: number): void => {
  const { calls, bytes } = KEYED_CALL_LIMITS;
  let room = bytes - size;
  const known = draft.entries('keyedCalls').reverse();
  for (const [i, [key, { result }]] of known.entries()) {
    room -= result.length;
    if (i >= calls - 1 || room < 0) draft.delete('keyedCalls', key);
  }
};

/** Ids of the transactions of a stored call that no node is known to have, and that can be sent. */
export function unsentOf(state: WalletState, { txids }: KeyedCall): readonly PendingTx[] {
  return txids.flatMap((id) => {
    const record = state.tables.outgoing.get(id);
    // Without a record the chain is being read again; a transaction that was never sent keeps its record.
    if (!record || record.state === 'confirmed') return [];
    if (record.state === 'pending' && record.relay === RELAYED) return [];
    return pendingAgain(state, record) ?? [];
  });
}

/**
 * Sends what a stored call has not sent: the same bytes, so that nothing is paid twice. Fault output_not_spendable
 * also when another payment has spent an input meanwhile.
 */
export async function finishKeyed(deps: OutboxDeps, call: KeyedCall): Promise<void> {
  for (const pending of unsentOf(deps.ledger.state, call)) await send(deps, pending);
}
