/** The outputs that a person chose for a payment, by their key images. The payment spends exactly these. */
import type { KeyImage } from '../../base/brands.ts';
import { toHex } from '../../base/hex.ts';
import { fault } from '../faults.ts';
import { obstaclesIn } from '../ledger/coins.ts';
import { outputByKeyImage } from '../ledger/outputs.ts';
import type { OwnedOutput } from '../state/records/outputs.ts';
import type { WalletState } from '../state/state.ts';
import { conflictingInputs, openRefusals } from './refused.ts';

/**
 * Each output once, even if its key image is named twice. Outputs that are worth less than their fee are allowed.
 * Faults: unknown_key_image, also for an output of another account; output_not_spendable; may_pay_twice when a refused
 * transaction may still be mined and none of these outputs excludes that.
 */
export function chosenOutputs(
  state: WalletState,
  account: number,
  keyImages: readonly KeyImage[],
  now: number,
): OwnedOutput[] {
  const distinct = new Map(keyImages.map((image) => [toHex(image), image]));
  const obstacleOf = obstaclesIn(state, now);
  const outputs = [...distinct.values()].map((image) => {
    const output = outputByKeyImage(state, image);
    if (output.subaddress.major !== account) throw fault('unknown_key_image');
    const reason = obstacleOf(output);
    if (reason !== undefined) throw fault('output_not_spendable', { reason });
    return output;
  });
  conflictingInputs(openRefusals(state, account), outputs);
  return outputs;
}
