/**
 * Applies one transaction to the ledger: received and spent outputs, payments, outgoing records. Works on a `Draft`,
 * so that a whole range becomes one change.
 * Upstream: the second half of `wallet2::process_new_transaction`, `process_outgoing`, `process_unconfirmed`.
 */
import type { TxId } from '../../base/brands.ts';
import { equalBytes } from '../../base/bytes.ts';
import { toHex } from '../../base/hex.ts';
import type { FoundOutput } from '../../ports/scan-pool.ts';
import type { SubaddressIndex } from '../../protocol/keys/subaddress.ts';
import type { TxFacts } from './block-transactions.ts';
import type { Draft } from './draft.ts';
import { noteFirstSeen } from './first-seen.ts';
import { takeFreezing, takePayees } from './deferred-records.ts';
import { RELAYED } from '../state/records/relay.ts';
import type { OwnedOutput } from '../state/records/outputs.ts';
import type { Outgoing } from '../state/records/payments.ts';

export interface TxInChain extends TxFacts {
  readonly txid: TxId;
  /** 0 for a pool transaction. */
  readonly height: number;
  readonly timestamp: number;
  readonly found: readonly FoundOutput[];
  readonly doubleSpendSeen: boolean;
}

export function applyTx(draft: Draft, tx: TxInChain): void {
  const inPool = tx.height === 0;
  const received = receive(draft, tx, inPool);
  const spending = spend(draft, tx, inPool);
  const id = toHex(tx.txid);
  const known = draft.get('outgoing', id);
  const account = spending?.account ?? known?.account;
  if (account !== undefined) {
    const returned = sum(received.filter(({ subaddress }) => subaddress.major === account));
    const facts = factsOf(draft, id, tx, known, spending, returned);
    if (facts) recordOutgoing(draft, id, tx, facts, known, returned);
  }
  // Money that returns to the paying account is change, not a payment. It was recorded as a payment if the output
  // that it spends was not known yet.
  for (const { subaddress } of received)
    if (subaddress.major === account) draft.delete('payments', paymentKey(id, subaddress));
  recordPayments(
    draft,
    id,
    tx,
    received.filter(({ subaddress }) => subaddress.major !== account),
  );
}

/** Uses the facts recorded when this wallet sent it; otherwise reads them from the transaction. */
const factsOf = (
  draft: Draft,
  id: string,
  tx: TxInChain,
  known: Outgoing | undefined,
  spending: Spending | undefined,
  back: bigint,
): Facts | undefined => {
  if (!spending) return known;
  // A record may lack inputs whose outputs were in a gap when the transaction was found (gaps.ts).
  const complete = known && known.keyImages.length >= tx.spends.length;
  if (complete && known.destinations.length > 0) return known;
  return {
    txid: tx.txid,
    amountIn: spending.amountIn,
    change: back,
    returned: back,
    account: spending.account,
    subaddresses: spending.subaddresses,
    destinations: known?.destinations ?? [],
    keyImages: tx.spends.map(({ keyImage }) => keyImage),
    relay: RELAYED,
    ...(tx.paymentId && { paymentId: tx.paymentId }),
    ...(known?.paymentId && { paymentId: known.paymentId }),
    ...takePayees(draft, id),
  };
};
type Facts = Omit<Outgoing, 'state' | 'height' | 'timestamp' | 'fee' | 'unlockTime'>;

