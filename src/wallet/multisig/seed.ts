/** Writes and reads the seed of a multisig signer's wallet. Upstream: `wallet2::get_multisig_seed`, `generate`. */
import { publicKeyOf } from '../../protocol/keys/public-key.ts';
import { readMultisigSeed, writeMultisigSeed } from '../../protocol/multisig/seed.ts';
import { allRounds } from '../../protocol/multisig/rounds.ts';
import { fault } from '../faults.ts';
import type { NewWallet } from '../account/new-wallet.ts';
import type { AccountRecord } from '../state/records/account.ts';
import { multisigStatus } from './status.ts';

/** Faults not_multisig, multisig_unfinished. */
export function multisigSeedOf(account: AccountRecord): string {
  const { multisig, spendPublic, viewSecret } = account;
  if (!multisig) throw fault('not_multisig');
  if (!multisigStatus(account).ready) throw fault('multisig_unfinished');
  return writeMultisigSeed({ ...multisig, spendPublic, viewSecret });
}

/** Fault bad_multisig_seed. */
export function fromMultisigSeed(text: string): Required<Pick<NewWallet, 'keys' | 'multisig'>> {
  const { threshold, signers, signerSecret, spendPublic, viewSecret, keys } = readMultisigSeed(text);
  return {
    keys: { spendPublic, viewSecret, viewPublic: publicKeyOf(viewSecret) },
    multisig: {
      threshold,
      signers,
      signerSecret,
      keys,
      rounds: allRounds(threshold, signers.length),
      derivations: [],
    },
  };
}
