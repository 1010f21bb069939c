/** The command line of `ostro`. */
import { parseArgs } from 'node:util';
import { PROXY_FORM, readProxyAddress, type Proxy } from '../../nodejs/socks.ts';
import type { NodeTls } from '../../ports/node-control.ts';
import { messageOf } from '../errors.mjs';
import { FlagError } from '../flags/flag-error.ts';
import { RELAY_OPTIONS, readRelayFlags, relayUsage } from '../relay/flags.ts';
import type { RelayFlags } from '../relay/run-relay.ts';
import type { Given } from '../flags/flag-table.ts';
import { readTlsFlags } from '../flags/tls-flags.ts';

const LISTS = new Set<string>(['node', 'daemon-ssl-allowed-fingerprints']);

/** The wallets of a browser belong to the address, and so to the port: another one shows none of them. */
export const USUAL_PORT = 28088;

export interface CommandFlags {
  readonly port: number;
  readonly open: boolean;
  readonly proxy: Proxy | undefined;
  /** IP:PORT, without a login; empty without a proxy. */
  readonly proxyText: string;
  readonly nodes: readonly string[];
  readonly tls: NodeTls | undefined;
  /** Undefined: the command serves the page. */
  readonly relay: RelayFlags | undefined;
}

export const usage = `ostro [options]

Serves the wallet to the browser of this computer, at http://127.0.0.1:${USUAL_PORT}, and forwards its requests to nodes.
Wallets and keys stay in the browser.

  --port N              another port; the wallets of a browser belong to the port. 0 takes a free one
  --no-open             print the address only, and open no browser
  --proxy [IP:]PORT     all requests to nodes through this SOCKS5 proxy, such as Tor's (9050): .onion nodes work then
  --node URL            reach this node only; may be given several times
  --daemon-ssl-allowed-fingerprints SHA256, --daemon-ssl-ca-certificates FILE, --daemon-ssl-allow-chained,
  --daemon-ssl-allow-any-cert, --daemon-ssl-private-key FILE, --daemon-ssl-certificate FILE
                        certificates of the nodes that --node names, as for ostro-wallet-rpc
  --help, --version
${relayUsage}`;

const TEXT = { type: 'string' } as const;
const SET = { type: 'boolean' } as const;
const OPTIONS = {
  ...RELAY_OPTIONS,
  port: TEXT,
  open: SET,
  'no-open': SET,
  proxy: TEXT,
  node: { type: 'string', multiple: true },
  'daemon-ssl-private-key': TEXT,
  'daemon-ssl-certificate': TEXT,
  'daemon-ssl-ca-certificates': TEXT,
  'daemon-ssl-allowed-fingerprints': { type: 'string', multiple: true },
  'daemon-ssl-allow-any-cert': SET,
  'daemon-ssl-allow-chained': SET,
  help: SET,
  version: SET,
} as const;

/** `shows`: what to print instead of starting. Throws FlagError. */
export function readCommandFlags(
  args: readonly string[],
): CommandFlags | { readonly shows: 'usage' | 'version' } {
  const values = parse(args);
  if (values.help) return { shows: 'usage' };
  if (values.version) return { shows: 'version' };
  const port = values.port ?? String(USUAL_PORT);
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65535) throw new FlagError('--port must be a port');
  const proxy = values.proxy === undefined ? undefined : readProxyAddress(values.proxy);
  if (values.proxy !== undefined && !proxy) throw new FlagError(`--proxy must be ${PROXY_FORM}`);
  if (values.open && values['no-open']) throw new FlagError('--open and --no-open contradict each other');
  const nodes = (values.node ?? []).map(readNodeUrl);
  const tls = readTlsFlags(givenTls(values), 'daemon-ssl');
  if (tls && !nodes.some((node) => node.startsWith('https:')))
    throw new FlagError('--daemon-ssl-… needs the https address of a node: --node https://…');
  const relay = readRelayFlags(values, { nodes, proxy, tls });
  return {
    port: Number(port),
    open: !values['no-open'],
    proxy,
    proxyText: proxy ? `${proxy.host.includes(':') ? `[${proxy.host}]` : proxy.host}:${proxy.port}` : '',
    nodes,
    tls,
    relay,
  };
}

const parse = (args: readonly string[]) => {
  const { values, tokens } = parsed(args);
  const seen = new Set<string>();
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    if (token.value?.trim() === '') throw new FlagError(`--${token.name} has an empty value`);
    if (seen.has(token.name) && !LISTS.has(token.name))
      throw new FlagError(`--${token.name} cannot be specified more than once`);
    seen.add(token.name);
  }
  return values;
};

const parsed = (args: readonly string[]) => {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, strict: true, tokens: true });
  } catch (error) {
    throw new FlagError(`${messageOf(error)}\n\n${usage}`);
  }
};

const readNodeUrl = (text: string): string => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new FlagError(`--node ${text}: http:// or https://, and the address`);
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
};

/** TLS flags in the form of the wallet server's flags. */
const givenTls = (values: ReturnType<typeof parse>): Given =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      name.startsWith('daemon-ssl-') && value !== false
        ? [[name, Array.isArray(value) ? value.join(',') : value === true ? '' : value]]
        : [],
    ),
  );
