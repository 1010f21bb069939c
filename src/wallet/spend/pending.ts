/** A built transaction that no node has yet. */
import { sumAmounts } from '../../base/amount.ts';
import type { KeyImage, TxId } from '../../base/brands.ts';
import { equalBytes } from '../../base/bytes.ts';
import { toHex } from '../../base/hex.ts';
import type { ConstructionData } from '../../protocol/archive/construction.ts';
import { fault } from '../faults.ts';
import { shownOutputs } from '../state/shown-state.ts';
import type { WalletState } from '../state/state.ts';
import type { Destination, TxKeys } from '../state/records/payments.ts';

export interface PendingTx {
  readonly blob: Uint8Array;
  /** The construction data, if this wallet built it. */
  readonly construction?: ConstructionData;
  readonly txid: TxId;
  readonly fee: bigint;
  readonly weight: number;
  /** Absent if another device built it and keeps them. */
  readonly keys?: TxKeys;
  readonly account: number;
  readonly keyImages: readonly KeyImage[];
  readonly destinations: readonly Destination[];
  readonly change: bigint;
  readonly amountIn: bigint;
  readonly paymentId?: Uint8Array;
}

/** The transactions of a signed set. */
export interface Submission {
  /** Ids of all its transactions. */
  readonly txids: readonly TxId[];
  /** The transactions that are to be sent: others may be in a block already. */
  readonly sending: readonly PendingTx[];
}

/** The sum of all destinations, ourselves included, in piconero. */
export function amountOf({ destinations }: Pick<PendingTx, 'destinations'>): bigint {
  return sumAmounts(destinations);
}

/** Leaves out transactions that are mined already, as after a crash in mid-payment. A single one always stays. */
export function stillToSend<T extends Pick<PendingTx, 'txid'>>(
  { tables }: WalletState,
  sending: readonly T[],
): readonly T[] {
  const left = sending.filter(({ txid }) => tables.outgoing.get(toHex(txid))?.state !== 'confirmed');
  return left.length > 0 ? left : sending;
}

/** Fault output_not_spendable unless all inputs are ours and unspent, or spent by `sent`, which waits or is mined. */
export function checkSpendable(
  state: WalletState,
  { keyImages, sent }: Pick<PendingTx, 'keyImages'> & { readonly sent?: TxId },
): void {
  const { outputs, byKeyImage } = shownOutputs(state);
  for (const image of keyImages) {
    const output = outputs[byKeyImage.get(toHex(image)) ?? -1];
    if (!output) throw fault('output_not_spendable', { reason: 'unknown' });
    const { spent } = output;
    if (spent && sent && equalBytes(spent.txid, sent)) continue;
    if (spent) throw fault('output_not_spendable', { reason: 'spent' });
    if (output.frozen) throw fault('output_not_spendable', { reason: 'frozen' });
  }
}
