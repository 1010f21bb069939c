/**
 * Payments that others must sign or that must still be sent: which are open, which outputs they bind, and how they
 * end.
 */
import type { PublicKey, TxId } from '../../base/brands.ts';
import { toHex } from '../../base/hex.ts';
import { fault } from '../faults.ts';
import { put, remove, type WalletState } from './state.ts';
import type { OwnedOutput } from './records/outputs.ts';
import type { UnsentPayment } from './records/payments.ts';
import type { Change, Delete, Put } from './tables.ts';

const NONE: ReadonlySet<string> = new Set();

/** Number of blocks on top of the spending block after which a record is deleted. */
const KEPT_BLOCKS = 100;

const outputOf = ({ byKey, outputs }: WalletState, key: PublicKey): OwnedOutput | undefined => {
  const index = byKey.get(toHex(key));
  return index === undefined ? undefined : outputs[index];
};

/** Inputs of its transactions that can still be sent, that is, none of whose inputs is spent. */
const openInputs = (state: WalletState, { inputs }: UnsentPayment): PublicKey[] =>
  inputs.filter((keys) => !keys.some((key) => outputOf(state, key)?.spent)).flat();

/** True if any transaction of the payment can still be sent. */
export function isOpen(state: WalletState, payment: UnsentPayment): boolean {
  return openInputs(state, payment).length > 0;
}

export function openPayments(state: WalletState): (readonly [id: string, payment: UnsentPayment])[] {
  return [...state.tables.unsentPayments].filter(([, payment]) => isOpen(state, payment));
}

/** One-time keys, in hex, of the outputs that open payments spend. No other payment may choose them. */
export function boundOutputs(state: WalletState): ReadonlySet<string> {
  const { unsentPayments } = state.tables;
  if (unsentPayments.size === 0) return NONE;
  return new Set([...unsentPayments.values()].flatMap((each) => openInputs(state, each).map(toHex)));
}

/** Fault unknown_payment. */
export function paymentOf({ tables }: WalletState, id: string): UnsentPayment {
  const payment = tables.unsentPayments.get(id);
  if (!payment) throw fault('unknown_payment');
  return payment;
}

/**
 * Stores a payment that this wallet made. Fault output_not_spendable: meanwhile another payment has bound one of its
 * inputs.
 */
export function bindNew(state: WalletState, id: string, payment: UnsentPayment): Change {
  const bound = boundOutputs(state);
  for (const key of payment.inputs.flat()) {
    if (outputOf(state, key)?.spent) throw fault('output_not_spendable', { reason: 'spent' });
    if (bound.has(toHex(key))) throw fault('output_not_spendable', { reason: 'bound' });
  }
  return { puts: [put('unsentPayments', id, payment)], deletes: settledLongAgo(state) };
}

/**
 * Deletes the payment and frees its inputs. (A set that others have signed can still be sent.) Fault unknown_payment.
 */
export function discardPayment(state: WalletState, id: string): Change {
  paymentOf(state, id);
  return { puts: [], deletes: [remove('unsentPayments', id), ...settledLongAgo(state)] };
}

/** Deletes records whose inputs were spent deeper in the chain than any reorg reaches. */
const settledLongAgo = (state: WalletState): Delete[] =>
  [...state.tables.unsentPayments].flatMap(([id, { inputs }]) =>
    inputs.flat().every((key) => {
      const spent = outputOf(state, key)?.spent;
      return spent !== undefined && spent.height > 0 && spent.height + KEPT_BLOCKS <= state.height;
    })
      ? [remove('unsentPayments', id)]
      : [],
  );

/** Stores the note of the payment as the note of its transactions. */
export function notesFor(
  { tables }: WalletState,
  payment: UnsentPayment | undefined,
  txids: readonly TxId[],
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
