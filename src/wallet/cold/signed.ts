/**
 * Describes a signed set to the user of the view-only wallet before it is sent. Fee, inputs and number of outputs are
 * in the transaction; change is found with the view key. The payees cannot be computed without the transaction keys,
 * which stay on the signing device, so they are compared with the unsigned set.
 * Upstream: `wallet2::parse_tx_from_str` (src/wallet/wallet2.cpp).
 */
import { sumAmounts } from '../../base/amount.ts';
import type { TxId } from '../../base/brands.ts';
import { isFault } from '../../base/fault.ts';
import type { ScanPool } from '../../ports/scan-pool.ts';
import type { Address } from '../../protocol/address/address.ts';
import { decode } from '../../protocol/archive/coder.ts';
import type { ConstructionData, DestinationEntry } from '../../protocol/archive/construction.ts';
import { openEnvelope } from '../../protocol/archive/envelope.ts';
import { signedSet, type PendingRecord, type SignedSet } from '../../protocol/archive/sets.ts';
import { txHash } from '../../protocol/tx/hash.ts';
import { writeTransaction } from '../../protocol/tx/transaction.ts';
import { fault } from '../faults.ts';
import { payeeOf } from '../spend/metadata.ts';
import type { WalletState } from '../state/state.ts';
import type { OwnedOutput } from '../state/records/outputs.ts';
import type { Destination, SignedDifference } from '../state/records/payments.ts';
import { readUnsignedSet } from './examine.ts';
import { differencesFrom, proposalFor, type SignedView } from './proposed.ts';
import { imagesOf, spendingOf } from './spending.ts';

export interface SignedReader {
  readonly state: WalletState;
  readonly pool: ScanPool;
  /** Index of one of our addresses; undefined for other addresses. */
  readonly indexOf: (
    address: Address,
  ) => Promise<{ readonly major: number; readonly minor: number } | undefined>;
  /** Resolves when the scan pool has our keys. */
  readonly prepared: () => Promise<void>;
}

/** One transaction of a signed set. Amounts in piconero. */
export interface SignedPayment {
  readonly txid: TxId;
  readonly fee: bigint;
  readonly amountIn: bigint;
  /** The amount that returns to the paying account, minus intended payments to that account. */
  readonly change: bigint;
  /** Payees that the set or the proposal states; empty when they contradict the transaction's amounts. */
  readonly destinations: readonly Destination[];
  readonly account: number;
  readonly inputs: readonly OwnedOutput[];
  readonly outputs: number;
  /**
   * `same`: inputs, rings, fee, number of outputs and returned amount are those of the unsigned set, and the set
   * states its payees. `different`: it spends an output of the unsigned set, but is another transaction. `none`: no
   * unsigned set was given, or none of its outputs is spent.
   */
  readonly proposal: 'same' | 'different' | 'none';
  /** The differences when `different`; only `unasked` when `none`. */
  readonly differs: readonly SignedDifference[];
}

const refuse = (why: string) => fault('bad_signed_set', { why });

/**
 * Describes all transactions of a set; changes nothing. `unsigned`: the encrypted set that the signing device got.
 * Faults bad_signed_set, old_format; bad_unsigned_set for `unsigned`.
 */
export async function describeSigned(
  reader: SignedReader,
  bytes: Uint8Array,
  unsigned?: Uint8Array,
): Promise<SignedPayment[]> {
  const { state } = reader;
  const proposed = unsigned ? readUnsignedSet(state.account, unsigned).txs : [];
  const set = readSignedSet(state, bytes);
  const keyImages = imagesOf(state, set);
  const payments: SignedPayment[] = [];
  for (const record of set.txs) {
    const spending = spendingOf(state, keyImages, record);
    payments.push(await paymentOf(reader, record, spending, proposed));
  }
  return payments;
}

/** Faults bad_signed_set, old_format. */
export function readSignedSet({ account }: WalletState, bytes: Uint8Array): SignedSet {
  try {
    return decode(signedSet, openEnvelope('signed', account.viewSecret, bytes));
  } catch (error) {
    if (!isFault(error) || error.code === 'old_format') throw error;
    throw refuse(error.code);
  }
}

/** The fee is in the transaction, change is what it returns to us. Payees are returned only if the amounts agree. */
export async function paymentOf(
  reader: SignedReader,
  record: PendingRecord,
  spending: readonly OwnedOutput[],
  proposed: readonly ConstructionData[] = [],
): Promise<SignedPayment> {
  const { tx, change, destinations } = record;
  const fee = tx.rct?.fee ?? 0n;
  const amountIn = sumAmounts(spending);
  const account = spending[0]!.subaddress.major;
  await reader.prepared();
  const { prunable: _proofs, ...pruned } = tx;
  const scanned = await reader.pool.scanTx(writeTransaction(pruned));
  const returned = sumAmounts(
    (scanned?.found ?? []).filter(({ subaddress }) => subaddress.major === account),
  );
  const payeesFit = sumAmounts(destinations) + change.amount + fee === amountIn && change.amount <= returned;
  const known: Destination[] = [];
  if (payeesFit) for (const entry of destinations) known.push(await destinationOf(reader, account, entry));
  const differs = await differencesOf(proposed, reader, { record, spending, returned }, payeesFit);
  return {
    txid: txHash(tx),
    fee,
    amountIn,
    change: payeesFit ? change.amount : returned,
    destinations: known,
    account,
    inputs: spending,
    outputs: tx.prefix.outputs.length,
    proposal: differs.length === 0 ? 'same' : differs.includes('unasked') ? 'none' : 'different',
    differs,
  };
}

const differencesOf = async (
  proposed: readonly ConstructionData[],
  reader: SignedReader,
  signed: SignedView,
  payeesFit: boolean,
): Promise<SignedDifference[]> => {
  const plan = proposalFor(proposed, signed.spending);
  if (!plan) return ['unasked'];
  const { major } = signed.spending[0]!.subaddress;
  let expectedReturn = 0n;
  for (const entry of plan.outputs) {
    const own = await reader.indexOf(addressOfEntry(reader.state, entry));
    if (own?.major === major) expectedReturn += entry.amount;
  }
  const differs = differencesFrom(signed, plan, expectedReturn);
  // Payees that contradict the amounts count as a difference.
  return payeesFit || differs.includes('payees') ? differs : [...differs, 'payees'];
};

const destinationOf = async (
  { indexOf, state }: SignedReader,
  account: number,
  entry: DestinationEntry,
): Promise<Destination> => {
  const address = addressOfEntry(state, entry);
  const own = await indexOf(address);
  return {
    address: payeeOf(state.account.network, entry).text,
    amount: entry.amount,
    ...(own?.major === account && { minor: own.minor }),
  };
};

const addressOfEntry = (
  { account: { network } }: WalletState,
  { spendPublic, viewPublic, subaddress }: DestinationEntry,
): Address => ({ network, kind: subaddress ? 'subaddress' : 'standard', spendPublic, viewPublic });
