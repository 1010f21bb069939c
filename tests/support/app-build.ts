/** Playwright's global set-up: the app is built once for all workers. `npm test` has built already and says so. */
import { buildApp } from '../../scripts/tools/app/app.mjs';

const build = async (): Promise<void> => {
  if (process.env['OSTRO_BUILT'] !== '1') await buildApp();
};

// Playwright looks for a default export here.
export default build;
