/**
 * Applies key images that were imported late: finds spent outputs and the transactions that spent them. Such a
 * transaction with change is among those that paid us. If it has no change, only the node's answer shows it until a
 * rescan. Upstream: the second half of `wallet2::import_key_images`.
 */
import { sumAmounts } from '../../base/amount.ts';
import { asTxId, type KeyImage, type TxId } from '../../base/brands.ts';
import { toHex } from '../../base/hex.ts';
import type { BlockSource } from '../../ports/block-source.ts';
import type { TxRelay } from '../../ports/tx-relay.ts';
import { keyInputs } from '../../protocol/tx/prefix.ts';
import { readFetchedTx } from '../../protocol/carrot/fetched-tx.ts';
import { createDraft, type Draft } from '../ledger/draft.ts';
import { takePayees } from '../ledger/deferred-records.ts';
import { searchFor } from '../ledger/spend-search.ts';
import { feeOf } from '../scan/find-outputs.ts';
import { RELAYED } from '../state/records/relay.ts';
import type { WalletState } from '../state/state.ts';
import type { OwnedOutput } from '../state/records/outputs.ts';
import type { Change } from '../state/tables.ts';

/** Key images by one-time key (hex). */
export type KeyImagesByKey = ReadonlyMap<string, KeyImage>;

export interface SpendingTx {
  readonly txid: TxId;
  readonly height: number;
  readonly timestamp: number;
  readonly fee: bigint;
  readonly unlockTime: bigint;
  /** In hex. */
  readonly keyImages: readonly string[];
}
export interface Spends {
  /** By one-time key in hex: 0 unspent, 1 in a block, 2 in the pool. */
  readonly status: ReadonlyMap<string, 0 | 1 | 2>;
  readonly txs: readonly SpendingTx[];
}

/** Used for an unknown spending transaction. */
const NO_TXID = asTxId(new Uint8Array(32));
const BATCH = 100;

/** Asks the node. Faults: the node's. */
export async function fetchSpends(
  chain: BlockSource & TxRelay,
  state: WalletState,
  keyImages: KeyImagesByKey,
): Promise<Spends> {
  const images = [...keyImages.values()];
  if (images.length === 0) return { status: new Map(), txs: [] };
  const answers = await chain.keyImagesSpent(images);
  const status = new Map([...keyImages.keys()].map((key, i) => [key, answers[i]!]));
  const removed = [...keyImages.keys()]
    .filter((key) => status.get(key) === 1)
    .flatMap((key) => state.outputs[state.byKey.get(key) ?? -1] ?? [])
    .filter(({ spent }) => !spent || isUnknown(spent.txid));
  if (removed.length === 0) return { status, txs: [] };
  const lowest = removed.reduce((min, { height }) => Math.min(min, height), Infinity);
  const candidates = new Map(
    state.outputs
      .filter(({ coinbase, height }) => !coinbase && height > lowest)
      .map(({ txid }) => [toHex(txid), txid]),
  );
  const wanted = new Set(removed.map(({ key }) => toHex(keyImages.get(toHex(key))!)));
  const txs: SpendingTx[] = [];
  const ids = [...candidates.values()];
  for (let at = 0; at < ids.length; at += BATCH) {
    for (const lookup of await chain.transactions(ids.slice(at, at + BATCH), { prune: true })) {
      if (lookup.inPool || lookup.height === undefined) continue;
      const { prefix, rct } = readFetchedTx(lookup);
      const keyImages = keyInputs(prefix).map(({ keyImage }) => toHex(keyImage));
      if (!keyImages.some((image) => wanted.has(image))) continue;
      txs.push({
        txid: lookup.txid,
        height: lookup.height,
        timestamp: lookup.timestamp ?? 0,
        fee: feeOf({ prefix, rct, coinbase: false }),
        unlockTime: prefix.unlockTime,
        keyImages,
      });
    }
  }
  return { status, txs };
}

const isUnknown = (txid: TxId): boolean => txid.every((byte) => byte === 0);

/**
 * Stores key images with the outputs and also separately, since a rescan finds outputs again but not their key
 * images. Transactions that spent our outputs change from incoming payments to outgoing ones.
 */
