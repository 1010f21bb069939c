/** create_wallet: a new wallet with a random key; its birth height is the newest block. */
import { freshWords } from '../../wallet/account/make.ts';
import { parseLanguage } from '../../protocol/mnemonic/languages.ts';
import { defineMethod } from '../method.ts';
import { str } from '../schema.ts';
import { networkAndBirth, checkName, checkSpelling } from '../wire/new-wallet.ts';

export default defineMethod({
  name: 'create_wallet',
  params: { filename: str, password: str, language: str },
  result: {},
  handle: async ({ filename, password, language }, { session }) => {
    checkSpelling(session, filename);
    const seedLanguage = parseLanguage(language);
    await checkName(session, filename);
    const { keys } = await freshWords(session.world.random, seedLanguage);
    const { network, height } = await networkAndBirth(session);
    await session.make({ name: filename, password, network, keys, seedLanguage, restoreHeight: height });
    return {};
  },
});
