/** Facts about outputs that are not on the chain: they stay when the blocks of the outputs are applied again. */
import { toHex } from '../../base/hex.ts';
import type { WalletState } from '../state/state.ts';
import type { Draft } from './draft.ts';

/** Outputs found again stay frozen, and a key image that was requested is not requested again. */
export function keepChoices(draft: Draft, state: WalletState): void {
  for (let index = 0; index < draft.outputCount; index++) {
    const output = draft.output(index);
    const before = state.outputs[state.byKey.get(toHex(output.key)) ?? -1];
    if (!before || before === output || !(before.frozen || before.keyImageRequested)) continue;
    draft.setOutput(index, {
      ...output,
      frozen: before.frozen,
      ...(before.keyImageRequested && !output.keyImage && { keyImageRequested: true as const }),
    });
  }
}
