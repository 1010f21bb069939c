/** start_background_sync: removes the spend key from memory; scanning continues without it. */
import { defineMethod } from '../method.ts';
import { backgroundErrors, checkBackground } from '../wire/background.ts';

export default defineMethod({
  name: 'start_background_sync',
  // No screen: no screen yet.
  access: 'app',
  console: { warning: 'locks_spend_key' },
  errors: backgroundErrors,
  handle: async (_params, { session, wallet }) => {
    checkBackground(wallet);
    await session.startBackground();
  },
});
