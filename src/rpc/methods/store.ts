/**
 * store: merges the journal into a snapshot, which removes deleted secrets from the disk. (All data is on the disk
 * already.)
 */
import { defineMethod } from '../method.ts';

export default defineMethod({
  name: 'store',
  // No screen: the page’s wallet stores every change at once.
  access: 'app',
  handle: (_params, { session }) => session.save(),
});
