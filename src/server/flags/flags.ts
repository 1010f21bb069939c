/** The command line of monero-wallet-rpc, read into the settings of the server. */
import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { basename, dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { isLoopback } from '../../base/node-url.ts';
import type { Compat } from '../../rpc/facts.ts';
import { readConfigFile } from './config-file.ts';
import { readEventRules, readWebhook, readCommand } from './event-flags.ts';
import { readInnerAddress } from './fleet-flags.ts';
import { FlagError, RefusedFlag } from './flag-error.ts';
import { FOLLOWED, OURS, REFUSED, REPEATED, type Given, type Name } from './flag-table.ts';
import { readAdminCommand, readLight } from './light-flags.ts';
import { isDatabase, readMove, type WalletMove } from './move-flags.ts';
import { readLogin, readNetwork, readNode, readPort, readProxy } from './node-flags.ts';
import { readRpcTls } from './tls-flags.ts';
import { usage } from './usage.ts';

export type Flags = Exclude<
  ReturnType<typeof readFlags>,
  | { readonly shows: string }
  | { readonly moves: WalletMove }
  | { readonly asks: NonNullable<ReturnType<typeof readAdminCommand>> }
>;

const TAKES_VALUE: Readonly<Record<string, boolean>> = {
  ...FOLLOWED,
  ...OURS,
  ...Object.fromEntries(Object.entries(REFUSED).map(([name, [takesValue]]) => [name, takesValue])),
};

const takesValueOf = (name: string) => (Object.hasOwn(TAKES_VALUE, name) ? TAKES_VALUE[name] : undefined);

/** `--name value`, `--name=value`. Not strict, because the error messages are the reference's. */
const readRaw = (args: readonly string[]) => {
  const options: Record<string, { type: 'string' | 'boolean' }> = {};
  for (const [name, takesValue] of Object.entries(TAKES_VALUE))
    options[name] = { type: takesValue ? 'string' : 'boolean' };
  const { tokens } = parseArgs({
    args: [...args],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const given: Given = {};
  for (const token of tokens) {
    const name = token.kind === 'option' && token.rawName.startsWith('--') ? token.name : '';
    const takesValue = takesValueOf(name);
    if (token.kind !== 'option' || takesValue === undefined)
      throw new FlagError(`Failed to parse arguments: unrecognised option '${args[token.index]}'`);
    if (takesValue && token.value === undefined)
      throw new FlagError(`the required argument for option '--${name}' is missing`);
    if (!takesValue && token.value !== undefined)
      throw new FlagError(`option '--${name}' does not take any arguments`);
    const [, why] = REFUSED[name] ?? [];
    if (why !== undefined) throw new RefusedFlag(name, why);
    // An unset variable of a script must not mean that nothing is asked for. A wallet may have no password.
    if (token.value?.trim() === '' && name !== 'password')
      throw new FlagError(`--${name} has an empty value`);
    const before = given[name as Name];
    if (before !== undefined && !REPEATED.has(name))
      throw new FlagError(`option '--${name}' cannot be specified more than once`);
    given[name as Name] = before === undefined ? (token.value ?? '') : `${before},${token.value}`;
  }
  return given;
};

/**
 * The settings of the command line; instead of starting, `shows` is a text to print, `moves` what to move, `asks` a command for a
 * running server.
 */
export function readFlags(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>> = process.env,
) {
  const typed = readRaw(args);
  const file = typed['config-file'];
  // A typed flag replaces the line of the file.
  const given: Given = {
    ...(env['RPC_LOGIN'] !== undefined && { 'rpc-login': env['RPC_LOGIN'] }),
    ...(file !== undefined && readRaw(readConfigFile(file, takesValueOf))),
    ...typed,
  };
  if (given.help !== undefined) return { shows: usage };
  if (given.version !== undefined) return { shows: 'Ostro wallet-rpc' };
  // A move starts no server, so that the login of the environment does not concern it.
  const moves = readMove(typed['move-wallets-to'] === undefined ? given : typed);
  if (moves) return { moves };
  const asks = readAdminCommand(given);
  if (asks) return { asks };
  const port = readPort(given, 'rpc-bind-port');
  if (port === undefined) throw new FlagError("the option '--rpc-bind-port' is required but missing");
  const ip = bare(given['rpc-bind-ip'] ?? '127.0.0.1');
  checkBind(given, 'rpc-bind-ip', ip);
  if (given['disable-rpc-login'] !== undefined && given['rpc-login'] !== undefined)
    throw new FlagError('Cannot specify --disable-rpc-login and --rpc-login (or RPC_LOGIN)');
  checkStore(given);
  if (given['wallet-store'] && given['password-file'] && given['share-wallets'] === undefined)
    throw new FlagError('--password-file is not allowed in combination with --wallet-store');
  if (given['wallet-dir'] && given['password-file'])
    throw new FlagError('--password-file is not allowed in combination with --wallet-dir');
  if (given.password !== undefined && given['password-file'])
    throw new FlagError("can't specify more than one of --password and --password-file");
  if (given['no-dns'] !== undefined && given['openalias-doh'] !== undefined)
    throw new FlagError('--no-dns and --openalias-doh are incompatible, use only one of them');
  checkSeveral(given);
  const network = readNetwork(given);
  const metrics = readMetrics(given);
  return {
    port,
    ip,
    ipv6: readIpv6(given),
    tls: readRpcTls(given),
    login: readLogin(given['rpc-login'], 'rpc-login'),
    randomLogin: [given['disable-rpc-login'], given['rpc-login'], given['wallet-logins']].every(
      (each) => each === undefined,
    ),
    walletLogins: given['wallet-logins'],
    restricted: given['restricted-rpc'] !== undefined,
    compat: readCompat(given['rpc-compat']),
    origins: readList(given['rpc-access-control-origins']),
    hosts: readList(given['rpc-allowed-hosts']),
    connections: readConnections(given),
    metrics,
    light: readLight(given, (flag) => boundIp(given, flag)),
    walletDir: given['wallet-dir'] ? resolve(given['wallet-dir']) : undefined,
    walletStore: given['wallet-store'],
    innerAddress: readInnerAddress(given),
    shareWallets: given['share-wallets'] !== undefined,
    walletFile: given['wallet-file']
      ? { dir: dirname(resolve(given['wallet-file'])), name: basename(given['wallet-file']) }
      : undefined,
    password: given.password ?? '',
    passwordFile: given['password-file'],
    initialSync: given['no-initial-sync'] === undefined,
    network,
    regtest: given.regtest !== undefined,
    ...readNode(given, network),
    proxy: readProxy(given.proxy),
    log: given['log-level'],
    logFile: readLogFile(given),
    threads: readThreads(given),
    detach: given.detach !== undefined,
    pidFile: given.pidfile === undefined ? undefined : resolve(given.pidfile),
    resolver: given['openalias-doh'],
    eventRules: readEventRules(given),
    webhook: readWebhook(given),
    txNotify: given['tx-notify'] === undefined ? undefined : readCommand(given['tx-notify']),
  };
}

const readConnections = (given: Given) => ({
  all: readCount(given, 'rpc-max-connections'),
  perPrivate: readCount(given, 'rpc-max-connections-per-private-ip'),
  perPublic: readCount(given, 'rpc-max-connections-per-public-ip'),
});

/** Returns the address on which the metrics or light wallets are served: by default a loopback address. */
const boundIp = (given: Given, flag: 'metrics-bind-ip' | 'light-wallet-bind-ip') => {
  const ip = bare(given[flag] ?? '127.0.0.1');
  checkBind(given, flag, ip);
  return ip;
};

/** The wallets are in one place. */
const checkStore = (given: Given) => {
  const [one, other] = (['wallet-dir', 'wallet-file', 'wallet-store'] as const).filter((flag) => given[flag]);
  if (one === undefined) throw new FlagError('Must specify --wallet-file or --wallet-dir');
  if (other !== undefined)
    throw new FlagError(`--${one} and --${other} are incompatible, use only one of them`);
  if (given['wallet-store'] && !isDatabase(given['wallet-store']))
    throw new FlagError('--wallet-store is an address like postgres://USER@HOST/DATABASE');
};

/** An address without the brackets of IPv6. */
const bare = (ip: string) => ip.replace(/^\[(.*)\]$/, '$1');

const checkBind = (
  given: Given,
  flag: 'rpc-bind-ip' | 'rpc-bind-ipv6-address' | 'metrics-bind-ip' | 'light-wallet-bind-ip',
  ip: string,
) => {
  if (isIP(ip) === 0) throw new FlagError(`Invalid IP address given for --${flag}`);
  if (!isLoopback(ip) && given['confirm-external-bind'] === undefined)
    throw new FlagError(
      `--${flag} permits inbound unencrypted external connections. Consider SSH tunnel or SSL proxy instead. ` +
        `Override with --confirm-external-bind`,
    );
};

/** The second address, and whether it suffices when the first is not possible. */
const readIpv6 = (given: Given) => {
  const ip = bare(given['rpc-bind-ipv6-address'] ?? '::1');
  if (isIP(ip) === 4) throw new FlagError('Invalid IP address given for --rpc-bind-ipv6-address');
  checkBind(given, 'rpc-bind-ipv6-address', ip);
  if (given['rpc-use-ipv6'] === undefined) return undefined;
  return { ip, alone: given['rpc-ignore-ipv4'] !== undefined };
};

/** Upstream: MAX_LOG_FILE_SIZE and MAX_LOG_FILES in contrib/epee/include/misc_log_ex.h. */
const readLogFile = (given: Given) => {
  const maxSize = readCount(given, 'max-log-file-size') ?? 104_850_000;
  const maxFiles = readCount(given, 'max-log-files') ?? 50;
  return given['log-file'] === undefined
    ? undefined
    : { file: resolve(given['log-file']), maxSize, maxFiles };
};

/** More threads use memory and gain little, since a node sends one range of blocks at a time. */
const MOST_THREADS = 4;
/** Threads that scan: one, because other programs usually run on the machine of a wallet server. */
const readThreads = (given: Given) => {
  const wanted = readCount(given, 'max-concurrency');
  return Math.min(MOST_THREADS, wanted === 0 ? availableParallelism() : (wanted ?? 1));
};

type CountFlag =
  | 'max-concurrency'
  | 'max-log-file-size'
  | 'max-log-files'
  | 'rpc-max-connections'
  | 'rpc-max-connections-per-private-ip'
  | 'rpc-max-connections-per-public-ip';

const readCount = (given: Given, flag: CountFlag) => {
  const text = given[flag];
  if (text === undefined) return undefined;
  const most = flag.startsWith('max-log') ? Number.MAX_SAFE_INTEGER : 2 ** 32 - 1;
  const least = flag.startsWith('rpc-') ? 1 : 0;
  if (!/^\d{1,16}$/.test(text) || Number(text) < least || Number(text) > most)
    throw new FlagError(`--${flag} must be a number from ${least} to ${most}`);
  return Number(text);
};

/** With --wallet-logins each wallet has its own login and path. */
const checkSeveral = (given: Given) => {
  if (given['wallet-logins'] === undefined) return;
  if (!given['wallet-dir'] && !given['wallet-store'])
    throw new FlagError('--wallet-logins needs --wallet-dir or --wallet-store');
  for (const other of ['rpc-login', 'disable-rpc-login'] as const)
    if (given[other] !== undefined)
      throw new FlagError(
        `--wallet-logins and --${other}${other === 'rpc-login' ? ' (or RPC_LOGIN)' : ''} are incompatible, use only one of them`,
      );
};

/** Where health and metrics are answered; undefined: nowhere. */
const readMetrics = (given: Given) => {
  const port = readPort(given, 'metrics-port');
  if (port === undefined) {
    if (given['metrics-bind-ip'] !== undefined) throw new FlagError('--metrics-bind-ip needs --metrics-port');
    return undefined;
  }
  return { port, ip: boundIp(given, 'metrics-bind-ip') };
};

/** Reads the version of monero-wallet-rpc that answers resemble (src/rpc/compat.ts). */
const readCompat = (text = 'release'): Compat => {
  if (text !== 'release' && text !== 'master')
    throw new FlagError(`Invalid argument for --rpc-compat: ${text} (release or master)`);
  return text;
};

const readList = (text = '') =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
