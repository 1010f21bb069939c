/** set_log_categories: which parts of that log, as `category:LEVEL,…`; answers the list as it is now. */
import { changeCategories } from '../log.ts';
import { defineMethod } from '../method.ts';
import { str } from '../schema.ts';

export default defineMethod({
  name: 'set_log_categories',
  params: { categories: str },
  result: { categories: str },
  handle: ({ categories }, { session }) => {
    session.setLog(changeCategories(session.log, categories));
    return { categories: session.log };
  },
});
