/** x_hidden: the page became hidden or visible; while hidden, the wallet refreshes at most once a minute. */
import { defineMethod } from '../method.ts';
import { bool } from '../schema.ts';

export default defineMethod({
  name: 'x_hidden',
  access: 'app',
  params: { hidden: bool },
  handle: ({ hidden }, { session }) => session.hide(hidden),
});
