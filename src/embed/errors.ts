/**
 * Errors of the interface for sites: EIP-1193 (4001 to 4901), EIP-1474 (-32002, -32005) and JSON-RPC 2.0 (-32600 to
 * -32603). Errors of a wallet-rpc method keep the codes of monero-wallet-rpc (-1 to -53).
 */
const LIST = {
  rejected: [4001, 'The person rejected the request.'],
  unauthorized: [4100, 'The person has not granted this to the site.'],
  unsupported: [4200, 'The wallet does not offer this method to sites.'],
  disconnected: [4900, 'The wallet is not connected.'],
  wrong_network: [4901, 'The open wallet is on another network.'],
  unavailable: [-32002, 'The browser did not open the window of the wallet.'],
  too_many: [-32005, 'Too many requests.'],
  invalid_request: [-32600, 'The request is not valid.'],
  method_not_found: [-32601, 'The method does not exist.'],
  invalid_params: [-32602, 'The parameters are not valid.'],
  internal: [-32603, 'Internal error.'],
} as const;

export type SiteErrorName = keyof typeof LIST;
/** The answer to a failed request. `data.reason` says more where one code has several causes. */
export interface SiteError {
  readonly code: number;
  readonly message: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

export function siteError(name: SiteErrorName, data?: Readonly<Record<string, unknown>>): SiteError {
  const [code, message] = LIST[name];
  return { code, message, ...(data && { data }) };
}
