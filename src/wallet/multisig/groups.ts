/**
 * All groups of signers that may sign together: the proposer and as many others as the threshold needs. The proposer
 * signs for each, since it is not known yet who else will. Upstream: the ignore sets of
 * `wallet2::transfer_selected_rct` (src/wallet/wallet2.cpp).
 */
import type { PublicKey } from '../../base/brands.ts';
import { equalBytes } from '../../base/bytes.ts';
import { toHex } from '../../base/hex.ts';
import { fault } from '../faults.ts';
import type { WalletState } from '../state/state.ts';
import type { MultisigRecord } from '../state/records/account.ts';
import type { MultisigInfo } from '../state/records/multisig.ts';
import type { OwnedOutput } from '../state/records/outputs.ts';
import { ownSigner } from './status.ts';

export interface Group {
  /** Signers who have sent nonces but are not in this group. */
  readonly ignore: readonly PublicKey[];
  /** Multisig infos of the group's signers about an output. */
  readonly infosOf: (output: OwnedOutput) => readonly MultisigInfo[];
}

/** Fault multisig_import_needed: too few signers have sent nonces for all of these outputs. */
export function groupsOf(
  { tables }: WalletState,
  multisig: MultisigRecord,
  outputs: readonly OwnedOutput[],
): Group[] {
  const infos = ({ key }: OwnedOutput): readonly MultisigInfo[] =>
    tables.multisigOutputs.get(toHex(key))?.infos ?? [];
  const self = ownSigner(multisig);
  const others = multisig.signers.filter(
    (signer) =>
      !equalBytes(signer, self) &&
      outputs.every((output) =>
        infos(output).some((info) => equalBytes(info.signer, signer) && info.nonces.length > 0),
      ),
  );
  const surplus = others.length + 1 - multisig.threshold;
  if (surplus < 0) throw fault('multisig_import_needed');
  return choices(others, surplus).map((ignore) => {
    const taking = new Set(others.filter((signer) => !ignore.includes(signer)).map(toHex));
    return {
      ignore,
      infosOf: (output) => infos(output).filter(({ signer }) => taking.has(toHex(signer))),
    };
  });
}

/** All subsets of `from` with `n` members. */
const choices = <T>(from: readonly T[], n: number): T[][] =>
  n === 0
    ? [[]]
    : from.flatMap((first, i) => choices(from.slice(i + 1), n - 1).map((rest) => [first, ...rest]));
