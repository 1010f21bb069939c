/** set_log_categories: sets log categories as `category:LEVEL,…`; returns the current list. */
import { changeCategories, LOG_AT_FIRST } from '../log.ts';
import { defineMethod } from '../method.ts';
import { str } from '../schema.ts';

export default defineMethod({
  name: 'set_log_categories',
  // No screen: the log of the wallet server.
  access: 'app',
  params: { categories: str },
  result: { categories: str },
  handle: ({ categories }, { session }) => {
    const list = changeCategories(session.log ?? LOG_AT_FIRST, categories);
    session.setLog(list);
    return { categories: list };
  },
});
