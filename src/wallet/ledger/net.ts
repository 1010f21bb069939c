/**
 * By how much a transaction of this wallet changes the balance. The balance (balance.ts) and all sums of the history are
 * made of this, so they agree: the sum over the history of an account is its balance and what is frozen in it.
 */
import { equalBytes } from '../../base/bytes.ts';
import { toHex } from '../../base/hex.ts';
import { returnedBy, returnedByMinor } from '../state/returned.ts';
import type { WalletState } from '../state/state.ts';
import type { OwnedOutput } from '../state/records/outputs.ts';
import type { Outgoing } from '../state/records/payments.ts';
import { isUnknownSpender } from './spent-status.ts';

type Outputs = Pick<WalletState, 'byKeyImage' | 'outputs'>;

/**
 * The change of the paying account, in piconero: what came back to it minus what was spent. 0 for a failed transaction,
 * and for one that was stored before the scan finds its outputs.
 */
export function netOf(state: Outputs, record: Outgoing): bigint {
  if (record.state === 'failed') return 0n;
  const spent = inputsOf(state, record)
    .filter((output) => output && isSpentBy(output, record))
    .reduce((sum, output) => sum + output!.amount, 0n);
  if (record.state === 'confirmed') return returnedBy(record) - spent;
  return [...pendingReturns(state, record).values()].reduce((sum, amount) => sum + amount, -spent);
}

/** Amounts that a pending transaction brings back to the paying account, by minor index. */
export function pendingReturns(state: Outputs, record: Outgoing): ReadonlyMap<number, bigint> {
  const missing = missingInputs(state, record);
  if (missing <= 0n) return returnedByMinor(record);
  const rest = returnedBy(record) - missing;
  return new Map(rest > 0n ? [[0, rest]] : []);
}

/**
 * Amount that a pending transaction spends of outputs that a reorg removed, or that another transaction spends. Such
 * money comes from the change of another pending transaction, which is counted there, or does not exist any more.
 */
const missingInputs = (state: Outputs, record: Outgoing): bigint => {
  const inputs = inputsOf(state, record);
  const unspentInputs = inputs.filter((output) => output && (!output.spent || isSpentBy(output, record)));
  return unspentInputs.length === inputs.length
    ? 0n
    : unspentInputs.reduce((rest, output) => rest - output!.amount, record.amountIn);
};

const inputsOf = (
  { byKeyImage, outputs }: Outputs,
  { keyImages }: Outgoing,
): readonly (OwnedOutput | undefined)[] =>
  keyImages.map((image) => outputs[byKeyImage.get(toHex(image)) ?? -1]);

/** A node may say that an output is spent without naming the transaction. */
const isSpentBy = ({ spent }: OwnedOutput, { txid }: Outgoing): boolean =>
  spent !== undefined && (equalBytes(spent.txid, txid) || isUnknownSpender(spent.txid));
