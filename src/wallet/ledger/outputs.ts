/** Finds and freezes single outputs by key image. Upstream: `wallet2::freeze`, `thaw`, `frozen`. */
import type { KeyImage } from '../../base/brands.ts';
import { toHex } from '../../base/hex.ts';
import { fault } from '../faults.ts';
import { change, put, remove, type Ledger, type WalletState } from '../state/state.ts';
import type { OwnedOutput } from '../state/records/outputs.ts';

/** Fault unknown_key_image. */
export function outputByKeyImage(state: WalletState, keyImage: KeyImage): OwnedOutput {
  return state.outputs[outputIndexOf(state, keyImage)]!;
}

/** A frozen output is not spent until it is thawed. Fault unknown_key_image. */
export function setFrozen(ledger: Ledger, keyImage: KeyImage, frozen: boolean): Promise<void> {
  return ledger.commit((state) => {
    const outputIndex = outputIndexOf(state, keyImage);
    const output = state.outputs[outputIndex]!;
    return change(
      [put('outputs', String(outputIndex), { ...output, frozen })],
      // A companion said so; what the user does now counts more.
      [remove('toFreeze', toHex(output.key))],
    );
  });
}

const outputIndexOf = (state: WalletState, keyImage: KeyImage): number => {
  const outputIndex = state.byKeyImage.get(toHex(keyImage));
  if (outputIndex === undefined) throw fault('unknown_key_image');
  return outputIndex;
};
