#!/usr/bin/env node
/**
 * `npm run wallet-rpc -- [flags of monero-wallet-rpc]`: answers POST /json_rpc as monero-wallet-rpc does, with the
 * real app in a headless Chromium. Wallets are files in --wallet-dir; Ctrl-C, SIGTERM and stop_wallet save and end.
 */
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { ensureBuilt } from '../tools/app/app.mjs';
import { messageOf } from '../tools/setup/errors.mjs';
import { ensureChromium, ensureDependencies, SetupError } from '../tools/setup/setup.mjs';
import { createCallMetrics } from './call-metrics.mjs';
import { FlagError } from './flag-error.mjs';
import { readFlags } from './flags.mjs';
import { openFolder } from './folder.mjs';
import { createLog } from './log.mjs';
import { METHOD_NAMES } from './method-names.gen.mjs';
import { createMonitor } from './monitor.mjs';
import { createNotifier } from './notify.mjs';
import { whenNpmEnds } from './parents.mjs';
import { checkSandbox } from './sandbox.mjs';
import { startLines } from './start-lines.mjs';

const log = createLog();
const say = (/** @type {string} */ line, level = 'INFO') => log.say('global', level, line);
// The program that reads our output may end before us, which must not keep us from saving.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

const main = async () => {
  const flags = readFlags(process.argv.slice(2));
  if ('shows' in flags) {
    console.log(flags.shows);
    return;
  }
  checkSandbox(flags.sandbox);
  const ends = waitForEnd();
  if (flags.origins.includes('*') && !flags.randomLogin && !flags.login)
    say(
      'Every web page that is opened on this network can use the wallets: no login, and all origins',
      'WARNING',
    );
  await ensureDependencies();
  const [executablePath, dist] = await Promise.all([ensureChromium(), ensureBuilt()]);
  // Loaded late: before the set-up these packages need not be there.
  const [{ openPage }, { createRpcServer }, { importTypeScript }] = await Promise.all([
    import('./page.mjs'),
    import('./server.mjs'),
    import('../tools/setup/typescript.mjs'),
  ]);
  const { endpoint, createLogin } = await loadTransport(importTypeScript);
  const { port, ip, origins, hosts, sandbox, walletDir, walletFile } = flags;
  const dir = walletDir ?? walletFile?.dir;
  const login = flags.randomLogin ? writeLogin(port) : flags.login;
  const page = await openPage({
    executablePath,
    sandbox,
    dist,
    restricted: flags.restricted,
    folder: dir === undefined ? null : openFolder(dir),
    only: walletFile?.name,
    network: flags.network,
    regtest: flags.regtest,
    heard: (line) => log.say('browser', 'INFO', line),
  });
  const calls = createCallMetrics(METHOD_NAMES);
  const monitor = flags.metrics && monitorOf(flags.metrics, hosts, page, calls);
  const server = createRpcServer({
    ask: calls.watch(page.ask),
    endpoint,
    login: login && createLogin({ ...login, md5, nonce: () => randomBytes(16).toString('base64') }),
    port,
    ip,
    origins,
    hosts,
    answered: (req, { status, body }) =>
      status === 500
        ? log.say('wallet.rpc', 'ERROR', body)
        : log.say('wallet.rpc', 'INFO', `${req.method} ${req.url} ${status} ${body.length} bytes`),
  });
  const notifier = flags.txNotify && createNotifier(flags.txNotify, { failed: (why) => say(why, 'WARNING') });
  // The answer to stop_wallet must be sent first.
  await page.on({
    stopped: () => setTimeout(() => ends.now(0, 'stop_wallet: ending'), 200),
    log: (categories) => log.follow(categories),
    received: (txids) => notifier?.notify(txids),
  });
  ends.by(() => endInOrder([server, ...(monitor ? [monitor] : [])], page));
  try {
    await page.begin({ ...flags, password: passwordOf(flags) }, say);
    const bound = await server.listen();
    if (monitor) say(`Health and metrics on ${flags.metrics?.ip}:${await monitor.listen()}`);
    for (const line of startLines(ip, bound)) say(line);
  } catch (error) {
    await page.stop();
    throw error instanceof Error && 'code' in error && typeof error.code === 'number'
      ? new FlagError(error.message)
      : error;
  }
  void page.gone.then((why) => ends.now(1, why));
};

