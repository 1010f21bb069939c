/** Payments that wait for signatures or to be sent: which are open, which outputs they bind, and how one ends. */
import { toHex } from '../../base/hex.ts';
import { fault } from '../faults.ts';
import { put, remove, type WalletState } from './state.ts';
import type { Change, Delete, OwnedOutput, Put, UnsentPayment } from './types.ts';

/** So many blocks above the one that spent its inputs, and a record is of no use. */
const SETTLED = 100;

const outputOf = ({ byKey, outputs }: WalletState, key: Uint8Array): OwnedOutput | undefined => {
  const index = byKey.get(toHex(key));
  return index === undefined ? undefined : outputs[index];
};

/** The inputs of those of its transactions that can still be sent: none of them is seen spent. */
const openInputs = (state: WalletState, { inputs }: UnsentPayment): Uint8Array[] =>
  inputs.filter((keys) => !keys.some((key) => outputOf(state, key)?.spent)).flat();

/** Whether any of its transactions can still be sent. */
export function isOpen(state: WalletState, payment: UnsentPayment): boolean {
  return openInputs(state, payment).length > 0;
}

export function openPayments(state: WalletState): (readonly [id: string, payment: UnsentPayment])[] {
  return [...state.tables.unsentPayments].filter(([, payment]) => isOpen(state, payment));
}

/** One-time keys, in hex, of outputs that an open payment spends: no other payment may choose them. */
export function boundOutputs(state: WalletState): ReadonlySet<string> {
  const { unsentPayments } = state.tables;
  if (unsentPayments.size === 0) return NONE;
  return new Set([...unsentPayments.values()].flatMap((each) => openInputs(state, each).map(toHex)));
}
const NONE: ReadonlySet<string> = new Set();

/** Fault unknown_payment. */
export function paymentOf({ tables }: WalletState, id: string): UnsentPayment {
  const payment = tables.unsentPayments.get(id);
  if (!payment) throw fault('unknown_payment');
  return payment;
}

/**
 * Stores a payment that this wallet makes. Fault output_not_spendable: since it was planned another one has taken one of
 * its inputs.
 */
export function bindNew(state: WalletState, id: string, payment: UnsentPayment): Change {
  const bound = boundOutputs(state);
  for (const key of payment.inputs.flat()) {
    if (outputOf(state, key)?.spent) throw fault('output_not_spendable', { reason: 'spent' });
    if (bound.has(toHex(key))) throw fault('output_not_spendable', { reason: 'bound' });
  }
  return { puts: [put('unsentPayments', id, payment)], deletes: settledLongAgo(state) };
}

/** Fault unknown_payment. Its inputs are free again, though somebody may still send what was signed of it. */
export function discardPayment(state: WalletState, id: string): Change {
  paymentOf(state, id);
  return { puts: [], deletes: [remove('unsentPayments', id), ...settledLongAgo(state)] };
}

/** Records of payments whose inputs are spent so deep in the chain that no split brings them back. */
const settledLongAgo = (state: WalletState): Delete[] =>
  [...state.tables.unsentPayments].flatMap(([id, { inputs }]) =>
    inputs.flat().every((key) => {
      const spent = outputOf(state, key)?.spent;
      return spent !== undefined && spent.height > 0 && spent.height + SETTLED <= state.height;
    })
      ? [remove('unsentPayments', id)]
      : [],
  );

/** The note that was written when the payment was made, for its transactions. */
export function notesFor(
  { tables }: WalletState,
  payment: UnsentPayment | undefined,
  txids: readonly Uint8Array[],
): Put[] {
  const { note = '' } = payment ?? {};
  if (note === '') return [];
  return txids
    .map(toHex)
    .filter((txid) => !tables.notes.has(txid))
    .map((txid) => put('notes', txid, note));
}

/** The open payment that spends one of these outputs. */
export function paymentSpending(
  state: WalletState,
  outputs: readonly OwnedOutput[],
): readonly [id: string, payment: UnsentPayment] | undefined {
  const keys = new Set(outputs.map(({ key }) => toHex(key)));
  return openPayments(state).find(([, { inputs }]) => inputs.flat().some((key) => keys.has(toHex(key))));
}
