/** `ostro/addresses`: reads and writes addresses. */
import './readable-kernel.ts';
import { fromHex, toHex } from '../base/hex.ts';
import {
  formatAddress as format,
  parseAddress as parse,
  withPaymentId,
  withoutPaymentId,
} from '../protocol/address/address.ts';
import { asSecretKey } from '../base/brands.ts';
import { subaddressKeys } from '../protocol/keys/subaddress.ts';
import { withOstroErrors } from './to-error.ts';
import type { Network } from './types.ts';

export { OstroError } from './error.ts';
export type { Network } from './types.ts';

/** What an address says. */
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

/** Reads an address of any network. Throws OstroError `bad_address`; `data.reason` says what is wrong. */
export function parseAddress(text: string): AddressParts {
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

/** Whether the text is an address; with a `network`, whether it is one of that network. */
export function isAddress(text: string, network?: Network): boolean {
  try {
    const { network: own } = parseAddress(text);
    return network === undefined || own === network;
  } catch {
    return false;
  }
}

/** The integrated address of a standard address and a payment id of 16 hex digits. */
export function integratedAddress(address: string, paymentId: string): string {
  return withOstroErrors(() => format(withPaymentId(parse(address), fromHex(paymentId))));
}
/** The standard address in an integrated one; any other address unchanged. */
export function standardAddress(address: string): string {
  return withOstroErrors(() => format(withoutPaymentId(parse(address))));
}

/** The address of an account and index, from the main address and the secret view key in hex. */
export function subaddress(
  address: string,
  viewKey: string,
  { account, index }: { readonly account: number; readonly index: number },
): string {
  return withOstroErrors(() => {
    const { network, spendPublic } = parse(address);
    const keys = subaddressKeys({ spendPublic, viewSecret: asSecretKey(fromHex(viewKey)) }, account, index);
    return format({ ...keys, network, kind: account === 0 && index === 0 ? 'standard' : 'subaddress' });
  });
}
