/** The flags that say which network and which node: --stagenet, --testnet, --offline, --daemon-… */
import { isLoopback } from '../../base/node-url.ts';
import type { OriginTls } from '../../nodejs/fetches.ts';
import { PROXY_FORM, readProxyAddress } from '../../nodejs/socks.ts';
import { FlagError } from './flag-error.ts';
import type { Given } from './flag-table.ts';
import { readTlsFlags } from './tls-flags.ts';

export interface Login {
  readonly username: string;
  readonly password: string;
}
type Node = { readonly address: string; readonly trusted: boolean } & Partial<Login>;

/** Upstream: RPC_DEFAULT_PORT in src/cryptonote_config.h. */
const PORTS = { mainnet: 18081, stagenet: 38081, testnet: 28081 };
type Network = keyof typeof PORTS;
const SSL_MODES = ['disabled', 'enabled', 'autodetect'];

export function readNetwork(given: Given): Network {
  if (given.stagenet !== undefined && given.testnet !== undefined)
    throw new FlagError("Can't specify more than one of --testnet and --stagenet");
  if (given.regtest !== undefined && (given.stagenet ?? given.testnet) !== undefined)
    throw new FlagError("Can't specify --regtest with --testnet or --stagenet");
  if (given.testnet !== undefined) return 'testnet';
  return given.stagenet === undefined ? 'mainnet' : 'stagenet';
}

/**
 * The node as the reference finds it: an address, or host and port; trusted when it is on this machine or a flag says
 * so. Nothing with --offline.
 */
export function readNode(
  given: Given,
  network: Network,
): { readonly node: Node | undefined; readonly nodeTls: OriginTls | undefined } {
  const tls = readTlsFlags(given, 'daemon-ssl');
  const address = readAddress(given, network, tls !== undefined);
  const host = hostOf(address);
  if (given['trusted-daemon'] !== undefined && given['untrusted-daemon'] !== undefined)
    throw new FlagError('--trusted-daemon and --untrusted-daemon are both seen, assuming untrusted');
  const trusted =
    given['untrusted-daemon'] === undefined && (given['trusted-daemon'] !== undefined || isLoopback(host));
  const node = { address, trusted, ...readLogin(given['daemon-login'], 'daemon-login') };
  if (given.offline !== undefined) return { node: undefined, nodeTls: undefined };
  const { origin, protocol } = new URL(address);
  return { node, nodeTls: tls && protocol === 'https:' ? { origin, tls } : undefined };
}

/** Always with a scheme; with certificates it is https, unless --daemon-ssl says otherwise. */
const readAddress = (given: Given, network: Network, certificates: boolean) => {
  const named = given['daemon-address'];
  if (named !== undefined && (given['daemon-host'] !== undefined || given['daemon-port'] !== undefined))
    throw new FlagError("can't specify daemon host or port more than once");
  const mode = given['daemon-ssl'] ?? (certificates ? 'enabled' : 'autodetect');
  if (!SSL_MODES.includes(mode)) throw new FlagError('Invalid argument for daemon-ssl');
  // Port 0 means the network's default port, as in the reference.
  const port = readPort(given, 'daemon-port') || PORTS[network];
  const text = named ?? `${given['daemon-host'] ?? 'localhost'}:${port}`;
  const scheme = /^https?:\/\//i.exec(text)?.[0].toLowerCase();
  if (scheme === undefined) return `${mode === 'enabled' ? 'https' : 'http'}://${text}`;
  if (mode === (scheme === 'http://' ? 'enabled' : 'disabled'))
    throw new FlagError(
      `--daemon-ssl${certificates ? '-…' : ` ${mode}`} contradicts the ${scheme} of the daemon's address`,
    );
  return text;
};

const hostOf = (address: string) => {
  try {
    return new URL(address).hostname;
  } catch {
    throw new FlagError(`'${address}' is no address of a daemon`);
  }
};

/** The proxy that gets every request to a node or a resolver. Upstream: net::socks::endpoint::get. */
export function readProxy(text: string | undefined) {
  const proxy = text === undefined ? undefined : readProxyAddress(text);
  if (text !== undefined && !proxy) throw new FlagError(`--proxy must be ${PROXY_FORM}`);
  return proxy;
}

export function readLogin(text: string | undefined, flag: string): Login | undefined {
  if (text === undefined) return undefined;
  const at = text.indexOf(':');
  // The reference would ask on the terminal.
  if (at < 1) throw new FlagError(`--${flag} must be username:password`);
  return { username: text.slice(0, at), password: text.slice(at + 1) };
}

export function readPort(
  given: Given,
  flag: 'rpc-bind-port' | 'daemon-port' | 'metrics-port' | 'light-wallet-port',
) {
  const text = given[flag];
  if (text === undefined) return undefined;
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65535) throw new FlagError(`--${flag} must be a port`);
  return Number(text);
}
