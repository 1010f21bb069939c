/**
 * stop_background_sync: restores the spend key with the password or seed phrase, and completes what was scanned
 * meanwhile.
 */
import { wordsOf } from '../../wallet/without-wallet.ts';
import { defineMethod } from '../method.ts';
import { def, str } from '../schema.ts';
import { backgroundErrors, checkBackground } from '../wire/background.ts';

export default defineMethod({
  name: 'stop_background_sync',
  // No screen: a wallet that locks while it reads goes on reading without its spend key by itself.
  access: 'app',
  console: { needs: ['wallet_password'], secrets: ['wallet_password', 'seed', 'seed_offset'] },
  params: { wallet_password: str, seed: def(str, ''), seed_offset: def(str, '') },
  errors: { ...backgroundErrors, wrong_password: [-22, 'Invalid password.'] },
  handle: async ({ wallet_password, seed, seed_offset }, { session, wallet }) => {
    checkBackground(wallet);
    const words = seed === '' ? undefined : await wordsOf(seed, seed_offset, '');
    await session.stopBackground(wallet_password, words?.keys.spendSecret);
  },
});
