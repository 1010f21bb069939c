/**
 * Errors as a site gets them: codes of EIP-1193 and EIP-1474 for permissions and requests, and codes of
 * monero-wallet-rpc for its methods. No text or number of the wallet is in them.
 */
import { faultsOf, isFault, type NoData } from '../../base/fault.ts';
import type { WireError } from '../errors.ts';

const COULD_NOT = 'The wallet could not do this';

export interface ErrorForSite {
  readonly code: number;
  readonly message: string;
  readonly data?: { readonly reason: string };
}

/** Why a request of a site ends without a result. */
export interface SiteFaults {
  /** The person said no. */
  site_rejected: NoData;
  /** No connection, no such permission, or not an account of the grant. */
  site_not_permitted: NoData;
  /** No site may call this method. */
  site_unsupported: NoData;
  /** The wallet is on another network than the site asked for. */
  site_other_network: NoData;
  site_bad_params: { readonly path: string };
  site_too_many: NoData;
  /** A method of the wallet refused. */
  site_call_failed: { readonly error: ErrorForSite };
  /** The wallet's fault is for the person. `maySucceed`: a transaction of it was sent, or may be. */
  site_payment_failed: WalletProblem & { readonly maySucceed: boolean };
}
/** A fault of the wallet and its data. */
export interface WalletProblem {
  readonly fault: string;
  readonly data: Readonly<Record<string, unknown>>;
}
export const refuse = faultsOf<SiteFaults>();

const LINES: Readonly<
  Record<Exclude<keyof SiteFaults, 'site_call_failed' | 'site_payment_failed'>, ErrorForSite>
> = {
  site_rejected: { code: 4001, message: 'The person rejected the request' },
  site_not_permitted: { code: 4100, message: 'This site has no permission for it' },
  site_unsupported: { code: 4200, message: 'Sites cannot call this method' },
  site_other_network: { code: 4901, message: 'The wallet is on another network' },
  site_bad_params: { code: -32602, message: 'Invalid params' },
  site_too_many: { code: -32005, message: 'Too many requests' },
};

export const NOT_SENT: ErrorForSite = {
  code: -4,
  message: 'The payment was not sent',
  data: { reason: 'not_sent' },
};
export const MAY_SUCCEED: ErrorForSite = {
  code: -4,
  message: 'The payment may be on its way: do not repeat it',
  data: { reason: 'may_succeed' },
};

/** The request ended in a way that the site gets to know, and not in a failure of the wallet file. */
export function isSiteFault(error: unknown): boolean {
  return isFault(error) && error.code.startsWith('site_');
}

export function siteErrorOf(error: unknown): ErrorForSite {
  if (isFault(error, 'site_call_failed')) return (error.data as SiteFaults['site_call_failed']).error;
  const problem = problemOf(error);
  if (problem) return problem.maySucceed ? MAY_SUCCEED : NOT_SENT;
  if (isFault(error) && Object.hasOwn(LINES, error.code)) return LINES[error.code as keyof typeof LINES];
  return { code: -32603, message: COULD_NOT };
}

/** The part of a failed payment that the person gets to know. */
export function problemOf(error: unknown): SiteFaults['site_payment_failed'] | undefined {
  return isFault(error, 'site_payment_failed')
    ? (error.data as SiteFaults['site_payment_failed'])
    : undefined;
}

/**
 * Faults that follow from the parameters, or from the site's own transactions, alone. All others get a general message: they may
 * contain amounts, names of wallets or addresses of nodes.
 */
const PLAIN: ReadonlySet<string> = new Set([
  'address_index',
  'bad_address',
  'bad_base58',
  'bad_hex',
  'bad_invoice',
  'bad_key_image',
  'bad_payment_id',
  'bad_proof',
  'bad_signature_text',
  'bad_signature_type',
  'bad_transfer_type',
  'bad_tx_key',
  'bad_txid',
  'bad_uri',
  'cannot_prove',
  'integrated_already',
  'not_integrated',
  'not_own_address',
  'no_destination',
  'reserve_of_subaddress',
  'subaddress_not_allowed',
  'unknown_tx',
  'unsound_proof',
  'wrong_network',
  'zero_amount',
]);

/** The error of a method of the wallet, as the site gets it. */
export function passOn({ code, message, data }: WireError): ErrorForSite {
  return { code, message: PLAIN.has(data?.fault ?? '') ? message : COULD_NOT };
}
