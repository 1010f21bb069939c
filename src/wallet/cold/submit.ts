/**
 * Relays transactions that the signing device has signed.
 * Upstream: `wallet2::parse_tx_from_str`, `commit_tx`, `on_submit_transfer`.
 */
import type { TxId } from '../../base/brands.ts';
import { toHex } from '../../base/hex.ts';
import type { PendingRecord } from '../../protocol/archive/sets.ts';
import { txHash } from '../../protocol/tx/hash.ts';
import { keyInputs } from '../../protocol/tx/prefix.ts';
import { writeTransaction } from '../../protocol/tx/transaction.ts';
import { stillToSend, type PendingTx } from '../spend/pending.ts';
import { put, type Ledger } from '../state/state.ts';
import { notesFor, paymentSpending } from '../state/unsent.ts';
import {
  imagesOf,
  paymentOf,
  readSignedSet,
  spendingOf,
  type SignedPayment,
  type SignedReader,
} from './signed.ts';
import { storeKeyImages } from './spent.ts';

export interface SubmitDeps extends Omit<SignedReader, 'state'> {
  readonly ledger: Ledger;
  readonly relay: (pending: PendingTx) => Promise<void>;
}

/**
 * Stores the key images of the set and a search for spends of outputs that had none, then relays one transaction
 * after the other; returns their ids. Faults bad_signed_set and old_format before anything is stored; those of
 * relaying, after which some transactions may have been sent.
 */
export async function submitTransfers(deps: SubmitDeps, bytes: Uint8Array): Promise<TxId[]> {
  const { ledger } = deps;
  const set = readSignedSet(ledger.state, bytes);
  const images = imagesOf(ledger.state, set);
  const spending = set.txs.map((record) => spendingOf(ledger.state, images, record));
  const txids = set.txs.map(({ tx }) => txHash(tx));
  await deps.prepared();
  await ledger.commit((state) => {
    const { puts, deletes } = storeKeyImages(state, images);
    const later = set.ownOutputs
      .map(([key, keyImage]) => put('keyImages', toHex(key), keyImage))
      .filter(({ key }) => !state.tables.keyImages.has(key));
    const notes = notesFor(state, paymentSpending(state, spending.flat())?.[1], txids);
    return { puts: [...puts, ...later, ...notes], deletes };
  });
  const reader = { ...deps, state: ledger.state };
  const sending: PendingTx[] = [];
  for (const [i, record] of set.txs.entries())
    sending.push(pendingOf(record, await paymentOf(reader, record, spending[i]!)));
  for (const pending of stillToSend(ledger.state, sending)) await deps.relay(pending);
  return txids;
}

const pendingOf = (
  { tx }: PendingRecord,
  { txid, fee, account, destinations, change, amountIn }: SignedPayment,
): PendingTx => ({
  blob: writeTransaction(tx),
  txid,
  fee,
  weight: 0,
  account,
  keyImages: keyInputs(tx.prefix).map(({ keyImage }) => keyImage),
  destinations,
  change,
  amountIn,
});
