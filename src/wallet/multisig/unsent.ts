/**
 * Stores multisig payments in the wallet file: a set that was read is stored and binds its inputs; a set with more
 * signatures replaces it. The wallet recomputes the description before it stores the set.
 */
import { equalBytes } from '../../base/bytes.ts';
import { toHex } from '../../base/hex.ts';
import type { MultisigTxSet } from '../../protocol/multisig/tx-set.ts';
import { fault } from '../faults.ts';
import type { ExaminedTx } from '../cold/examine.ts';
import { destinationsOf } from '../spend/destinations.ts';
import type { Keep } from '../spend/unsent-payment.ts';
import { change, put, type Ledger, type WalletState } from '../state/state.ts';
import { isOpen } from '../state/unsent.ts';
import type { UnsentPayment } from '../state/records/payments.ts';
import { payeesOf } from './payees.ts';
import { readyMultisig } from './status.ts';
import { examineSet, idOfSet, openTxSet, rebuild, type SetReader } from './tx-set.ts';

/**
 * Stores a set, unless the stored one has at least as many signatures. Returns the record's key. Own faults:
 * bad_multisig_set; bad_unsigned_set {why}; already_sent: its inputs are spent.
 */
export async function keepSet(
  { ledger, indexOf }: { readonly ledger: Ledger; readonly indexOf: SetReader['indexOf'] },
  bytes: Uint8Array,
  keep: Keep,
): Promise<string> {
  const { state } = ledger;
  readyMultisig(state);
  const set = openTxSet(state, bytes);
  if (set.txs.length === 0) throw fault('bad_multisig_set', { why: 'it holds no transaction' });
  checkSigners(state, set);
  const examined = await examineSet({ state, indexOf }, set);
  for (const [i, each] of examined.entries()) rebuild(state, set.txs[i]!, each.examined);
  const id = idOfSet(set.txs);
  await ledger.commit((now) => {
    const known = now.tables.unsentPayments.get(id);
    const payment = unsentOfSet(now, set, examined, keep, bytes);
    if (!isOpen(now, payment)) throw fault('already_sent');
    if (known && known.signers.length >= set.signers.length) return undefined;
    return change([put('unsentPayments', id, known ? withSet(known, payment) : payment)]);
  });
  return id;
}

/** The record with another set of the same transactions. */
export function withSet(known: UnsentPayment, { set, signers }: UnsentPayment): UnsentPayment {
  return {
    ...known,
    ...(set && { set }),
    signers,
  };
}

export function unsentOfSet(
  state: WalletState,
  { txs, signers }: MultisigTxSet,
  examined: readonly ExaminedTx[],
  { now, note }: Keep,
  set: Uint8Array,
): UnsentPayment {
  const [{ construction }] = txs as readonly [MultisigTxSet['txs'][number]];
  const { account } = construction;
  const sum = (of: (each: ExaminedTx['examined']) => bigint): bigint =>
    examined.reduce((total, each) => total + of(each.examined), 0n);
  return {
    madeAt: now,
    account,
    inputs: examined.map((each) => each.examined.inputs.map(({ output }) => output.key)),
    destinations: examined.flatMap(({ data, examined: each }) =>
      destinationsOf(state, payeesOf(state.account.network, data, each), account),
    ),
    fee: sum(({ fee }) => fee),
    change: sum(({ change }) => change),
    note,
    set,
    signers,
  };
}

/** Checks that each stated signer is a signer of the account, and is named once. */
const checkSigners = ({ account }: WalletState, { signers }: MultisigTxSet): void => {
  const members = account.multisig!.signers;
  const known = signers.every((signer) => members.some((member) => equalBytes(member, signer)));
  if (!known || signers.length === 0 || new Set(signers.map(toHex)).size < signers.length)
    throw fault('bad_multisig_set', { why: 'it was signed by somebody else' });
};
