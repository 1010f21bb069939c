/** The flags of monero-wallet-rpc: what they mean here, and which have no meaning in a browser. */
import { basename, dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { isLoopback } from './access.mjs';

/** A wrong command line: the server prints the message alone, without a stack. */
export class FlagError extends Error {}

/** Flags with a value (true) or without (false) that this server follows. */
const followed = {
  'rpc-bind-port': true,
  'rpc-bind-ip': true,
  'confirm-external-bind': false,
  'rpc-login': true,
  'disable-rpc-login': false,
  'restricted-rpc': false,
  'rpc-access-control-origins': true,
  'wallet-dir': true,
  'wallet-file': true,
  password: true,
  'password-file': true,
  'no-initial-sync': false,
  'daemon-address': true,
  'daemon-host': true,
  'daemon-port': true,
  'daemon-login': true,
  'daemon-ssl': true,
  'trusted-daemon': false,
  'untrusted-daemon': false,
  offline: false,
  'log-level': true,
  // Ours: the reference asks the DNS of its machine.
  'openalias-doh': true,
  // Ours: the reference answers requests under any host name, and has no browser.
  'rpc-allowed-hosts': true,
  'no-browser-sandbox': false,
  help: false,
  version: false,
};

const ignored = {
  ...of(
    true,
    `bitmessage-address bitmessage-login config-file daemon-ssl-private-key daemon-ssl-certificate
    daemon-ssl-ca-certificates daemon-ssl-allowed-fingerprints extra-entropy hw-device hw-device-deriv-path kdf-rounds
    log-file max-concurrency max-log-file-size max-log-files pidfile proxy rpc-bind-ipv6-address rpc-client-secret-key
    rpc-max-connections rpc-max-connections-per-private-ip rpc-max-connections-per-public-ip rpc-response-soft-limit
    rpc-restricted-bind-ip rpc-restricted-bind-ipv6-address rpc-ssl rpc-ssl-private-key rpc-ssl-certificate
    rpc-ssl-ca-certificates rpc-ssl-allowed-fingerprints shared-ringdb-dir tx-notify`,
  ),
  ...of(
    false,
    `allow-mismatched-daemon-version daemon-ssl-allow-any-cert daemon-ssl-allow-chained detach disable-rpc-ban no-dns
    non-interactive prompt-for-password rpc-ignore-ipv4 rpc-ssl-allow-chained rpc-use-ipv6 stagenet testnet`,
  ),
};

/**
 * @param {boolean} takesValue
 * @param {string} names
 * @returns {Record<string, boolean>}
 */
function of(takesValue, names) {
  return Object.fromEntries(names.split(/\s+/).map((name) => [name, takesValue]));
}

/** @typedef {Partial<Record<keyof typeof followed, string>>} Given Text of each flag; '' for one without a value. */

const TYPES = Object.entries({ ...followed, ...ignored }).map(
  ([name, takesValue]) => /** @type {const} */ ([name, { type: takesValue ? 'string' : 'boolean' }]),
);

/**
 * `--name value`, `--name=value`. Not strict, because the error messages are the reference's.
 * @param {readonly string[]} args
 */
const readRaw = (args) => {
  const options = /** @type {Record<string, { type: 'string' | 'boolean' }>} */ (Object.fromEntries(TYPES));
  const { tokens } = parseArgs({
    args: [...args],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  /** @type {Given} */
  const given = {};
  const without = [];
  for (const token of tokens) {
    const name = token.kind === 'option' && token.rawName.startsWith('--') ? token.name : '';
    const type = Object.hasOwn(options, name) ? options[name]?.type : undefined;
    if (token.kind !== 'option' || type === undefined)
      throw new FlagError(`Failed to parse arguments: unrecognised option '${args[token.index]}'`);
    if (type === 'string' && token.value === undefined)
      throw new FlagError(`the required argument for option '--${name}' is missing`);
    if (type === 'boolean' && token.value !== undefined)
      throw new FlagError(`option '--${name}' does not take any arguments`);
    if (isFollowed(name)) given[name] = token.value ?? '';
    else without.push(name);
  }
  return { given, without };
};

/**
 * @param {string} name
 * @returns {name is keyof typeof followed}
 */
const isFollowed = (name) => Object.hasOwn(followed, name);

/** @typedef {{ readonly username: string, readonly password: string }} Login */
/** @typedef {{ readonly address: string, readonly trusted: boolean } & Partial<Login>} Node */
/** @typedef {Exclude<ReturnType<typeof readFlags>, { readonly shows: string }>} Flags */

/**
 * The settings of the command line; `shows` is a text to print instead of starting.
 * @param {readonly string[]} args
 */
export function readFlags(args) {
  const { given, without } = readRaw(args);
  if (given.help !== undefined) return { shows: usage };
  if (given.version !== undefined) return { shows: 'Ostro wallet-rpc' };
  const port = readPort(given, 'rpc-bind-port');
  if (port === undefined) throw new FlagError("the option '--rpc-bind-port' is required but missing");
  const ip = given['rpc-bind-ip'] ?? '127.0.0.1';
  if (!isLoopback(ip) && given['confirm-external-bind'] === undefined)
    throw new FlagError(
      `--rpc-bind-ip permits inbound unencrypted external connections. Consider SSH tunnel or SSL proxy instead. ` +
        `Override with --confirm-external-bind`,
    );
  if (given['disable-rpc-login'] !== undefined && given['rpc-login'])
    throw new FlagError('Cannot specify --disable-rpc-login and --rpc-login');
  if (given['wallet-dir'] && given['wallet-file'])
    throw new FlagError('--wallet-dir and --wallet-file are incompatible, use only one of them');
  if (given['wallet-dir'] && given['password-file'])
    throw new FlagError('--password-file is not allowed in combination with --wallet-dir');
  if (given.password !== undefined && given['password-file'])
    throw new FlagError("can't specify more than one of --password and --password-file");
  if (given['trusted-daemon'] !== undefined && given['untrusted-daemon'] !== undefined)
    throw new FlagError('--trusted-daemon and --untrusted-daemon are both seen, assuming untrusted');
  return {
    port,
    ip,
    login: readLogin(given['rpc-login'], 'rpc-login'),
    randomLogin: given['disable-rpc-login'] === undefined && given['rpc-login'] === undefined,
    restricted: given['restricted-rpc'] !== undefined,
    origins: readList(given['rpc-access-control-origins']),
    hosts: readList(given['rpc-allowed-hosts']),
    sandbox: given['no-browser-sandbox'] === undefined,
    walletDir: given['wallet-dir'] ? resolve(given['wallet-dir']) : undefined,
    walletFile: given['wallet-file']
      ? { dir: dirname(resolve(given['wallet-file'])), name: basename(given['wallet-file']) }
      : undefined,
    password: given.password ?? '',
    passwordFile: given['password-file'],
    initialSync: given['no-initial-sync'] === undefined,
    node: given.offline === undefined ? readNode(given) : undefined,
    log: given['log-level'],
    resolver: given['openalias-doh'],
    ignored: without,
  };
}

/**
 * The node as the reference finds it: an address, or host and port; trusted when it is on this machine or a flag says
 * so.
 * @param {Given} given
 * @returns {Node}
 */
const readNode = (given) => {
  const named = given['daemon-address'];
  if (named !== undefined && (given['daemon-host'] !== undefined || given['daemon-port'] !== undefined))
    throw new FlagError("can't specify daemon host or port more than once");
  const port = readPort(given, 'daemon-port') ?? 18081;
  const text = named ?? `${given['daemon-host'] ?? 'localhost'}:${port}`;
  const scheme = given['daemon-ssl'] === 'enabled' ? 'https' : 'http';
  const address = text.includes('://') ? text : `${scheme}://${text}`;
  let host;
  try {
    host = new URL(address).hostname;
  } catch {
    throw new FlagError(`'${text}' is no address of a daemon`);
  }
  const trusted =
    given['untrusted-daemon'] === undefined && (given['trusted-daemon'] !== undefined || isLoopback(host));
  return { address, trusted, ...readLogin(given['daemon-login'], 'daemon-login') };
};

/**
 * @param {string | undefined} text
 * @param {string} flag
 * @returns {Login | undefined}
 */
const readLogin = (text, flag) => {
  if (text === undefined) return undefined;
  const at = text.indexOf(':');
  // The reference would ask on the terminal.
  if (at < 1) throw new FlagError(`--${flag} must be username:password`);
  return { username: text.slice(0, at), password: text.slice(at + 1) };
};

const readList = (text = '') =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');

/**
 * @param {Given} given
 * @param {'rpc-bind-port' | 'daemon-port'} flag
 */
const readPort = (given, flag) => {
  const text = given[flag];
  if (text === undefined) return undefined;
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65535) throw new FlagError(`--${flag} must be a port`);
  return Number(text);
};

export const usage = `npm run wallet-rpc -- --rpc-bind-port=<port> [--wallet-file=<file>|--wallet-dir=<directory>] [options]

  --rpc-bind-port N, --rpc-bind-ip IP      where to answer POST /json_rpc (127.0.0.1)
  --rpc-login USER:PASS                    ask for this login; without it one is made and written to a file
  --disable-rpc-login                      ask for none
  --restricted-rpc                         only what looks and does not change
  --rpc-access-control-origins A,B         pages that may call; * for all
  --rpc-allowed-hosts A,B                  names under which clients reach this server; addresses and localhost always
                                           work, so do names without a dot with an --rpc-bind-ip that is not loopback
  --wallet-dir DIR                         where wallets lie, as NAME and NAME.keys
  --wallet-file FILE, --password PASS, --password-file FILE, --no-initial-sync
  --daemon-address HOST:PORT, --daemon-host HOST, --daemon-port N, --daemon-login USER:PASS, --daemon-ssl MODE
  --trusted-daemon, --untrusted-daemon     a daemon on this machine is trusted unless said otherwise
  --offline                                no daemon
  --openalias-doh URL                      names instead of addresses, by this resolver (DNS over HTTPS); off without
  --no-browser-sandbox                     run Chromium without its sandbox; as root it has none
  --log-level N or CATEGORY:LEVEL,…        1 and more: a line for each call

Every other flag of monero-wallet-rpc is taken and ignored with a note.`;
