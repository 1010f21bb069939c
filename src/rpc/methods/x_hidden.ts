/** x_hidden: whether the page is hidden; a hidden one keeps up with the chain once a minute at most. */
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
