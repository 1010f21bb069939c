/** A transaction that is built and not yet handed to a node. */
import { equalBytes } from '../../base/bytes.ts';
import { toHex } from '../../base/hex.ts';
import type { ConstructionData } from '../../protocol/archive/construction.ts';
import { fault } from '../faults.ts';
import type { WalletState } from '../state/state.ts';
import type { Destination, TxKeys } from '../state/types.ts';

export interface PendingTx {
  readonly blob: Uint8Array;
  /** What it was built from, of one that was built here. */
  readonly construction?: ConstructionData;
  readonly txid: Uint8Array;
  readonly fee: bigint;
  readonly weight: number;
  /** Absent when somebody else built it: the signer keeps them. */
  readonly keys?: TxKeys;
  readonly account: number;
  readonly keyImages: readonly Uint8Array[];
  readonly destinations: readonly Destination[];
  readonly change: bigint;
  readonly amountIn: bigint;
  readonly paymentId?: Uint8Array;
}

/** What arrives at others (and at oneself, where named): the sum over the destinations. */
export function amountOf({ destinations }: Pick<PendingTx, 'destinations'>): bigint {
  return destinations.reduce((total, { amount }) => total + amount, 0n);
}

/**
 * Of a set of several transactions those that are not mined yet: a crash between two of them must not keep the later ones
 * from being sent. A single one is judged like any other.
 */
export function stillToSend<T extends Pick<PendingTx, 'txid'>>(
  { tables }: WalletState,
  sending: readonly T[],
): readonly T[] {
  const left = sending.filter(({ txid }) => tables.outgoing.get(toHex(txid))?.state !== 'confirmed');
  return left.length > 0 ? left : sending;
}

/** Fault output_not_spendable unless every input is ours and still free, or spent by the transaction `waiting` alone. */
export function checkSpendable(
  state: WalletState,
  { keyImages, waiting }: Pick<PendingTx, 'keyImages'> & { readonly waiting?: Uint8Array },
): void {
  for (const image of keyImages) {
    const outputIndex = state.byKeyImage.get(toHex(image));
    const output = outputIndex === undefined ? undefined : state.outputs[outputIndex];
    if (!output) throw fault('output_not_spendable', { reason: 'unknown' });
    const { spent } = output;
    if (spent && !(waiting && spent.height === 0 && equalBytes(spent.txid, waiting)))
      throw fault('output_not_spendable', { reason: 'spent' });
    if (output.frozen) throw fault('output_not_spendable', { reason: 'frozen' });
  }
}
