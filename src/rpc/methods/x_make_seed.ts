/** x_make_seed: a new seed phrase without a wallet, so that the user can first write it down and confirm it. */
import { freshWords } from '../../wallet/account/make.ts';
import { parseLanguage } from '../../protocol/mnemonic/languages.ts';
import { defineMethod } from '../method.ts';
import { count, def, str } from '../schema.ts';
import { networkAndBirth } from '../wire/new-wallet.ts';

export default defineMethod({
  name: 'x_make_seed',
  params: { language: def(str, 'English') },
  result: { seed: str, restore_height: count },
  handle: async ({ language }, { session }) => {
    const [{ seed }, { height }] = await Promise.all([
      freshWords(session.world.random, parseLanguage(language)),
      networkAndBirth(session),
    ]);
    return { seed, restore_height: height };
  },
});
