/** If a wallet belongs to several signers, and how far they are. What they do is in signers.ts. */
import { infoOutdated, roundOf, type RoundKind } from '../multisig/rounds.ts';
import { checkMultisigEnabled, importNeeded, multisigStatus, readyMultisig } from '../multisig/status.ts';
import type { Core } from './core.ts';

export function createMultisig({ state }: Pick<Core, 'state'>) {
  return {
    get status() {
      return multisigStatus(state.account);
    },
    /** The infos of other signers do not cover all outputs. */
    get importNeeded() {
      return importNeeded(state);
    },
    /** Our last exported info has no unused nonces for a coin that no payment binds. */
    get infoOutdated() {
      return infoOutdated(state);
    },
    /** Fault multisig_disabled. */
    requireEnabled: () => {
      checkMultisigEnabled(state);
    },
    /** Faults not_multisig, multisig_unfinished, multisig_disabled. */
    requireReady: () => readyMultisig(state),
    /** The messages of a round that the wallet keeps for the page; undefined: no such round runs. */
    roundOf: (kind: RoundKind) => roundOf(state, kind),
  };
}
