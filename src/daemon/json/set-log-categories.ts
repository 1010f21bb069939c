/**
 * /set_log_categories: sets what the node logs, as `<category>:<level>` with commas between. Upstream: `COMMAND_RPC_SET_LOG_CATEGORIES`.
 */
import { text } from '../schema.ts';
import { BASE, pathCall } from './call.ts';

const MAX_CATEGORIES = 10_000;

/** The answer says what is logged now. With an empty text nothing is; `+` and `-` in front add and take away. */
export const setLogCategories = pathCall('/set_log_categories', {
  admin: true,
  request: { categories: text(MAX_CATEGORIES) },
  answer: { ...BASE, categories: text(MAX_CATEGORIES) },
});
