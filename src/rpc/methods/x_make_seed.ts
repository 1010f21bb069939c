/**
 * x_make_seed: a new seed phrase without a wallet, so that the user can first write it down and confirm it. `polyseed`:
 * 16 words with the date in them instead of 25.
 */
import { newWords } from '../../wallet/without-wallet.ts';
import { defineMethod } from '../method.ts';
import { bool, count, def, str } from '../schema.ts';
import { networkAndBirth } from '../wire/new-wallet.ts';

export default defineMethod({
  name: 'x_make_seed',
  access: 'read',
  console: { secrets: ['seed'] },
  params: { language: def(str, 'English'), polyseed: def(bool, false) },
  result: { seed: str, restore_height: count },
  handle: async ({ language, polyseed }, { session }) => {
    const { height, date } = await networkAndBirth(session);
    const { seed } = await newWords(session.world.random, { language, polyseed, now: date });
    return { seed, restore_height: height };
  },
});
