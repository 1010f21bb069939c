/** The command line of `ostro --relay`. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import { FlagError } from '../flags/flag-error.ts';
import type { RelayFlags } from './run-relay.ts';

const USUAL_PORT = 28089;
const USUAL_NODE = 'http://127.0.0.1:18081';

export const relayUsage = `
ostro --relay [options]

Serves compact blocks of your node to wallets on your other devices, and passes their calls to the node. It has no wallet
and no key. The code that it shows adds it to a wallet: Settings, Nodes, Add a node.

  --node URL               your node; default ${USUAL_NODE}
  --relay-port N           default ${USUAL_PORT}
  --relay-ip IP            listen on this address only; default all of this computer
  --relay-address URL      the address that other devices use, such as https://home.example or http://….onion
  --relay-folder FOLDER    login, certificate and compact blocks; default ~/.ostro-relay
  --relay-certificate FILE, --relay-private-key FILE
                           a certificate that browsers accept; without them the relay makes one itself
  --proxy [IP:]PORT        requests to the node through this SOCKS5 proxy`;

/** Options beside those of the command, for parseArgs. */
export const RELAY_OPTIONS = {
  relay: { type: 'boolean' },
  'relay-port': { type: 'string' },
  'relay-ip': { type: 'string' },
  'relay-address': { type: 'string' },
  'relay-folder': { type: 'string' },
  'relay-certificate': { type: 'string' },
  'relay-private-key': { type: 'string' },
} as const;

type Given = { readonly [Name in keyof typeof RELAY_OPTIONS]?: string | boolean | undefined };

/** Undefined without --relay. Throws FlagError. */
export function readRelayFlags(
  given: Given,
  { nodes, proxy, tls }: Pick<RelayFlags, 'proxy' | 'tls'> & { readonly nodes: readonly string[] },
): RelayFlags | undefined {
  const text = (name: keyof Given): string | undefined => given[name] as string | undefined;
  if (given.relay !== true) {
    const lone = Object.keys(given).find(
      (name) => name.startsWith('relay-') && given[name as keyof Given] !== undefined,
    );
    if (lone) throw new FlagError(`--${lone} needs --relay`);
    return undefined;
  }
  if (nodes.length > 1) throw new FlagError('--relay takes one --node');
  const port = text('relay-port') ?? String(USUAL_PORT);
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65535) throw new FlagError('--relay-port must be a port');
  const address = text('relay-address');
  if (address !== undefined && !(URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)))
    throw new FlagError('--relay-address: http:// or https://, and the address');
  const [certificate, privateKey] = [text('relay-certificate'), text('relay-private-key')];
  if ((certificate === undefined) !== (privateKey === undefined))
    throw new FlagError('--relay-certificate and --relay-private-key need each other');
  return {
    node: nodes[0] ?? USUAL_NODE,
    port: Number(port),
    ip: text('relay-ip') ?? '0.0.0.0',
    address,
    folder: text('relay-folder') ?? join(homedir(), '.ostro-relay'),
    files: certificate !== undefined && privateKey !== undefined ? { certificate, privateKey } : undefined,
    proxy,
    tls,
  };
}
