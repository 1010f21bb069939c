/**
 * Where a wallet stands on its way to a multisig account, and who may go on from there.
 * Upstream: `wallet2::get_multisig_status`, CHECK_MULTISIG_ENABLED (src/wallet/wallet_rpc_server.cpp).
 */
import { kernel } from '../../kernel/kernel.ts';
import { allRounds, mainRounds } from '../../protocol/multisig/rounds.ts';
import { fault } from '../faults.ts';
import type { WalletState } from '../state/state.ts';
import type { MultisigRecord } from '../state/types.ts';

export interface MultisigStatus {
  readonly active: boolean;
  /** The address is known; not everybody has confirmed it yet. */
  readonly mainDone: boolean;
  readonly ready: boolean;
  /** Both 0 in other wallets. */
  readonly threshold: number;
  readonly total: number;
}

export function multisigStatus({ multisig }: { readonly multisig?: MultisigRecord }): MultisigStatus {
  if (!multisig) return { active: false, mainDone: false, ready: false, threshold: 0, total: 0 };
  const { threshold, rounds } = multisig;
  const total = multisig.signers.length;
  return {
    active: true,
    mainDone: rounds >= mainRounds(threshold, total),
    ready: rounds >= allRounds(threshold, total),
    threshold,
    total,
  };
}

/** The finished account of a wallet in which multisig is allowed. Faults not_multisig, multisig_unfinished, multisig_disabled. */
export function readyMultisig(state: WalletState): MultisigRecord {
  const { multisig } = state.account;
  if (!multisig) throw fault('not_multisig');
  if (!multisigStatus(state.account).ready) throw fault('multisig_unfinished');
  checkMultisigEnabled(state);
  return multisig;
}

/** Fault multisig_disabled: the person has not said to know that it is an experiment. */
export function checkMultisigEnabled({ account, settings }: WalletState): void {
  if (account.multisig && !settings.multisigEnabled) throw fault('multisig_disabled');
}

/** By what the others know us. */
export function ownSigner({ signerSecret }: MultisigRecord): Uint8Array {
  return kernel.mulBase(signerSecret);
}
