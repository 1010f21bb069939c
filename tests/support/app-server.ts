/**
 * Playwright's global set-up: the built app behind the server of `npm start`, with a devnet that the journeys may stop,
 * start and rewind. `npm test` has built already and says so with OSTRO_BUILT.
 */
import { startApp } from '../../scripts/lib/app.mjs';
import { ensureMonero } from '../../scripts/lib/setup.mjs';

const start = async (): Promise<() => Promise<void>> => {
  const bin = await ensureMonero();
  const app = await startApp({ bin, build: process.env['OSTRO_BUILT'] !== '1', port: 0, testHooks: true });
  if (app.devnet === undefined) throw new Error('the devnet did not start');
  app.devnet.onDeath((why) => console.error(`The devnet broke: ${why}`));
  process.env['OSTRO_APP_URL'] = app.url;
  process.env['OSTRO_DEVNET_DAEMON'] = app.devnet.daemonUrl;
  process.env['OSTRO_DEVNET_CONTROL'] = app.devnet.controlUrl;
  return () => app.stop();
};

// Playwright looks for a default export here.
export default start;
