/**
 * Answers POST /json_rpc as monero-wallet-rpc does, with the wallet's engine. Wallets are files in --wallet-dir, or rows of --wallet-store; Ctrl-C,
 * SIGTERM and stop_wallet save and end.
 */
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { messageOf } from './errors.mjs';
import { createCallMetrics } from './metrics/call-metrics.ts';
import { FlagError, shownError } from './flags/flag-error.ts';
import { readFlags, type Flags } from './flags/flags.ts';
import type { WalletHost } from './hosted.ts';
import { createLog } from './log.ts';
import { METHOD_NAMES } from './metrics/method-names.gen.ts';
import { createMonitor } from './metrics/monitor.ts';
import { detach, isDetached, tellStarter, writePidFile } from './background.ts';
import { openLogFile } from './log-file.ts';
import { writeLogin } from './login-file.ts';
import { createNotifier } from './events/notify.ts';
import { whenNpmEnds } from './parents.ts';
import { sayApart, startLines } from './start-lines.ts';
import { createRpcServer } from './http/server.ts';
import { endInOrder } from './ending.ts';
import { askAdmin } from './light-wallet/admin.ts';
import { createLightServer } from './light-wallet/start.ts';
import { only, several } from './served.ts';
import { createLogin } from '../transport/http-login.ts';
import { openWalletStore } from '../nodejs/wallet-store.ts';
import { moveWallets } from '../nodejs/move-wallets.ts';
import { isDatabase, type WalletMove } from './flags/move-flags.ts';
import { openFolder } from './files/folder.ts';
import { readLogins } from './flags/wallet-logins.ts';
import type { Login } from './flags/node-flags.ts';

/** Parts that differ between the source tree, the package, and the app in a browser. */
interface Installation {
  /** How this server is started, for its help. */
  readonly command: string;
  /** Opens the host that runs the wallets. Throws SetupError when something is missing. */
  readonly openHost: () => Promise<WalletHost> | WalletHost;
}

/** Runs the server until it is stopped; ends the process when it cannot start. */
export function runServer(installation: Installation) {
  start(installation).catch((error: unknown) => {
    console.error(shownError(error));
    tellStarter({ failed: messageOf(error) });
    process.exit(1);
  });
}

/** Where the log is written beside the standard output. */
let writeToFile: ((line: string) => void) | undefined;
const log = createLog((line) => {
  console.log(line);
  writeToFile?.(line);
});
const say = (line: string, level = 'INFO') => log.say('global', level, line);
// The program that reads our output may end before us, which must not keep us from saving.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

const logAnswer = (
  { method, url }: Pick<IncomingMessage, 'method' | 'url'>,
  { status, body }: { readonly status: number; readonly body: string },
) => {
  if (status === 500) log.say('wallet.rpc', 'ERROR', body);
  else
    log.say(
      'wallet.rpc',
      status === 200 ? 'DEBUG' : 'INFO',
      `${method} ${url} ${status} ${body.length} bytes`,
    );
};

const start = async ({ command, openHost }: Installation) => {
  const flags = readFlags(process.argv.slice(2));
  if ('shows' in flags) {
    console.log(flags.shows.replace('npm run wallet-rpc --', command));
    return;
  }
  if ('moves' in flags) await move(flags.moves);
  else if ('asks' in flags) await ask(flags.asks);
  else await serve(flags, openHost);
};