const recordOutgoing = (
  draft: Draft,
  id: string,
  tx: TxInChain,
  facts: Facts,
  known: Outgoing | undefined,
  back: bigint,
): void => {
  const { height, timestamp, unlockTime, fee } = tx;
  if (height > 0) {
    const rest = known ? withoutWaiting(facts) : facts;
    // An account that pays itself: everything but the fee is change.
    const change = facts.amountIn === back + fee ? back : facts.change;
    draft.put('outgoing', id, {
      ...rest,
      state: 'confirmed',
      height,
      timestamp,
      unlockTime,
      fee,
      change,
      returned: back,
      // The node's answer may not be stored; without this, it would count as never sent after a reorg, and wait for ever.
      relay: RELAYED,
    });
    failConflicting(draft, id, tx);
  } else if (!known)
    draft.put('outgoing', id, { ...facts, state: 'pending', height, timestamp, unlockTime, fee });
  else if (known.state === 'pending' && known.keyImages.length < facts.keyImages.length)
    // Some of its inputs were in blocks that had not been read, or that a reorg had removed.
    draft.put('outgoing', id, { ...known, ...facts });
  else if (known.state === 'failed')
    // The payment was marked as failed although it can still be mined.
    draft.put('outgoing', id, { ...sent(known), state: 'pending', relay: RELAYED, missing: 0, refused: 0 });
};

/** Removes the fields that a mined transaction does not need. */
const withoutWaiting = ({ blob: _blob, missing: _missing, refused: _refused, ...rest }: Facts): Facts =>
  sent(rest);
const sent = <T extends Facts>({ notSent: _notSent, ...rest }: T): Omit<T, 'notSent'> => rest;

const recordPayments = (draft: Draft, id: string, tx: TxInChain, received: readonly FoundOutput[]): void => {
  const outputsByKey = new Map<string, FoundOutput[]>();
  for (const each of received) {
    const key = paymentKey(id, each.subaddress);
    const others = outputsByKey.get(key);
    if (others) others.push(each);
    else outputsByKey.set(key, [each]);
  }
  for (const [key, outputs] of outputsByKey) {
    // A block is final: a pool that shows its transaction still, or again, changes nothing.
    if (tx.height === 0 && (draft.get('payments', key)?.height ?? 0) > 0) continue;
    const { subaddress, paymentId } = outputs[0]!;
    draft.put('payments', key, {
      txid: tx.txid,
      subaddress,
      amount: sum(outputs),
      amounts: outputs.map(({ amount }) => amount),
      height: tx.height,
      timestamp: tx.timestamp,
      unlockTime: tx.unlockTime,
      fee: tx.fee,
      coinbase: tx.coinbase,
      ...(paymentId && { paymentId }),
      doubleSpendSeen: tx.doubleSpendSeen,
    });
    noteFirstSeen(draft, subaddress, tx);
  }
};

const paymentKey = (id: string, { major, minor }: SubaddressIndex): string => `${id}:${major}:${minor}`;

/**
 * Returns the found outputs that count after the burning-bug rule, known ones included. Adds new ones to the ledger,
 * except pool transactions.
 */
const receive = (draft: Draft, tx: TxInChain, inPool: boolean): FoundOutput[] => {
  const counted: FoundOutput[] = [];
  for (const found of inPool ? largestOfEachKey(tx.found) : tx.found) {
    const outputIndex = draft.findKey(found.key);
    const existing = outputIndex === undefined ? undefined : draft.output(outputIndex);
    // Only one of two outputs with the same one-time key can be spent: keep the larger at the same index, never the
    // sum.
    if (existing && outputIndex !== undefined) {
      if (equalBytes(existing.txid, tx.txid) && existing.outputIndex === found.outputIndex) {
        counted.push({ ...found, amount: existing.amount - (existing.replaces?.amount ?? 0n) });
        continue;
      }
      if ((existing.spent?.height ?? 0) > 0 || existing.amount >= found.amount) continue;
      counted.push({ ...found, amount: found.amount - existing.amount });
      if (!inPool) draft.setOutput(outputIndex, inPlaceOf(existing, toOwned(draft, found, tx)));
      continue;
    }
    counted.push(found);
    if (!inPool) draft.setOutput(draft.outputCount, claimed(draft, toOwned(draft, found, tx)));
  }
  if (!inPool) for (const { subaddress } of counted) draft.expand(subaddress);
  return counted;
};

/** Keeps the larger of outputs with the same one-time key in a pool transaction. (In a block, `receive` does it.) */
const largestOfEachKey = (found: readonly FoundOutput[]): FoundOutput[] => {
  const byKey = new Map<string, FoundOutput>();
  for (const each of found) {
    const key = toHex(each.key);
    const other = byKey.get(key);
    if (!other || other.amount < each.amount) byKey.set(key, each);
  }
  return [...byKey.values()];
};

