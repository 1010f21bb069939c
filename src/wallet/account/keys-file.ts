/** Wallets from and to the reference's `.keys` files. What a file holds beside keys and heights is left behind. */
import type { Network } from '../../protocol/address/address.ts';
import type { KeysFile } from '../../protocol/keys-file/keys-file.ts';
import { multisigOfFile, toMultisigPart } from './signer-file.ts';
import type { NewWallet } from './new-wallet.ts';
import type { AccountRecord } from '../state/types.ts';

/**
 * The reference reads no block from before a wallet's making, whatever its height says; how old the keys are nobody
 * knows. So they are as old as those of wallets it restores from words: 8 June 2014.
 */
const OLD = 1_402_185_600;

/** `watchOnly` leaves the spend key out, and all that belongs to several signers. */
export function toKeysFile(
  account: AccountRecord,
  watchOnly: boolean,
  { multisigEnabled = false }: { readonly multisigEnabled?: boolean } = {},
): KeysFile {
  const { spendPublic, viewPublic, viewSecret, network, lookahead, multisig } = account;
  const spendSecret = multisig ? multisig.signerSecret : account.spendSecret;
  return {
    keys: {
      spendPublic,
      viewPublic,
      viewSecret,
      ...(spendSecret && !watchOnly && { spendSecret }),
    },
    network,
    seedLanguage: account.seedLanguage,
    refreshHeight: account.restoreHeight,
    createdAt: OLD,
    lookahead,
    multisigEnabled,
    ...(multisig && !watchOnly && { multisig: toMultisigPart(multisig) }),
  };
}

/** `network` is for files that do not tell theirs. Fault bad_keys_file for a signer's part that cannot be. */
export function fromKeysFile(file: KeysFile, network: Network): Omit<NewWallet, 'name' | 'password'> {
  const multisig = multisigOfFile(file);
  const { spendSecret: _base, ...watching } = file.keys;
  return {
    network: file.network ?? network,
    keys: file.multisig ? watching : file.keys,
    ...(multisig && { multisig }),
    multisigEnabled: file.multisigEnabled,
    seedLanguage: file.seedLanguage,
    restoreHeight: file.refreshHeight,
    lookahead: file.lookahead,
  };
}
