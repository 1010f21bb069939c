/** x_sweep_keys_end: stops reading and overwrites the given keys. Does nothing without keys. */
import { defineMethod } from '../method.ts';

export default defineMethod({
  name: 'x_sweep_keys_end',
  access: 'app',
  handle: (_params, { session }) => session.endPaper(),
});