/**
 * A pending spend, the key image and the user's freezing belong to the one-time key: they move to the output that replaces
 * the old one.
 */
const inPlaceOf = ({ spent, ...old }: OwnedOutput, output: OwnedOutput): OwnedOutput => ({
  ...output,
  ...(old.keyImage && { keyImage: old.keyImage }),
  frozen: old.frozen,
  ...(spent && { spent }),
  replaces: old,
});

/** Marks an output as spent if it is found again, after a reorg or in a rescan, while a transaction of ours spends it. */
const claimed = (draft: Draft, output: OwnedOutput): OwnedOutput => {
  const spender = output.keyImage && draft.spenderOf(output.keyImage);
  return spender ? { ...output, spent: { height: 0, txid: spender } } : output;
};

const toOwned = (draft: Draft, found: FoundOutput, tx: TxInChain): OwnedOutput => ({
  txid: tx.txid,
  outputIndex: found.outputIndex,
  globalIndex: found.globalIndex,
  key: found.key,
  ...keyImageOf(draft, found),
  amount: found.amount,
  mask: found.mask,
  rct: found.rct,
  coinbase: tx.coinbase,
  subaddress: found.subaddress,
  height: tx.height,
  timestamp: tx.timestamp,
  unlockTime: tx.unlockTime,
  txPublicKey: found.txPublicKey,
  pkIndex: found.pkIndex,
  additionalKeys: found.additionalKeys,
  ...(found.carrot && { carrot: found.carrot }),
  frozen: takeFreezing(draft, found.key),
});

/**
 * The key image of a found output. A view-only wallet uses one that the signing device sent before, but requests it
 * all the same; multisig signers exchange them without requests.
 */
const keyImageOf = (
  draft: Draft,
  { key, keyImage }: FoundOutput,
): Pick<OwnedOutput, 'keyImage' | 'keyImageRequested'> => {
  if (keyImage) return { keyImage };
  const known = draft.get('keyImages', toHex(key));
  const requests = draft.get('account', '')?.multisig === undefined;
  return { ...(known && { keyImage: known }), ...(requests && { keyImageRequested: true }) };
};

interface Spending {
  readonly amountIn: bigint;
  readonly account: number;
  readonly subaddresses: readonly number[];
}

const spend = (draft: Draft, tx: TxInChain, inPool: boolean): Spending | undefined => {
  let amountIn = 0n;
  let account: number | undefined;
  const minors = new Set<number>();
  for (const { keyImage, amount } of tx.spends) {
    const outputIndex = draft.findKeyImage(keyImage);
    if (outputIndex === undefined) continue;
    const output = draft.output(outputIndex);
    amountIn += amount > 0n ? amount : output.amount;
    account = output.subaddress.major;
    minors.add(output.subaddress.minor);
    // A block is final. A pool transaction only marks outputs that are still unspent.
    if (!inPool || !output.spent)
      draft.setOutput(outputIndex, { ...output, spent: { height: tx.height, txid: tx.txid } });
  }
  return account === undefined
    ? undefined
    : { amountIn, account, subaddresses: [...minors].sort((a, b) => a - b) };
};

/**
 * A block contains another transaction with these inputs: marks our pending transactions that spend them as failed.
 */
const failConflicting = (draft: Draft, id: string, tx: TxInChain): void => {
  const pending = draft.pending();
  if (pending.length === 0) return;
  const spentKeyImages = new Set(tx.spends.map(({ keyImage }) => toHex(keyImage)));
  for (const [conflictingId, conflicting] of pending) {
    if (conflictingId === id) continue;
    if (conflicting.keyImages.some((image) => spentKeyImages.has(toHex(image)))) draft.fail(conflictingId);
  }
};

const sum = (outputs: readonly { readonly amount: bigint }[]): bigint =>
  outputs.reduce((total, { amount }) => total + amount, 0n);
