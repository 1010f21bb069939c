/**
 * create_wallet: a new wallet with a random key; its birth height is the newest block. `polyseed`: it has 16 words with
 * the date in them instead of 25.
 */
import { newWords } from '../../wallet/without-wallet.ts';
import { defineMethod } from '../method.ts';
import { bool, def, str } from '../schema.ts';
import { networkAndBirth, checkName, checkSpelling } from '../wire/new-wallet.ts';

export default defineMethod({
  name: 'create_wallet',
  // No screen: the page shows the words before it makes the wallet: x_make_seed and restore_deterministic_wallet.
  access: 'app',
  console: { warning: 'closes_wallet', needs: ['filename'], secrets: ['password'], otherWallet: true },
  params: { filename: str, password: str, language: str, polyseed: def(bool, false) },
  handle: async ({ filename, password, language, polyseed: wanted }, { session }) => {
    checkSpelling(session, filename);
    const { network, height, date } = await networkAndBirth(session);
    const made = await newWords(session.world.random, { language, polyseed: wanted, now: date });
    await checkName(session, filename);
    const { keys, language: seedLanguage, polyseed } = made;
    await session.make({
      name: filename,
      password,
      network,
      keys,
      seedLanguage,
      ...(polyseed && { polyseed }),
      restoreHeight: height,
    });
  },
});
