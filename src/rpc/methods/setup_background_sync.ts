/**
 * setup_background_sync: sets how the wallet scans without its spend key. With the wallet's own password, the same
 * file is used without the key; with a custom password, a copy NAME.background without the key is made and kept up to
 * date.
 */
import { fault } from '../faults.ts';
import { defineMethod } from '../method.ts';
import { def, str } from '../schema.ts';
import { backgroundErrors, checkBackground } from '../wire/background.ts';

const TYPES = {
  off: 'off',
  'reuse-wallet-password': 'reuse',
  'custom-background-password': 'custom',
} as const;
const isType = (text: string): text is keyof typeof TYPES => Object.hasOwn(TYPES, text);

export default defineMethod({
  name: 'setup_background_sync',
  access: 'app',
  console: {
    needs: ['background_sync_type', 'wallet_password'],
    secrets: ['wallet_password', 'background_cache_password'],
  },
  params: { background_sync_type: str, wallet_password: str, background_cache_password: def(str, '') },
  errors: backgroundErrors,
  handle: async (
    { background_sync_type, wallet_password, background_cache_password },
    { session, wallet },
  ) => {
    checkBackground(wallet);
    if (!isType(background_sync_type)) throw fault('bad_background_type', { type: background_sync_type });
    await session.setUpBackground({
      type: TYPES[background_sync_type],
      password: wallet_password,
      copyPassword: background_cache_password,
    });
  },
});
