/** A built transaction that no node has yet. */
import type { KeyImage, TxId } from '../../base/brands.ts';
import { equalBytes } from '../../base/bytes.ts';
import { toHex } from '../../base/hex.ts';
import type { ConstructionData } from '../../protocol/archive/construction.ts';
import { fault } from '../faults.ts';
import type { WalletState } from '../state/state.ts';
import type { Destination, TxKeys } from '../state/types.ts';

export interface PendingTx {
  readonly blob: Uint8Array;
  /** Its construction data, if it was built here. */
  readonly construction?: ConstructionData;
  readonly txid: TxId;
  readonly fee: bigint;
  readonly weight: number;
  /** Absent when another device built it: the signer keeps them. */
  readonly keys?: TxKeys;
  readonly account: number;
  readonly keyImages: readonly KeyImage[];
  readonly destinations: readonly Destination[];
  readonly change: bigint;
  readonly amountIn: bigint;
  readonly paymentId?: Uint8Array;
}

/** The sum over the destinations (those to ourselves included). */
export function amountOf({ destinations }: Pick<PendingTx, 'destinations'>): bigint {
  return destinations.reduce((total, { amount }) => total + amount, 0n);
}

/**
 * Of several transactions those that are not mined yet: after a crash between two of them the later ones can still be
 * sent. A single one is returned in any case.
 */
export function stillToSend<T extends Pick<PendingTx, 'txid'>>(
  { tables }: WalletState,
  sending: readonly T[],
): readonly T[] {
  const left = sending.filter(({ txid }) => tables.outgoing.get(toHex(txid))?.state !== 'confirmed');
  return left.length > 0 ? left : sending;
}

/** Fault output_not_spendable unless every input is ours and unspent, or spent only by the transaction `waiting`. */
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
