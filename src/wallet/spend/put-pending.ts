/** Writes a transaction that is about to be sent into a draft: its keys, its record, and its inputs as spent. */
import type { KeyImage } from '../../base/brands.ts';
import { equalBytes } from '../../base/bytes.ts';
import { toHex } from '../../base/hex.ts';
import { MAY_PROVE } from '../../protocol/block/known-rules.ts';
import { hasRings } from '../../protocol/tx/has-rings.ts';
import type { Draft } from '../ledger/draft.ts';
import type { WalletState } from '../state/state.ts';
import type { OwnedOutput } from '../state/records/outputs.ts';
import type { Outgoing } from '../state/records/payments.ts';
import type { PendingTx } from './pending.ts';

/** `at`: seconds; `sentTo`: the address of the node that will get it. Check its inputs before (`checkSpendable`). */
export function putPending(
  draft: Draft,
  pending: PendingTx,
  { at, sentTo }: { readonly at: number; readonly sentTo: string },
): void {
  const id = toHex(pending.txid);
  const known = draft.get('outgoing', id);
  const minorIndices = new Set<number>();
  for (const image of pending.keyImages) {
    const outputIndex = draft.findKeyImage(image);
    // One that a light-wallet server named is marked when the wallet reads its block.
    const output = outputIndex === undefined ? namedWith(draft, image) : draft.output(outputIndex);
    if (output) minorIndices.add(output.subaddress.minor);
    if (output && outputIndex !== undefined)
      draft.setOutput(outputIndex, { ...output, spent: { height: 0, txid: pending.txid } });
  }
  if (pending.keys) draft.put('txKeys', id, pending.keys);
  draft.put('outgoing', id, {
    txid: pending.txid,
    state: 'pending',
    height: 0,
    timestamp: at,
    amountIn: pending.amountIn,
    change: pending.change,
    fee: pending.fee,
    ...(known?.returned !== undefined && { returned: known.returned }),
    account: pending.account,
    subaddresses: [...minorIndices].sort((a, b) => a - b),
    destinations: pending.destinations,
    ...(pending.paymentId && { paymentId: pending.paymentId }),
    ...(!pending.keys &&
      (MAY_PROVE && !hasRings(pending.blob) ? { provesMembership: true } : { keysElsewhere: true })),
    unlockTime: 0n,
    keyImages: pending.keyImages,
    blob: pending.blob,
    // After an earlier attempt a node may have the transaction and get it mined, even if this attempt sends nothing.
    relay: known && !known.notSent ? 'unknown' : 'unsent',
    sentTo,
    missing: 0,
  });
}

const namedWith = (draft: Draft, image: KeyImage): OwnedOutput | undefined =>
  [...draft.entries('namedOutputs')].find(([, { keyImage }]) => keyImage && equalBytes(keyImage, image))?.[1];

/** The transaction of a stored record, to send it once more; undefined when its bytes are no longer stored. */
export function pendingAgain(
  { tables }: Pick<WalletState, 'tables'>,
  { blob, ...record }: Outgoing,
): PendingTx | undefined {
  if (!blob) return undefined;
  const { txid, fee, account, keyImages, destinations, change, amountIn, paymentId } = record;
  const keys = tables.txKeys.get(toHex(txid));
  return {
    blob,
    txid,
    fee,
    // Known only where the transaction was built, and not needed to send it.
    weight: 0,
    ...(keys && { keys }),
    account,
    keyImages,
    destinations,
    change,
    amountIn,
    ...(paymentId && { paymentId }),
  };
}
