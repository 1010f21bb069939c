/** Converts wallets to and from the reference's `.keys` files. Only keys and heights are imported. */
import type { Network } from '../../protocol/address/address.ts';
import type { KeysFile } from '../../protocol/keys-file/keys-file.ts';
import { multisigOfFile, toMultisigPart } from './signer-file.ts';
import type { NewWallet } from './new-wallet.ts';
import type { AccountRecord } from '../state/records/account.ts';

/**
 * Creation time in exported files (seconds): 8 June 2014, as in wallets that the reference restores from words. The
 * reference skips blocks before a wallet's creation time, whatever its height says, and the age of the keys is
 * unknown.
 */
const EARLIEST_CREATION = 1_402_185_600;

/** `watchOnly` leaves out the spend key and all multisig fields. */
export function toKeysFile(
  account: AccountRecord,
  watchOnly: boolean,
  { multisigEnabled = false }: { readonly multisigEnabled?: boolean } = {},
): KeysFile {
  const { spendPublic, viewPublic, viewSecret, network, lookahead, multisig, polyseed } = account;
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
    createdAt: EARLIEST_CREATION,
    lookahead,
    multisigEnabled,
    ...(multisig && !watchOnly && { multisig: toMultisigPart(multisig) }),
    ...(polyseed && spendSecret && !watchOnly && { polyseed }),
  };
}

/** `network` is for files that do not contain it. Fault bad_keys_file for an invalid multisig part. */
export function fromKeysFile(file: KeysFile, network: Network): Omit<NewWallet, 'name' | 'password'> {
  const multisig = multisigOfFile(file);
  const { spendSecret: _base, ...watching } = file.keys;
  return {
    network: file.network ?? network,
    keys: file.multisig ? watching : file.keys,
    ...(multisig && { multisig }),
    ...(file.polyseed && { polyseed: file.polyseed }),
    multisigEnabled: file.multisigEnabled,
    // Wallets that are made from 16 words here also have the language English.
    seedLanguage: file.polyseed ? 'English' : file.seedLanguage,
    restoreHeight: file.refreshHeight,
    lookahead: file.lookahead,
  };
}