export function settleSpends(state: WalletState, keyImages: KeyImagesByKey, { status, txs }: Spends): Change {
  const draft = createDraft(state);
  const waiting = new Set(draft.pending().flatMap(([, { keyImages }]) => keyImages.map(toHex)));
  for (const [key, keyImage] of keyImages) {
    draft.put('keyImages', key, keyImage);
    const outputIndex = draft.indexOfKey(key);
    if (outputIndex === undefined) continue;
    const { keyImageRequested: _asked, ...output } = draft.output(outputIndex);
    draft.setOutput(
      outputIndex,
      withStatus(state, { ...output, keyImage }, status.get(key), waiting.has(toHex(keyImage))),
    );
  }
  const received = receivedIn(draft, txs);
  for (const tx of txs) applySpending(draft, tx, received);
  return draft.change();
}

/**
 * Stores the key images without asking the node. The same commit records which blocks must be scanned again for
 * spends of these outputs, so that a crash cannot separate the two.
 */
export function storeKeyImages(state: WalletState, keyImages: KeyImagesByKey): Change {
  const { puts, deletes } = settleSpends(state, keyImages, { status: new Map(), txs: [] });
  const search = searchFor(state, [...keyImages.keys()]);
  return { puts: search ? [...puts, search] : puts, deletes };
}

/**
 * Outputs that a pending transaction of ours spends stay spent: a block or the outbox decides. So do outputs spent in
 * a block that we have scanned: the node's answer counts only for what we could not see.
 */
const withStatus = (
  state: WalletState,
  output: OwnedOutput,
  status: 0 | 1 | 2 | undefined,
  waits: boolean,
): OwnedOutput => {
  const seen = output.spent !== undefined && output.spent.height > 0 && !isUnknown(output.spent.txid);
  if (status === undefined || status > 0 === (output.spent !== undefined) || waits || seen) return output;
  if (status > 0) return { ...output, spent: { height: status === 1 ? state.height : 0, txid: NO_TXID } };
  const { spent: _spent, ...free } = output;
  return free;
};

/** By transaction id in hex: what a transaction paid us. `payments`: their keys, and the accounts that got them. */
type Received = ReadonlyMap<
  string,
  { readonly outputs: OwnedOutput[]; readonly payments: (readonly [key: string, account: number])[] }
>;

/** Reads the whole wallet once, so that `applySpending` does not read it for each of these transactions. */
export function receivedIn(draft: Draft, txs: readonly { readonly txid: TxId }[]): Received {
  const received: Received = new Map(txs.map(({ txid }) => [toHex(txid), { outputs: [], payments: [] }]));
  if (txs.length === 0) return received;
  for (let outputIndex = 0; outputIndex < draft.outputCount; outputIndex++) {
    const output = draft.output(outputIndex);
    received.get(toHex(output.txid))?.outputs.push(output);
  }
  for (const [key, { txid, subaddress }] of draft.entries('payments'))
    received.get(toHex(txid))?.payments.push([key, subaddress.major]);
  return received;
}

/** Applies a transaction on the chain that spent our outputs. `received`: what `receivedIn` answered for it, and others. */
export function applySpending(draft: Draft, tx: SpendingTx, received: Received): void {
  const id = toHex(tx.txid);
  const minors = new Set<number>();
  let amountIn = 0n;
  let account: number | undefined;
  for (const image of tx.keyImages) {
    const outputIndex = draft.indexOfKeyImage(image);
    if (outputIndex === undefined) continue;
    const output = draft.output(outputIndex);
    draft.setOutput(outputIndex, { ...output, spent: { height: tx.height, txid: tx.txid } });
    amountIn += output.amount;
    account = output.subaddress.major;
    minors.add(output.subaddress.minor);
  }
  if (account === undefined) return;
  const { outputs, payments } = received.get(id)!;
  const change = sumAmounts(outputs.filter(({ subaddress }) => subaddress.major === account));
  draft.put('outgoing', id, {
    destinations: [],
    relay: RELAYED,
    ...takePayees(draft, id),
    ...draft.get('outgoing', id),
    txid: tx.txid,
    state: 'confirmed',
    height: tx.height,
    timestamp: tx.timestamp,
    amountIn,
    change,
    returned: change,
    fee: tx.fee,
    account,
    subaddresses: [...minors].sort((a, b) => a - b),
    unlockTime: tx.unlockTime,
    keyImages: tx.keyImages
      .filter((image) => draft.indexOfKeyImage(image) !== undefined)
      .map((image) => draft.output(draft.indexOfKeyImage(image)!).keyImage!),
  });
  // Money that returned to the paying account is change, not a payment.
  for (const [key, major] of payments) if (major === account) draft.delete('payments', key);
}
