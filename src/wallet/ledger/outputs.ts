/** Finds and freezes single outputs by key image. Upstream: `wallet2::freeze`, `thaw`, `frozen`. */
import type { KeyImage } from '../../base/brands.ts';
import { toHex } from '../../base/hex.ts';
import { fault } from '../faults.ts';
import { change, put, remove, type Ledger, type WalletState } from '../state/state.ts';
import type { OwnedOutput } from '../state/records/outputs.ts';

/** Fault unknown_key_image. */
export function outputByKeyImage(state: WalletState, keyImage: KeyImage): OwnedOutput {
  const outputIndex = state.byKeyImage.get(toHex(keyImage));
  if (outputIndex === undefined) throw fault('unknown_key_image');
  return state.outputs[outputIndex]!;
}

/**
 * A frozen output is not spent until it is thawed. `shown`: with the outputs that a light-wallet server named; one that
 * the wallet has not read gets a mark for the time when it is read. Fault unknown_key_image.
 */
export function setFrozen(
  ledger: Ledger,
  keyImage: KeyImage,
  frozen: boolean,
  shown: WalletState = ledger.state,
): Promise<void> {
  return ledger.commit((state) => {
    const outputIndex = state.byKeyImage.get(toHex(keyImage));
    const { key } = outputByKeyImage(outputIndex === undefined ? shown : state, keyImage);
    if (outputIndex === undefined && frozen) return change([put('toFreeze', toHex(key), true)]);
    return change(
      outputIndex === undefined
        ? []
        : [put('outputs', String(outputIndex), { ...state.outputs[outputIndex]!, frozen })],
      // A companion said so; what the user does now counts more.
      [remove('toFreeze', toHex(key))],
    );
  });
}
