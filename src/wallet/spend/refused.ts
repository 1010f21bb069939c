/**
 * Transactions that a node refused, or that no node shows any more. Their money is free again, yet somebody may hold the
 * bytes and get them mined later. A payment that is made after one spends an input of it too: then a block can hold one of
 * the two at most, and nobody is paid twice.
 */
import { toHex } from '../../base/hex.ts';
import { fault } from '../faults.ts';
import { isUnknownSpender } from '../ledger/spent-status.ts';
import { pendingOf, type WalletState } from '../state/state.ts';
import type { OwnedOutput } from '../state/types.ts';

export interface OpenRefusal {
  readonly txid: Uint8Array;
  readonly inputs: readonly OwnedOutput[];
}

/**
 * Failed transactions of an account that could still be mined. Closed are those of which not a byte was sent, those with
 * an input that another transaction spent in a block (by our own reading), and those that a waiting transaction made
 * here excludes already. What merely stands in a node's pool excludes nothing: its signatures were not checked.
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

/** Few of the `candidates` that hold an input of each refusal. Fault may_pay_twice when one has none among them. */
export function inputsAgainst(
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
