/** `ostro/addresses`: reads and writes addresses. */
import './readable-kernel.ts';
import { fromHex, toHex } from '../base/hex.ts';
import {
  type Address,
  formatAddress as format,
  parseAddress as parse,
  withPaymentId,
  withoutPaymentId,
} from '../protocol/address/address.ts';
import { asSecretKey } from '../base/brands.ts';
import { accountFromKeys } from '../protocol/keys/account.ts';
import { subaddressKeys } from '../protocol/keys/subaddress.ts';
import { check, checkFields, INDEX, NETWORK, optional, TEXT } from './arguments.ts';
import { OstroError } from './error.ts';
import { withOstroErrors } from './to-error.ts';
import type { Network } from './types.ts';

const KINDS = { subaddress: 'a subaddress', integrated: 'an integrated address' } as const;

export { OstroError } from './error.ts';
export type { Network } from './types.ts';

/** The parts of an address. */
export interface AddressParts {
  readonly network: Network;
  readonly kind: 'standard' | 'integrated' | 'subaddress';
  /** The public spend key, in hex. */
  readonly spendKey: string;
  /** The public view key, in hex. */
  readonly viewKey: string;
  /** 16 hex digits, in integrated addresses only. */
  readonly paymentId?: string;
}

/**
 * Reads an address of any network. Throws OstroError `bad_address`; `data.reason` says what is wrong.
 * @example
 * const { network, kind } = parseAddress(address);
 * // network === 'mainnet'
 * // kind === 'standard'
 */
export function parseAddress(text: string): AddressParts {
  check('text', text, TEXT);
  return withOstroErrors(() => {
    const { network, kind, spendPublic, viewPublic, paymentId } = parse(text);
    return {
      network,
      kind,
      spendKey: toHex(spendPublic),
      viewKey: toHex(viewPublic),
      ...(paymentId && { paymentId: toHex(paymentId) }),
    };
  });
}

/**
 * Returns true if the text is an address, and of `network` if one is given; false for any other value.
 * @example
 * const forMainnet = isAddress(address, 'mainnet');
 * const forStagenet = isAddress(address, 'stagenet');
 * // forMainnet === true
 * // forStagenet === false
 */
export function isAddress(text: string, network?: Network): boolean {
  check('network', network, optional(NETWORK));
  try {
    const { network: own } = parseAddress(text);
    return network === undefined || own === network;
  } catch {
    return false;
  }
}

/**
 * The integrated address of a main address and a payment id of 16 hex digits. Throws OstroError `bad_address` for others.
 * @example
 * const integrated = integratedAddress(address, '0123456789abcdef');
 * // parseAddress(integrated).paymentId === '0123456789abcdef'
 */
export function integratedAddress(address: string, paymentId: string): string {
  check('address', address, TEXT);
  check('paymentId', paymentId, TEXT);
  if (!/^[0-9a-f]{16}$/i.test(paymentId))
    throw new OstroError(-5, 'paymentId must be 16 hex digits', 'bad_payment_id', { text: paymentId });
  return withOstroErrors(() => format(withPaymentId(mainAddress(address), fromHex(paymentId))));
}
/**
 * The standard address in an integrated one; any other address unchanged.
 * @example
 * const integrated = integratedAddress(address, '0123456789abcdef');
 * // standardAddress(integrated) === address
 */
export function standardAddress(address: string): string {
  check('address', address, TEXT);
  return withOstroErrors(() => format(withoutPaymentId(parse(address))));
}

/**
 * The address of an account and index, from the main address and its secret view key in hex. Throws OstroError:
 * `account_index` or `address_index` for numbers that no address has, `bad_address` for another than a main address,
 * `key_mismatch` for the view key of another wallet.
 * @example
 * const second = subaddress(address, viewKey, { account: 0, index: 1 });
 * // parseAddress(second).kind === 'subaddress'
 */
export function subaddress(
  address: string,
  viewKey: string,
  at: { readonly account: number; readonly index: number },
): string {
  check('address', address, TEXT);
  check('viewKey', viewKey, TEXT);
  checkFields('at', at, {});
  const { account, index } = at;
  if (!INDEX.fits(account)) throw outOfRange(-14, 'account', account);
  if (!INDEX.fits(index)) throw outOfRange(-15, 'index', index);
  if (!/^[0-9a-f]{64}$/i.test(viewKey))
    throw new OstroError(-1, 'viewKey must be 64 hex digits', 'bad_key', { which: 'view' });
  return withOstroErrors(() => {
    const { network, spendPublic, viewPublic } = mainAddress(address);
    const viewSecret = asSecretKey(fromHex(viewKey));
    accountFromKeys({ viewSecret, spendPublic, viewPublic });
    const keys = subaddressKeys({ spendPublic, viewSecret }, account, index);
    return format({ ...keys, network, kind: account === 0 && index === 0 ? 'standard' : 'subaddress' });
  });
}

const mainAddress = (text: string): Address => {
  const address = parse(text);
  if (address.kind === 'standard') return address;
  const { kind } = address;
  throw new OstroError(-2, `address must be a main address, not ${KINDS[kind]}`, 'bad_address', {
    reason: 'kind',
    kind,
  });
};

const outOfRange = (code: number, name: 'account' | 'index', given: unknown): OstroError =>
  new OstroError(
    code,
    `at.${name} must be ${INDEX.wanted}`,
    name === 'account' ? 'account_index' : 'address_index',
    { given: typeof given === 'number' ? given : typeof given },
  );
