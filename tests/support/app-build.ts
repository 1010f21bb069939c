/** Playwright's global set-up: builds the app once for all workers, unless `npm test` has built it already. */
import { buildApp } from '../../scripts/tools/app/app.ts';

const build = async (): Promise<void> => {
  if (process.env['OSTRO_BUILT'] !== '1') await buildApp();
};

// Playwright expects a default export here.
export default build;
