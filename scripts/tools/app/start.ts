#!/usr/bin/env node
/**
 * `npm start`: from a bare clone to a page with a wallet on a private devnet. Ctrl-C ends all that it started.
 * `npm run dev` is the same with the sources and hot reload instead of a build.
 */
import { startApp, type App } from './app.ts';
import { startExamples } from './examples.ts';
import { codeOf, SetupError } from '../../../src/server/errors.mjs';
import { readFlags } from '../setup/flags.mjs';
import { onEnd } from '../setup/process.mjs';
import { ensureMonero } from '../setup/setup.mjs';

const usage = `npm start -- [--port N] [--host NAME] [--no-devnet] [--dev]
  --port N      port of the page (4173, or a free one if that is taken)
  --host NAME   address to serve on (127.0.0.1); the devnet stays on loopback
  --no-devnet   only the page, without a devnet
  --dev         the sources with hot reload, and a list of screens (npm run dev)`;

/** To try the page with several nodes. Each takes 0.3 GB of memory. */
const NODES = 3;
const EXAMPLES_PORT = 4174;

const readOptions = () =>
  readFlags(
    usage,
    {
      options: {
        port: { type: 'string' },
        host: { type: 'string' },
        'no-devnet': { type: 'boolean' },
        dev: { type: 'boolean' },
      },
    },
    ({ values }) => {
      const port = values.port === undefined ? undefined : Number(values.port);
      if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port < 65536))
        throw new Error('--port must be a number from 0 to 65535');
      return { port, host: values.host, devnet: !values['no-devnet'], sources: values.dev === true };
    },
  );

const main = async () => {
  const options = readOptions();
  let app: App | undefined = undefined;
  let examples: Awaited<ReturnType<typeof startExamples>> | undefined = undefined;
  onEnd(async () => {
    console.log('\nStopping…');
    await Promise.all([app?.stop(), examples?.stop()]);
  });
  const bin = options.devnet ? await findMonero() : undefined;
  const { host, port = 4173, sources } = options;
  const steps = [
    ...(sources ? [] : ['building the app']),
    ...(bin ? ['mining the first devnet blocks'] : []),
  ];
  if (steps.length > 0) console.log(`Please wait: ${steps.join(', ')}…`);
  app = await startApp({ bin, sources, host, port, orFree: options.port === undefined, nodes: NODES });
  app.devnet?.onDeath((why) => console.error(`\nA program of the devnet has ended: ${why}`));
  if (app.devnet)
    console.log(
      `Devnet nodes with one chain (regtest; its coins are worth nothing): ${app.devnet.nodeUrls.join(', ')}`,
    );
  if (app.devnet && !sources) {
    const { daemonUrl: node, faucetAddress: address } = app.devnet;
    examples = await startExamples({ wallet: app.url, node, address, port: EXAMPLES_PORT });
    console.log(`Example sites that ask this wallet: ${examples.url}checkout/ ${examples.url}tip/`);
  }
  if (sources) console.log(`Screens with made-up data: ${app.url}tests/support/ui-dev/scenes.html`);
  console.log('Ctrl-C ends everything.');
  console.log(app.url);
};

/** Without Monero's programs the page still works, with any node the user names. */
const findMonero = async () => {
  try {
    return await ensureMonero();
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    console.error(`No devnet: ${error.message}`);
    return undefined;
  }
};

main().catch((error: unknown) => {
  const known = error instanceof SetupError || (error instanceof Error && codeOf(error) === 'EADDRINUSE');
  console.error(known ? error.message : error);
  process.exit(1);
});
