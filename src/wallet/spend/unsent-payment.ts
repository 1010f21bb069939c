/** The record of a payment that this wallet proposes and others sign. It is stored before the set is returned. */
import type { PublicKey } from '../../base/brands.ts';
import type { WalletState } from '../state/state.ts';
import type { UnsentPayment } from '../state/records/payments.ts';
import { destinationsOf } from './destinations.ts';
import type { Prepared } from './prepared.ts';

/** Given when the payment is to be stored and its inputs bound. */
export interface Keep {
  /** Seconds. */
  readonly now: number;
  readonly note: string;
}

export function unsentPaymentOf(
  state: WalletState,
  prepared: readonly Prepared[],
  { now, note }: Keep,
  set: Uint8Array,
  signers: readonly PublicKey[] = [],
): UnsentPayment {
  const sum = (of: (each: Prepared) => bigint): bigint =>
    prepared.reduce((total, each) => total + of(each), 0n);
  const [{ account }] = prepared as readonly [Prepared, ...Prepared[]];
  return {
    madeAt: now,
    account,
    inputs: prepared.map(({ inputs }) => inputs.map(({ output }) => output.key)),
    destinations: prepared.flatMap(({ settled }) => destinationsOf(state, settled.payees, account)),
    fee: sum(({ settled }) => settled.fee),
    change: sum(({ settled }) => settled.change),
    note,
    set,
    signers,
  };
}
