/**
 * The multisig state of a wallet, and checks whether multisig may be used.
 * Upstream: `wallet2::get_multisig_status`, CHECK_MULTISIG_ENABLED (src/wallet/wallet_rpc_server.cpp).
 */
import { publicKeyOf } from '../../protocol/keys/public-key.ts';
import type { PublicKey } from '../../base/brands.ts';
import { allRounds, mainRounds } from '../../protocol/multisig/rounds.ts';
import { fault } from '../faults.ts';
import type { WalletState } from '../state/state.ts';
import type { MultisigRecord } from '../state/records/account.ts';

export interface MultisigStatus {
  readonly active: boolean;
  /** The address is known, although some signers may not have confirmed it yet. */
  readonly mainDone: boolean;
  readonly ready: boolean;
  /** Threshold and total are 0 when the wallet is not multisig. */
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

/** The multisig record of a finished account. Faults not_multisig, multisig_unfinished, multisig_disabled. */
export function readyMultisig(state: WalletState): MultisigRecord {
  const { multisig } = state.account;
  if (!multisig) throw fault('not_multisig');
  if (!multisigStatus(state.account).ready) throw fault('multisig_unfinished');
  checkMultisigEnabled(state);
  return multisig;
}

/** Fault multisig_disabled: the user has not enabled multisig, which is experimental. */
export function checkMultisigEnabled({ account, settings }: WalletState): void {
  if (account.multisig && !settings.multisigEnabled) throw fault('multisig_disabled');
}

/** The public key that identifies this signer to the others. */
export function ownSigner({ signerSecret }: MultisigRecord): PublicKey {
  return publicKeyOf(signerSecret);
}

/** True if this wallet file contains nonces of ours. No other copy of the file is allowed to use them. */
export function holdsNonces({ tables }: WalletState): boolean {
  return [...tables.multisigOutputs.values()].some(({ nonces }) => nonces.length > 0);
}

/** True if the key images of some outputs are unknown, so that spends of them are unknown too. */
export function importNeeded({ account, outputs }: WalletState): boolean {
  return account.multisig !== undefined && outputs.some(({ keyImage }) => !keyImage);
}
