/** x_status: the wallet's activity and state; the same as the event `status`. */
import { defineMethod } from '../method.ts';
import { statusOf, statusShape } from '../status.ts';

export default defineMethod({
  name: 'x_status',
  params: {},
  result: statusShape,
  handle: (_params, { session }) => statusOf(session),
});
