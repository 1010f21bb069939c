/**
 * x_restore_keys: restores a wallet from keys as a person has them on paper (see x_check_keys) and opens it.
 * `restore_height`: first block to read; absent: what the keys say, else 0. Words in the keys stay those of the wallet. Faults
 * of x_check_keys, wallet_exists, other_network.
 */
import { primaryAddress, wipeGivenKeys } from '../../wallet/without-wallet.ts';
import { isDeterministic } from '../../protocol/keys/account.ts';
import { defineMethod } from '../method.ts';
import { count, opt, str } from '../schema.ts';
import { givenKeysParams, readKeysOf } from '../wire/given-keys.ts';
import { checkName } from '../wire/new-wallet.ts';

export default defineMethod({
  name: 'x_restore_keys',
  access: 'app',
  console: { needs: ['given_keys', 'filename'], secrets: ['given_keys', 'passphrase', 'password'] },
  params: { ...givenKeysParams, filename: str, password: str, restore_height: opt(count) },
  result: { address: str },
  errors: { wallet_exists: [-1, 'Wallet already exists.'] },
  handle: async ({ filename, password, restore_height, ...params }, { session }) => {
    await checkName(session, filename);
    const { given, network: likely, height } = await readKeysOf(session, params);
    try {
      const { keys, words } = given;
      const network = given.network ?? session.network ?? likely;
      await session.make({
        name: filename,
        password,
        network,
        keys,
        // 25 words restore keys of which one follows from the other.
        seedLanguage: words?.language ?? (isDeterministic(keys) ? 'English' : ''),
        ...(words?.polyseed && { polyseed: words.polyseed }),
        restoreHeight: restore_height ?? height ?? 0,
      });
      return { address: primaryAddress(network, keys) };
    } finally {
      wipeGivenKeys(given);
    }
  },
});
