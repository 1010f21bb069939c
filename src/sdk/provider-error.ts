import type { SiteError } from '../embed/errors.ts';

/** A failed request. `code` is one of EIP-1193, JSON-RPC or monero-wallet-rpc; `data.reason` names the cause. */
export class ProviderError extends Error {
  readonly code: number;
  readonly data: Readonly<Record<string, unknown>>;
  constructor({ code, message, data = {} }: SiteError) {
    super(message);
    this.name = 'ProviderError';
    this.code = code;
    this.data = data;
  }
}
