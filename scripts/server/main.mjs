#!/usr/bin/env node
/**
 * `npm run wallet-rpc -- [flags of monero-wallet-rpc]`: answers POST /json_rpc as monero-wallet-rpc does, with the
 * real app in a headless Chromium. Wallets are files in --wallet-dir; Ctrl-C, SIGTERM and stop_wallet save and end.
 */
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { messageOf } from '../tools/setup/errors.mjs';
import { SetupError } from '../tools/setup/setup.mjs';
import { createCallMetrics } from './call-metrics.mjs';
import { FlagError } from './flag-error.mjs';
import { readFlags } from './flags.mjs';
import { createLog } from './log.mjs';
import { METHOD_NAMES } from './method-names.gen.mjs';
import { createMonitor } from './monitor.mjs';
import { createNotifier } from './notify.mjs';
import { whenNpmEnds } from './parents.mjs';
import { command, prepare } from './place.mjs';
import { checkSandbox } from './sandbox.mjs';
import { startLines } from './start-lines.mjs';
import { readLogins } from './wallet-logins.mjs';

const log = createLog();
const say = (/** @type {string} */ line, level = 'INFO') => log.say('global', level, line);
// The program that reads our output may end before us, which must not keep us from saving.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

const main = async () => {
  const flags = readFlags(process.argv.slice(2));
  if ('shows' in flags) {
    console.log(flags.shows.replace('npm run wallet-rpc --', command));
    return;
  }
  checkSandbox(flags.sandbox);
  const ends = waitForEnd();
  if (flags.origins.includes('*') && !flags.randomLogin && !flags.login && !flags.walletLogins)
    say(
      'Every web page that is opened on this network can use the wallets: no login, and all origins',
      'WARNING',
    );
  const { executablePath, dist, endpoint, createLogin } = await prepare();
  // Loaded late: before the set-up these packages need not be there.
  const [{ openBrowser }, { only, several }, { createRpcServer }] = await Promise.all([
    import('./browser.mjs'),
    import('./served.mjs'),
    import('./server.mjs'),
  ]);
  const { port, ip, origins, hosts, sandbox } = flags;
  const logins = flags.walletLogins === undefined ? undefined : readLogins(readText(flags.walletLogins));
  const password = passwordOf(flags);
  const login = flags.randomLogin ? writeLogin(port) : flags.login;
  const loginOf = (/** @type {import('./node-flags.mjs').Login} */ { username, password }) =>
    createLogin({ username, password, md5, nonce: () => randomBytes(16).toString('base64') });
  const browser = await openBrowser({ executablePath, sandbox, dist });
  const notifier = flags.txNotify && createNotifier(flags.txNotify, { failed: (why) => say(why, 'WARNING') });
  const deps = {
    browser,
    flags: { ...flags, password },
    log,
    say,
    received: (/** @type {readonly string[]} */ txids) => notifier?.notify(txids),
  };
  try {
    const served = logins
      ? several(deps, logins, loginOf)
      : await only(deps, login && loginOf(login), () => ends.now(0, 'stop_wallet: ending'));
    const calls = createCallMetrics(METHOD_NAMES);
    const monitor =
      flags.metrics &&
      createMonitor({ ...flags.metrics, hosts, calls, wallets: served.watched, browser: browser.processes });
    const server = createRpcServer({
      route: (path) => {
        const target = served.route(path);
        return { ...target, ask: calls.watch(target.ask) };
      },
      endpoint,
      port,
      ip,
      origins,
      hosts,
      answered: (req, { status, body }) =>
        status === 500
          ? log.say('wallet.rpc', 'ERROR', body)
          : log.say('wallet.rpc', 'INFO', `${req.method} ${req.url} ${status} ${body.length} bytes`),
    });
    ends.by(() => endInOrder([server, ...(monitor ? [monitor] : [])], served, browser));
    await served.begin();
    const bound = await server.listen();
    if (monitor) say(`Health and metrics on ${flags.metrics?.ip}:${await monitor.listen()}`);
    for (const line of startLines(ip, bound)) say(line);
    void served.gone.then((why) => ends.now(1, why));
  } catch (error) {
    await browser.stop();
    throw error instanceof Error && 'code' in error && typeof error.code === 'number'
      ? new FlagError(error.message)
      : error;
  }
};

/**
 * Stops to answer, closes the wallets, ends the browser. Answers the exit code.
 * @param {readonly { readonly stop: () => Promise<void> }[]} servers
 * @param {Pick<import('./served.mjs').Served, 'close'>} served
 * @param {Pick<import('./browser.mjs').Browser, 'stop'>} browser
 */
const endInOrder = async (servers, served, browser) => {
  let exit = 0;
  await Promise.all(servers.map((server) => server.stop()));
  try {
    await served.close();
  } catch (error) {
    // All that was answered is in the wallet folder already.
    console.error(`The wallet could not be closed: ${messageOf(error)}`);
    exit = 1;
  }
  await browser.stop();
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
  passwordFile === undefined ? password : readText(passwordFile).replace(/\r?\n$/, '');

const readText = (/** @type {string} */ file) => readFileSync(file, 'utf8');

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
