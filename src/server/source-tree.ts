/** The wallet server in a source tree: it installs a browser and builds the app where they are missing. */
import { ensureBuilt } from '../../scripts/tools/app/app.ts';
import { ensureChromium } from '../../scripts/tools/setup/setup.mjs';
import { runServer } from './main.ts';

runServer({
  command: 'npm run wallet-rpc --',
  prepare: async () => {
    const [executablePath, dist] = await Promise.all([ensureChromium(), ensureBuilt()]);
    return { executablePath, dist };
  },
});
