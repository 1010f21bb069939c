/**
 * What one transaction does to the ledger: outputs gained, outputs spent, payments and outgoing records.
 * Works on a `Draft`: a view of the state with the puts gathered so far, so that a range is reduced in one go.
 * Upstream: the second half of `wallet2::process_new_transaction`, `process_outgoing`, `process_unconfirmed`.
 */
import { equalBytes } from '../../base/bytes.ts';
import { toHex } from '../../base/hex.ts';
import type { FoundOutput } from '../../ports/scan-pool.ts';
import type { Draft } from './draft.ts';
import type { OwnedOutput } from '../state/types.ts';

export interface TxInChain {
  readonly txid: Uint8Array;
  /** 0 for the pool. */
  readonly height: number;
  readonly timestamp: number;
  readonly unlockTime: bigint;
  readonly fee: bigint;
  readonly coinbase: boolean;
  readonly found: readonly FoundOutput[];
  /** Those of its key images that are ours, with clear amounts (0 for RingCT). */
  readonly spends: readonly { readonly keyImage: Uint8Array; readonly amount: bigint }[];
  readonly doubleSpendSeen: boolean;
}

export const applyTx = (draft: Draft, tx: TxInChain): void => {
  const inPool = tx.height === 0;
  const received = receive(draft, tx, inPool);
  const spending = spend(draft, tx, inPool);
  const id = toHex(tx.txid);
  if (spending) {
    const selfReceived = sum(received.filter(({ subaddress }) => subaddress.major === spending.account));
    const known = draft.get('outgoing', id);
    const base = known ?? {
      txid: tx.txid,
      amountIn: spending.amountIn,
      change: selfReceived,
      fee: tx.fee,
      account: spending.account,
      subaddresses: spending.subaddresses,
      destinations: [],
      keyImages: tx.spends.map(({ keyImage }) => keyImage),
      unlockTime: tx.unlockTime,
      relay: 'handed' as const,
      ...foreignPaymentId(tx),
    };
    if (!inPool) {
      const {
        blob: _blob,
        missing: _missing,
        ...rest
      } = base as typeof base & { blob?: unknown; missing?: unknown };
      draft.put('outgoing', id, {
        ...rest,
        state: 'confirmed',
        height: tx.height,
        timestamp: tx.timestamp,
        unlockTime: tx.unlockTime,
        // Paying oneself inside one account: everything but the fee is change.
        change: spending.amountIn === selfReceived + tx.fee ? selfReceived : rest.change,
      });
      failRivals(draft, id, tx);
    } else if (!known) {
      draft.put('outgoing', id, { ...base, state: 'pending', height: 0, timestamp: tx.timestamp });
    } else if (known.state === 'failed') {
      // Given up too early: there it is.
      draft.put('outgoing', id, { ...known, state: 'pending', relay: 'handed', missing: 0 });
    }
  }
  // Money that comes back to the spending account is change, not a payment.
  const payments = new Map<
    string,
    { subaddress: FoundOutput['subaddress']; amounts: bigint[]; paymentId?: Uint8Array }
  >();
  for (const each of received) {
    if (spending && each.subaddress.major === spending.account) continue;
    const key = `${id}:${each.subaddress.major}:${each.subaddress.minor}`;
    const payment = payments.get(key) ?? {
      subaddress: each.subaddress,
      amounts: [],
      ...(each.paymentId && { paymentId: each.paymentId }),
    };
    payment.amounts.push(each.amount);
    payments.set(key, payment);
  }
  for (const [key, { subaddress, amounts, paymentId }] of payments) {
    draft.put('payments', key, {
      txid: tx.txid,
      subaddress,
      amount: amounts.reduce((a, b) => a + b, 0n),
      amounts,
      height: tx.height,
      timestamp: tx.timestamp,
      unlockTime: tx.unlockTime,
      fee: tx.fee,
      coinbase: tx.coinbase,
      ...(paymentId && { paymentId }),
      doubleSpendSeen: tx.doubleSpendSeen,
    });
  }
};

/** The found outputs that count, after the burning-bug rule; new ones are added to the ledger unless in the pool. */
const receive = (draft: Draft, tx: TxInChain, inPool: boolean): FoundOutput[] => {
  const counted: FoundOutput[] = [];
  for (const found of tx.found) {
    const key = toHex(found.key);
    const seat = draft.indexOfKey(key);
    const old = seat === undefined ? undefined : draft.output(seat);
    // The same one-time key twice can be spent once: keep the larger in the same seat, never the sum.
    if (old && seat !== undefined) {
      if (equalBytes(old.txid, tx.txid) && old.outputIndex === found.outputIndex) continue;
      if (old.spent || old.amount >= found.amount) continue;
      counted.push({ ...found, amount: found.amount - old.amount });
      if (!inPool) draft.setOutput(seat, { ...toOwned(draft, found, tx), replaces: old });
      continue;
    }
    counted.push(found);
    if (!inPool) draft.setOutput(draft.outputCount, claimed(draft, toOwned(draft, found, tx)));
  }
  if (!inPool) for (const { subaddress } of counted) draft.expand(subaddress);
  return counted;
};

/** An output that comes back after a reorg while the transaction that spends it still waits is not free. */
const claimed = (draft: Draft, output: OwnedOutput): OwnedOutput => {
  const { keyImage } = output;
  const spender =
    keyImage &&
    draft.pending().find(([, { keyImages }]) => keyImages.some((each) => equalBytes(each, keyImage)));
  return spender ? { ...output, spent: { height: 0, txid: spender[1].txid } } : output;
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
  frozen: false,
});

/** Who can only watch knows the key images that the signer told before, and asks for this output's nevertheless. */
const keyImageOf = (
  draft: Draft,
  { key, keyImage }: FoundOutput,
): Pick<OwnedOutput, 'keyImage' | 'keyImageRequested'> => {
  if (keyImage) return { keyImage };
  const told = draft.get('keyImages', toHex(key));
  return { ...(told && { keyImage: told }), keyImageRequested: true };
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
    const seat = draft.indexOfKeyImage(toHex(keyImage));
    if (seat === undefined) continue;
    const output = draft.output(seat);
    amountIn += amount > 0n ? amount : output.amount;
    account = output.subaddress.major;
    minors.add(output.subaddress.minor);
    // A block is final; the pool only marks what is still free.
    if (!inPool || !output.spent)
      draft.setOutput(seat, { ...output, spent: { height: tx.height, txid: tx.txid } });
  }
  return account === undefined
    ? undefined
    : { amountIn, account, subaddresses: [...minors].sort((a, b) => a - b) };
};

/** Another transaction took these inputs in a block: pending ones of ours that wanted them have failed. */
const failRivals = (draft: Draft, id: string, tx: TxInChain): void => {
  const taken = new Set(tx.spends.map(({ keyImage }) => toHex(keyImage)));
  for (const [rivalId, rival] of draft.pending()) {
    if (rivalId === id) continue;
    if (rival.keyImages.some((image) => taken.has(toHex(image)))) draft.fail(rivalId);
  }
};

const foreignPaymentId = ({ found }: TxInChain): { paymentId?: Uint8Array } => {
  const id = found.find(({ paymentId }) => paymentId?.length === 32)?.paymentId;
  return id ? { paymentId: id } : {};
};

const sum = (outputs: readonly { readonly amount: bigint }[]): bigint =>
  outputs.reduce((total, { amount }) => total + amount, 0n);
