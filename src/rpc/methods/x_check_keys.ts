/**
 * x_check_keys: reads keys that can spend, as a person has them on paper: 25, 16 or 13 words, one or two keys in hex,
 * or a `monero_wallet:` link with either. Answers their kind (classic, polyseed, mymonero, keys) and first address,
 * never the keys. `restore_height`: from a height or day in the text, or from the date in 16 words. Faults
 * unreadable_keys, bad_secret_key, key_mismatch; words have the faults that x_check_seed lists.
 */
import { primaryAddress, wipeGivenKeys } from '../../wallet/without-wallet.ts';
import { defineMethod } from '../method.ts';
import { count, opt, str } from '../schema.ts';
import { givenKeysParams, readKeysOf } from '../wire/given-keys.ts';

export default defineMethod({
  name: 'x_check_keys',
  access: 'read',
  console: { needs: ['given_keys'], secrets: ['given_keys', 'passphrase'] },
  params: givenKeysParams,
  result: { kind: str, language: str, address: str, restore_height: opt(count) },
  handle: async (params, { session }) => {
    const { given, network, height } = await readKeysOf(session, params);
    const { kind, keys, words } = given;
    const address = primaryAddress(given.network ?? network, keys);
    wipeGivenKeys(given);
    return { kind, language: words?.typedIn ?? '', address, restore_height: height };
  },
});
