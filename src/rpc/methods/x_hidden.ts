/** x_hidden: whether the page is hidden; a hidden one refreshes at most once a minute. */
import { defineMethod } from '../method.ts';
import { bool } from '../schema.ts';

export default defineMethod({
  name: 'x_hidden',
  params: { hidden: bool },
  result: {},
  handle: ({ hidden }, { session }) => {
    session.hide(hidden);
    return {};
  },
});
