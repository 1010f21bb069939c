/** x_auto_lock: sets the idle minutes after which the wallet locks; 0: never. */
import { defineMethod } from '../method.ts';
import { u32 } from '../schema.ts';

export default defineMethod({
  name: 'x_auto_lock',
  access: 'app',
  params: { minutes: u32 },
  handle: ({ minutes }, { session }) => session.autoLock(minutes),
});
