/**
 * Transactions that nodes refused, or that no node shows any more. Their inputs are free again, but a node may have
 * the bytes and still mine them. So a later payment also spends one of these inputs: only one of the two can be
 * mined, and no payee is paid twice.
 */
import type { TxId } from '../../base/brands.ts';
import { toHex } from '../../base/hex.ts';
import { fault } from '../faults.ts';
import { isUnknownSpender } from '../ledger/spent-status.ts';
import { pendingOf, type WalletState } from '../state/state.ts';
import type { OwnedOutput } from '../state/records/outputs.ts';

export interface OpenRefusal {
  readonly txid: TxId;
  readonly inputs: readonly OwnedOutput[];
}

/**
 * Failed transactions of an account that can still be mined. Not included: those never sent; those with an input that
 * another transaction in a block spends (found by our own scan); those with an input of a pending transaction made
 * here. A transaction in a node's pool does not count, since its signatures were not checked.
 */
export function openRefusals(state: WalletState, account: number): readonly OpenRefusal[] {
  const failed = [...state.tables.outgoing.values()].filter(
    (record) => record.state === 'failed' && !record.notSent && record.account === account,
  );
  if (failed.length === 0) return [];
  const waiting = new Set(
    pendingOf(state)
      .filter(({ blob }) => blob)
      .flatMap(({ keyImages }) => keyImages.map(toHex)),
  );
  return failed.flatMap(({ txid, keyImages }) => {
    const images = keyImages.map(toHex);
    const inputs = images.flatMap((image) => state.outputs[state.byKeyImage.get(image) ?? -1] ?? []);
    const excluded = inputs.some(isSpentInBlock) || images.some((image) => waiting.has(image));
    return inputs.length === 0 || excluded ? [] : [{ txid, inputs }];
  });
}

const isSpentInBlock = ({ spent }: OwnedOutput): boolean =>
  spent !== undefined && spent.height > 0 && !isUnknownSpender(spent.txid);

/** A small subset of `candidates` with an input of each refusal. Fault may_pay_twice if a refusal has none. */
export function conflictingInputs(
  refusals: readonly OpenRefusal[],
  candidates: readonly OwnedOutput[],
): OwnedOutput[] {
  const chosen: OwnedOutput[] = [];
  let left = refusals;
  for (let [first] = left; first; [first] = left) {
    const open = left;
    const shared = (output: OwnedOutput): number =>
      open.filter(({ inputs }) => inputs.includes(output)).length;
    const [best] = first.inputs
      .filter((input) => candidates.includes(input))
      .sort((a, b) => shared(b) - shared(a) || (b.amount > a.amount ? 1 : -1));
    if (!best) throw fault('may_pay_twice', { txid: toHex(first.txid) });
    chosen.push(best);
    left = open.filter(({ inputs }) => !inputs.includes(best));
  }
  return chosen;
}
