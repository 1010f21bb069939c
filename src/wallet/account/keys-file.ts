/** Wallets from and to the reference's `.keys` files. What a file holds beside keys and heights is left behind. */
import type { Network } from '../../protocol/address/address.ts';
import type { KeysFile } from '../../protocol/keys-file/keys-file.ts';
import type { NewWallet } from '../session.ts';
import type { AccountRecord } from '../state/types.ts';

/**
 * The reference reads no block from before a wallet's making, whatever its height says; how old the keys are nobody
 * knows. So they are as old as those of wallets it restores from words: 8 June 2014.
 */
const OLD = 1_402_185_600;

/** `watchOnly` leaves the spend key out. */
export const toKeysFile = (account: AccountRecord, watchOnly: boolean): KeysFile => {
  const { spendPublic, viewPublic, viewSecret, spendSecret, network, lookahead } = account;
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
    multisigEnabled: false,
  };
};

/** `network` is for files that do not tell theirs. */
export const fromKeysFile = (file: KeysFile, network: Network): Omit<NewWallet, 'name' | 'password'> => ({
  network: file.network ?? network,
  keys: file.keys,
  seedLanguage: file.seedLanguage,
  restoreHeight: file.refreshHeight,
  lookahead: file.lookahead,
});
