/**
 * Lines that a node's operator copies: options of monerod, and directives of the proxies Caddy and nginx.
 * Options: src/rpc/rpc_args.cpp, src/rpc/core_rpc_server.cpp, src/daemon/command_line_args.h.
 */
export interface OperatorLine {
  /** Where it belongs: monerod's options, a configuration file, or a terminal. */
  readonly where: string;
  readonly text: string;
}

/** The node allows pages of this origin to read its answers (CORS). */
export function allowOrigin(origin: string): readonly OperatorLine[] {
  return [
    { where: 'monerod', text: `--rpc-access-control-origins ${origin}` },
    { where: 'Caddy', text: `header Access-Control-Allow-Origin ${origin}` },
    { where: 'nginx', text: `add_header Access-Control-Allow-Origin ${origin} always;` },
  ];
}
/** The node gets an https address. Caddy gets a certificate for the name by itself. */
export function serveTls(address: string): readonly OperatorLine[] {
  return [
    { where: 'Caddy', text: `caddy reverse-proxy --from ${hostOf(address)} --to 127.0.0.1:18081` },
    {
      where: 'monerod',
      text: '--rpc-ssl-certificate fullchain.pem --rpc-ssl-private-key privkey.pem',
    },
  ];
}
export const FORWARD_TO_NODE: readonly OperatorLine[] = [
  { where: 'Caddy', text: 'reverse_proxy 127.0.0.1:18081' },
  { where: 'nginx', text: 'proxy_pass http://127.0.0.1:18081;' },
];
export const PORT_FOR_WALLETS: readonly OperatorLine[] = [
  { where: 'monerod', text: '--rpc-restricted-bind-port 18089' },
];
export const LOGIN: readonly OperatorLine[] = [{ where: 'monerod', text: '--rpc-login USER:PASSWORD' }];
export const PATIENT_PROXY: readonly OperatorLine[] = [
  { where: 'nginx', text: 'proxy_read_timeout 120s;' },
  { where: 'Terminal', text: 'monerod status' },
];
export const PROGRESS: readonly OperatorLine[] = [{ where: 'Terminal', text: 'monerod status' }];
export const NEWEST_VERSION: readonly OperatorLine[] = [{ where: 'Terminal', text: 'monerod update check' }];
/** The option that selects a test network. */
export function networkOption(network: string): readonly OperatorLine[] {
  return network === 'stagenet' || network === 'testnet' ? [{ where: 'monerod', text: `--${network}` }] : [];
}

/** The name without scheme, port and path. */
const hostOf = (address: string): string => {
  try {
    return new URL(address).hostname;
  } catch {
    return 'node.example';
  }
};
