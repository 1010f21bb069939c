/**
 * Stores a signed set that the view-only wallet has read, with its payment and its differences from the request,
 * until it is sent. Without transaction keys the payee of an output cannot be checked; signed.ts compares everything
 * else, and the payees that the set states.
 */
import { toHex } from '../../base/hex.ts';
import { prefixHash } from '../../protocol/tx/hash.ts';
import { fault } from '../faults.ts';
import type { Keep } from '../spend/unsent-payment.ts';
import { change, put, type Ledger } from '../state/state.ts';
import { isOpen, paymentSpending } from '../state/unsent.ts';
import type { SignedDifference, UnsentPayment } from '../state/records/payments.ts';
import { readUnsignedSet } from './examine.ts';
import { paymentOf, readSignedSet, type SignedPayment, type SignedReader } from './signed.ts';
import { imagesOf, spendingOf } from './spending.ts';

/**
 * Stores the set with its payment, or as one that was not requested here; returns the record's key. Faults
 * bad_signed_set, old_format; already_sent: its inputs are spent.
 */
export async function keepSigned(
  deps: Omit<SignedReader, 'state'> & { readonly ledger: Ledger },
  bytes: Uint8Array,
  keep: Keep,
): Promise<string> {
  const { state } = deps.ledger;
  const set = readSignedSet(state, bytes);
  const [first] = set.txs;
  if (!first) throw fault('bad_signed_set', { why: 'it holds no transaction' });
  const images = imagesOf(state, set);
  const spending = set.txs.map((record) => spendingOf(state, images, record));
  const requested = paymentSpending(state, spending.flat());
  const proposed = requested?.[1].set ? readUnsignedSet(state.account, requested[1].set).txs : [];
  const signed: SignedPayment[] = [];
  for (const [i, record] of set.txs.entries())
    signed.push(await paymentOf({ ...deps, state }, record, spending[i]!, proposed));
  const differs: SignedDifference[] = [
    ...new Set([
      ...(requested?.[1].set && proposed.length !== signed.length ? (['transactions'] as const) : []),
      ...signed.flatMap((each) => each.differs),
    ]),
  ];
  const id = requested?.[0] ?? toHex(prefixHash(first.tx.prefix));
  await deps.ledger.commit((now) => {
    const known = now.tables.unsentPayments.get(id);
    const payment = known?.set ? known : unasked(signed, keep);
    if (!isOpen(now, payment)) throw fault('already_sent');
    return change([put('unsentPayments', id, { ...payment, signed: { set: bytes, differs } })]);
  });
  return id;
}

const unasked = (txs: readonly SignedPayment[], { now, note }: Keep): UnsentPayment => ({
  madeAt: now,
  account: txs[0]!.account,
  inputs: txs.map(({ inputs }) => inputs.map(({ key }) => key)),
  destinations: txs.flatMap(({ destinations }) => destinations),
  fee: txs.reduce((sum, { fee }) => sum + fee, 0n),
  change: txs.reduce((sum, { change }) => sum + change, 0n),
  note,
  signers: [],
});
