/** A transaction that is built and not yet handed to a node, and its form as `tx_metadata`. */
import { decode, encode } from 'cborg';
import { bytesToBigint, equalBytes, u64le } from '../../base/bytes.ts';
import { fromHex, toHex } from '../../base/hex.ts';
import { isFault } from '../../base/fault.ts';
import { txHash } from '../../protocol/tx/hash.ts';
import { keyInputs } from '../../protocol/tx/prefix.ts';
import { readTransaction } from '../../protocol/tx/transaction.ts';
import { fault } from '../faults.ts';
import type { WalletState } from '../state/state.ts';
import type { Destination, TxKeys } from '../state/types.ts';

export interface PendingTx {
  readonly blob: Uint8Array;
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
export const amountOf = ({ destinations }: Pick<PendingTx, 'destinations'>): bigint =>
  destinations.reduce((total, { amount }) => total + amount, 0n);

export const writeMetadata = (pending: PendingTx): string =>
  toHex(
    encode(
      {
        ...pending,
        fee: u64le(pending.fee),
        change: u64le(pending.change),
        amountIn: u64le(pending.amountIn),
        destinations: pending.destinations.map((each) => ({ ...each, amount: u64le(each.amount) })),
      },
      { ignoreUndefinedProperties: true },
    ),
  );

type Written = Omit<PendingTx, 'fee' | 'change' | 'amountIn' | 'destinations'> & {
  readonly [K in 'fee' | 'change' | 'amountIn']: Uint8Array;
} & { readonly destinations: readonly (Omit<Destination, 'amount'> & { readonly amount: Uint8Array })[] };

/** Only what this wallet can have built comes through. Faults: bad_tx_metadata, output_not_spendable. */
export const readMetadata = (state: WalletState, hex: string): PendingTx => {
  let pending: PendingTx;
  try {
    const written = decode(fromHex(hex)) as Written;
    pending = {
      ...written,
      fee: bytesToBigint(written.fee),
      change: bytesToBigint(written.change),
      amountIn: bytesToBigint(written.amountIn),
      destinations: written.destinations.map((each) => ({ ...each, amount: bytesToBigint(each.amount) })),
    };
    const tx = readTransaction(pending.blob);
    const images = keyInputs(tx.prefix).map(({ keyImage }) => keyImage);
    const consistent =
      equalBytes(txHash(tx), pending.txid) &&
      images.length === pending.keyImages.length &&
      images.every((image) => pending.keyImages.some((other) => equalBytes(image, other)));
    if (!consistent) throw fault('bad_tx_metadata');
  } catch (error) {
    if (isFault(error, 'output_not_spendable')) throw error;
    throw fault('bad_tx_metadata');
  }
  checkSpendable(state, pending);
  return pending;
};

/** Fault output_not_spendable unless every input is ours and still free. */
export const checkSpendable = (state: WalletState, { keyImages }: Pick<PendingTx, 'keyImages'>): void => {
  for (const image of keyImages) {
    const seat = state.byKeyImage.get(toHex(image));
    const output = seat === undefined ? undefined : state.outputs[seat];
    if (!output) throw fault('output_not_spendable', { reason: 'unknown' });
    if (output.spent) throw fault('output_not_spendable', { reason: 'spent' });
    if (output.frozen) throw fault('output_not_spendable', { reason: 'frozen' });
  }
};