const serve = async (flags: Flags, openHost: Installation['openHost']) => {
  if (flags.detach && !isDetached()) process.exit(await detach((line) => console.log(line)));
  if (flags.pidFile !== undefined) writePidFile(flags.pidFile);
  if (flags.logFile) writeToFile = openLogFile(flags.logFile);
  const ends = waitForEnd();
  // A rejection that nothing waited for must not end a server whose other calls go on.
  process.on('unhandledRejection', (error) =>
    log.say('wallet', 'ERROR', error instanceof Error ? (error.stack ?? error.message) : String(error)),
  );
  warnOfOrigins(flags);
  const { port, ip, origins, hosts } = flags;
  const logins = flags.walletLogins === undefined ? undefined : readLogins(readText(flags.walletLogins));
  const password = passwordOf(flags);
  const login = flags.randomLogin ? newLogin() : flags.login;
  const loginOf = ({ username, password }: Login, nonce = () => randomBytes(16).toString('base64')) =>
    createLogin({ username, password, md5, nonce });
  const store = await openStore(flags);
  const host = await openHost();
  const notifier = flags.txNotify && createNotifier(flags.txNotify, { failed: (why) => say(why, 'WARNING') });
  const deps = {
    host,
    flags: { ...flags, password },
    store,
    log,
    say,
    received: (txids: readonly string[]) => notifier?.notify(txids),
  };
  try {
    const served = logins
      ? several(deps, logins, loginOf)
      : await only(deps, login && loginOf(login), () => ends.now(0, 'stop_wallet: ending'));
    const calls = createCallMetrics(METHOD_NAMES, undefined, (line) => log.say('wallet.rpc', 'INFO', line));
    const monitor =
      flags.metrics &&
      createMonitor({ ...flags.metrics, hosts, calls, wallets: served.watched, database: store?.answers });
    const server = createRpcServer({
      route: (path) => {
        const target = served.route(path);
        return { ...target, ask: calls.watch(target.ask) };
      },
      port,
      ip,
      ipv6: flags.ipv6,
      tls: flags.tls,
      refused: (why) => log.say('net.ssl', 'WARNING', why),
      origins,
      hosts,
      connections: flags.connections,
      answered: logAnswer,
    });
    const light = flags.light && startLight(flags, flags.light, host);
    ends.by(() =>
      endInOrder({
        servers: [server, ...(monitor ? [monitor] : []), ...(light ? [light] : [])],
        served,
        host,
        store,
        failed: (why) => console.error(why),
      }),
    );
    await served.begin();
    const bound = await server.listenAll();
    if (flags.randomLogin && login)
      say(`RPC username/password is stored in file ${writeLogin(login, bound[0]?.port ?? port)}`);
    if (monitor) say(`Health and metrics on ${flags.metrics?.ip}:${await monitor.listen()}`);
    if (light) say(`Light wallets on ${flags.light?.ip}:${await light.listen()}`);
    void light?.begin();
    await sayApart(startLines(...bound), say);
    tellStarter({ listens: true });
    void served.endedByItself.then((why) => ends.now(1, why));
  } catch (error) {
    await host.stop();
    await store?.end();
    throw error instanceof Error && 'code' in error && typeof error.code === 'number'
      ? new FlagError(error.message)
      : error;
  }
};

const startLight = (flags: Flags, light: NonNullable<Flags['light']>, host: WalletHost) => {
  const { passwordFile } = light;
  const password = passwordFile === undefined ? '' : readText(passwordFile).replace(/\r?\n$/, '');
  return createLightServer({ host, flags, light, password, log, say });
};

const ask = async ({ dir, words }: { readonly dir: string; readonly words: readonly string[] }) => {
  const answer = await askAdmin(dir, words).catch((error: unknown) => {
    throw new FlagError(`--light-wallet-admin: ${messageOf(error)}`);
  });
  console.log(answer);
};

/** Ends the process with 1 when a wallet was not moved. */
const move = async ({ from, to, removes }: WalletMove) => {
  const open = (place: string) => (isDatabase(place) ? place : openFolder(place, { keepsDamaged: true }));
  const given = { from: open(from), to: open(to), removes, say: (line: string) => console.log(line) };
  const failed = await moveWallets(given).catch((error: unknown) => {
    throw new FlagError(`--move-wallets-to: ${whyOf(error)}`);
  });
  process.exitCode = failed === 0 ? 0 : 1;
};

/**
 * From now on a signal, or the end of npm, shuts the server down in order: `by` says how, `now` starts it. A signal that
 * comes before `by` is set waits for it.
 */
const waitForEnd = () => {
  let begin: (end: { code: number; why: string }) => void = () => {};
  const stopRequested = new Promise<{ code: number; why: string }>((resolve) => (begin = resolve));
  const now = (code: number, why: string) => begin({ code, why });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => now(0, `${signal}: saving and ending`));
  whenNpmEnds(() => now(0, 'npm has ended: saving and ending'));
  return {
    now,
    by: (end: () => Promise<number>) =>
      void stopRequested.then(async ({ code, why }) => {
        say(why);
        process.exit((await end()) || code);
      }),
  };
};

const warnOfOrigins = ({ origins, randomLogin, login, walletLogins }: Flags) => {
  if (origins.includes('*') && !randomLogin && !login && !walletLogins)
    say(
      'Every web page that is opened on this network can use the wallets: no login, and all origins',
      'WARNING',
    );
};

const openStore = async ({ walletStore }: Flags) => {
  try {
    return walletStore === undefined ? undefined : await openWalletStore(walletStore);
  } catch (error) {
    throw new FlagError(`--wallet-store cannot be used: ${whyOf(error)}`);
  }
};

const whyOf = (error: unknown) => {
  const { why } = ((error as { data?: unknown }).data ?? {}) as { why?: string };
  return why ?? messageOf(error);
};

const md5 = (text: string) => createHash('md5').update(text).digest('hex');

const passwordOf = ({ password, passwordFile }: Flags) =>
  passwordFile === undefined ? password : readText(passwordFile).replace(/\r?\n$/, '');

const readText = (file: string) => readFileSync(file, 'utf8');

const newLogin = (): Login => ({ username: 'monero', password: randomBytes(16).toString('base64') });
