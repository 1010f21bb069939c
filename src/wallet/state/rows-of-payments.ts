/** A received payment as a row (rows.ts). */
import { asTxId } from '../../base/brands.ts';
import { toHex } from '../../base/hex.ts';
import { PACKED_NO_PAYMENT_ID } from './packed-bytes.ts';
import { isU32, isU64, type RowReader, type RowWriter } from './row-bytes.ts';
import type { Payment } from './records/payments.ts';
import type { RowSharing } from './row-sharing.ts';
import type { Put } from './tables.ts';

type PaymentPut = Extract<Put, { readonly table: 'payments' }>;

const FLAGS = { coinbase: 1, doubleSpendSeen: 2, paymentId: 4, noPaymentId: 8 } as const;
const NUMBERS = {
  flags: 0,
  major: 4,
  minor: 8,
  height: 12,
  timestamp: 16,
  amount: 24,
  fee: 32,
  /** 64 bits, but what is larger than 32 bits is odd. */
  unlockTime: 40,
} as const;

/** Bytes of a payment id; a long one is odd. */
const ID = { at: 32, length: 8 } as const;

export function rowOfPayment(row: RowWriter, { key, value }: PaymentPut): boolean {
  const { txid, subaddress, amount, amounts, height, paymentId, fee } = value;
  const unlockTime = Number(value.unlockTime);
  const { major, minor } = subaddress;
  const isPlain =
    key === keyOf(txid, subaddress) &&
    isU32(major) &&
    isU32(minor) &&
    isU32(height) &&
    isU32(unlockTime) &&
    isU64(amount) &&
    isU64(fee) &&
    amounts.length === 1 &&
    amounts[0] === amount &&
    (paymentId?.length ?? ID.length) === ID.length;
  if (!isPlain) return false;
  row.key(0, txid);
  const isNone = paymentId?.every((byte) => byte === 0);
  if (paymentId) row.key(ID.at, paymentId);
  row.u32(
    NUMBERS.flags,
    (value.coinbase ? FLAGS.coinbase : 0) |
      (value.doubleSpendSeen ? FLAGS.doubleSpendSeen : 0) |
      (paymentId ? FLAGS.paymentId : 0) |
      (isNone ? FLAGS.noPaymentId : 0),
  );
  row.u32(NUMBERS.major, major);
  row.u32(NUMBERS.minor, minor);
  row.u32(NUMBERS.height, height);
  row.f64(NUMBERS.timestamp, value.timestamp);
  row.u64(NUMBERS.amount, amount);
  row.u64(NUMBERS.fee, fee);
  row.u32(NUMBERS.unlockTime, unlockTime);
  return true;
}

export function readPayment(row: RowReader, sharing: RowSharing): PaymentPut {
  const flags = row.u32(NUMBERS.flags);
  const given = asTxId(row.key(0));
  const output = sharing.outputOf(given);
  const txid = output?.txid ?? given;
  const subaddress = sharing.subaddress(row.u32(NUMBERS.major), row.u32(NUMBERS.minor));
  const read = row.u64(NUMBERS.amount);
  const amount = output?.amount === read ? output.amount : read;
  const until = row.u32(NUMBERS.unlockTime);
  const unlockTime = until === 0 ? 0n : BigInt(until);
  const height = row.u32(NUMBERS.height);
  const timestamp = row.f64(NUMBERS.timestamp);
  const fee = sharing.fee(row.u64(NUMBERS.fee));
  const coinbase = (flags & FLAGS.coinbase) !== 0;
  const doubleSpendSeen = (flags & FLAGS.doubleSpendSeen) !== 0;
  const amounts = [amount];
  const key = keyOf(txid, subaddress);
  // Two whole literals: V8 may give an object that is spread and gets another field a shape of its own.
  if (!(flags & FLAGS.paymentId)) {
    const value = {
      txid,
      subaddress,
      amount,
      amounts,
      height,
      timestamp,
      unlockTime,
      fee,
      coinbase,
      doubleSpendSeen,
    };
    return { table: 'payments', key, value };
  }
  const paymentId = flags & FLAGS.noPaymentId ? PACKED_NO_PAYMENT_ID : row.key(ID.at, ID.length);
  const value = {
    txid,
    subaddress,
    amount,
    amounts,
    height,
    timestamp,
    unlockTime,
    fee,
    coinbase,
    paymentId,
    doubleSpendSeen,
  };
  return { table: 'payments', key, value };
}

const keyOf = (txid: Uint8Array, { major, minor }: Payment['subaddress']): string =>
  `${toHex(txid)}:${major}:${minor}`;
