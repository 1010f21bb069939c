/** A fact about outputs that is not on the chain: it stays when the blocks of the outputs are applied again. */
import { toHex } from '../../base/hex.ts';
import type { WalletState } from '../state/state.ts';
import type { Draft } from './draft.ts';

/** A key image that was requested is not requested again. */
export function keepChoices(draft: Draft, state: WalletState): void {
  for (let index = 0; index < draft.outputCount; index++) {
    const output = draft.output(index);
    const before = state.outputs[state.byKey.get(toHex(output.key)) ?? -1];
    if (!before?.keyImageRequested || before === output || output.keyImage) continue;
    draft.setOutput(index, { ...output, keyImageRequested: true });
  }
}