/**
 * The HTTP answers and the login check of the app, in TypeScript.
 * @param {typeof import('../tools/setup/typescript.mjs').importTypeScript} importTypeScript
 */
const loadTransport = async (importTypeScript) => {
  const endpoint = /** @type {typeof import('../../src/transport/http-endpoint.ts')} */ (
    await importTypeScript('src/transport/http-endpoint.ts')
  );
  const { createLogin } = /** @type {typeof import('../../src/transport/http-login.ts')} */ (
    await importTypeScript('src/transport/http-login.ts')
  );
  return { endpoint, createLogin };
};

/**
 * @param {{ readonly port: number, readonly ip: string }} where
 * @param {readonly string[]} hosts
 * @param {Pick<Awaited<ReturnType<typeof import('./page.mjs').openPage>>, 'status' | 'processes'>} page
 * @param {ReturnType<typeof createCallMetrics>} calls
 */
const monitorOf = (where, hosts, { status, processes }, calls) =>
  createMonitor({
    ...where,
    hosts,
    wallets: () => [{ name: undefined, status }],
    calls,
    browser: processes,
  });

/**
 * Stops to answer, closes the wallet, ends the browser. Answers the exit code.
 * @param {readonly { readonly stop: () => Promise<void> }[]} servers
 * @param {Pick<Awaited<ReturnType<typeof import('./page.mjs').openPage>>, 'close' | 'stop'>} page
 */
const endInOrder = async (servers, page) => {
  let exit = 0;
  await Promise.all(servers.map((server) => server.stop()));
  try {
    await page.close();
  } catch (error) {
    // All that was answered is in the wallet folder already.
    console.error(`The wallet could not be closed: ${messageOf(error)}`);
    exit = 1;
  }
  await page.stop();
  return exit;
};

/**
 * From now on a signal, or the end of npm, shuts the server down in order: `by` says how, `now` starts it. A signal that
 * comes before `by` is set waits for it, so that no browser process stays behind.
 */
const waitForEnd = () => {
  /** @type {(end: { code: number, why: string }) => void} */
  let begin = () => {};
  /** @type {Promise<{ code: number, why: string }>} */
  const asked = new Promise((resolve) => (begin = resolve));
  const now = (/** @type {number} */ code, /** @type {string} */ why) => begin({ code, why });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => now(0, `${signal}: saving and ending`));
  whenNpmEnds(() => now(0, 'npm has ended: saving and ending'));
  return {
    now,
    by: (/** @type {() => Promise<number>} */ end) =>
      void asked.then(async ({ code, why }) => {
        say(why);
        process.exit((await end()) || code);
      }),
  };
};

const md5 = (/** @type {string} */ text) => createHash('md5').update(text).digest('hex');

/** @param {import('./flags.mjs').Flags} flags */
const passwordOf = ({ password, passwordFile }) =>
  passwordFile === undefined ? password : readFileSync(passwordFile, 'utf8').replace(/\r?\n$/, '');

const writeLogin = (/** @type {number} */ port) => {
  const login = { username: 'monero', password: randomBytes(16).toString('base64') };
  const file = `monero-wallet-rpc.${port}.login`;
  rmSync(file, { force: true });
  writeFileSync(file, `${login.username}:${login.password}`, { flag: 'wx', mode: 0o600 });
  process.on('exit', () => rmSync(file, { force: true }));
  say(`RPC username/password is stored in file ${file}`);
  return login;
};

main().catch((/** @type {unknown} */ error) => {
  console.error(error instanceof SetupError || error instanceof FlagError ? error.message : error);
  process.exit(1);
});
