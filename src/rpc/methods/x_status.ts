/** x_status: state of the wallet and its sync; the event `status` has the same data. */
import { defineMethod } from '../method.ts';
import { statusOf, statusShape } from '../wire/status.ts';

export default defineMethod({
  name: 'x_status',
  access: 'read',
  result: statusShape,
  handle: (_params, { session }) => statusOf(session),
});
