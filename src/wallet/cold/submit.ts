/** Reads signed transactions to send. Upstream: `wallet2::parse_tx_from_str`, `commit_tx`, `on_submit_transfer`. */
import { toHex } from '../../base/hex.ts';
import type { PendingRecord, SignedSet } from '../../protocol/archive/sets.ts';
import { txHash } from '../../protocol/tx/hash.ts';
import { keyInputs } from '../../protocol/tx/prefix.ts';
import { writeTransaction } from '../../protocol/tx/transaction.ts';
import { stillToSend, type PendingTx, type Submission } from '../spend/pending.ts';
import type { OwnedOutput } from '../state/records/outputs.ts';
import { put, type Ledger } from '../state/state.ts';
import { notesFor, paymentSpending } from '../state/unsent.ts';
import { paymentOf, readSignedSet, type SignedPayment, type SignedReader } from './signed.ts';
import { imagesOf, returningImages, spendingOf } from './spending.ts';
import { storeKeyImages, type KeyImagesByKey } from './spent.ts';

export interface SubmitDeps extends Omit<SignedReader, 'state'> {
  readonly ledger: Ledger;
}

/**
 * Stores the key images of the inputs and of the set, and a search for spends of outputs that had none. Faults bad_signed_set and
 * old_format before anything is stored.
 */
export async function readTransfers(deps: SubmitDeps, bytes: Uint8Array): Promise<Submission> {
  const { ledger } = deps;
  const set = readSignedSet(ledger.state, bytes);
  const images = imagesOf(ledger.state, set);
  const spending = set.txs.map((record) => spendingOf(ledger.state, images, record));
  const txids = set.txs.map(({ tx }) => txHash(tx));
  await deps.prepared();
  await ledger.commit((state) => {
    const { puts, deletes } = storeKeyImages(state, new Map([...images, ...inputImages(set, spending)]));
    const ownKeyImages = [...returningImages(set)]
      .map(([key, keyImage]) => put('keyImages', key, keyImage))
      .filter(({ key }) => !state.tables.keyImages.has(key) && state.byKey.get(key) === undefined);
    const notes = notesFor(state, paymentSpending(state, spending.flat())?.[1], txids);
    return { puts: [...puts, ...ownKeyImages, ...notes], deletes };
  });
  const reader = { ...deps, state: ledger.state };
  const sending: PendingTx[] = [];
  for (const [i, record] of set.txs.entries())
    sending.push(pendingOf(record, await paymentOf(reader, record, spending[i]!)));
  return { txids, sending: stillToSend(ledger.state, sending) };
}

/** Key images of the spent outputs, by one-time key. */
const inputImages = ({ txs }: SignedSet, spending: readonly (readonly OwnedOutput[])[]): KeyImagesByKey =>
  new Map(
    txs.flatMap(({ tx }, t) =>
      keyInputs(tx.prefix).map(({ keyImage }, i) => [toHex(spending[t]![i]!.key), keyImage] as const),
    ),
  );

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
