/** start_background_sync: removes the spend key from memory; scanning continues without it. */
import { defineMethod } from '../method.ts';
import { backgroundErrors, checkBackground } from '../wire/background.ts';

export default defineMethod({
  name: 'start_background_sync',
  // No screen: a wallet that locks while it reads goes on reading without its spend key by itself.
  access: 'app',
  console: { warning: 'locks_spend_key' },
  errors: backgroundErrors,
  handle: async (_params, { session, wallet }) => {
    checkBackground(wallet);
    await session.startBackground();
  },
});
