/**
 * Addresses as Carrot pays them, and the subaddresses of its own hierarchy. Addresses of today keep their keys, and
 * their subaddresses come from src/protocol/keys/subaddress.ts.
 * Upstream: src/carrot_core/destination.cpp and address_utils.cpp of monero-project/monero, pull request 9559 at
 * c7b6ee459.
 */
import { asPublicKey, type PublicKey, type Scalar } from '../../base/brands.ts';
import { equalBytes, u32le } from '../../base/bytes.ts';
import { Secret } from '../../base/secret.ts';
import { kernel } from '../../kernel/kernel.ts';
import type { Address } from '../address/address.ts';
import { PAYMENT_ID_BYTES } from '../keys/payment-id.ts';
import type { SubaddressIndex, SubaddressKeys } from '../keys/subaddress.ts';
import { IDENTITY } from '../ring/constants.ts';
import { isZero } from '../ring/scalar.ts';
import type { CarrotAccount } from './account.ts';
import { DOMAIN } from './constants.ts';
import { fault } from './faults.ts';
import { hashToBytes, hashToScalar } from './transcript.ts';

export interface CarrotDestination {
  readonly spendPublic: PublicKey;
  readonly viewPublic: PublicKey;
  readonly isSubaddress: boolean;
  /** 8 bytes; zeros where the address has none. */
  readonly paymentId: Uint8Array;
}

export const NO_PAYMENT_ID = new Uint8Array(PAYMENT_ID_BYTES);

export function destinationOf({ kind, spendPublic, viewPublic, paymentId }: Address): CarrotDestination {
  return {
    spendPublic,
    viewPublic,
    isSubaddress: kind === 'subaddress',
    paymentId: paymentId ?? NO_PAYMENT_ID,
  };
}

/**
 * Fault `bad_destination` for keys outside of the prime-order subgroup, which would show bits of secrets or lose the
 * money, and for a payment id that does not fit.
 */
export function checkDestination({
  spendPublic,
  viewPublic,
  isSubaddress,
  paymentId,
}: CarrotDestination): void {
  if (paymentId.length !== PAYMENT_ID_BYTES || (isSubaddress && !isZero(paymentId)))
    throw fault('bad_destination', { reason: 'payment_id' });
  if (!isKey(spendPublic) || !isKey(viewPublic)) throw fault('bad_destination', { reason: 'point' });
}

/** True for a point of the prime-order subgroup other than the identity. */
export function isKey(point: PublicKey): boolean {
  return kernel.isInPrimeSubgroup(point) && !equalBytes(point, IDENTITY);
}

/** The keys from which public subaddresses of the hierarchy are computed. */
export type CarrotAddressSource = Pick<
  CarrotAccount,
  'generateAddress' | 'spendPublic' | 'viewPublic' | 'accountViewPublic'
>;

/** Public keys of the address at an index: k·K_s and k·K_v, where the main address has K_s and k_v·G. */
export function carrotAddressKeys(account: CarrotAddressSource, index: SubaddressIndex): SubaddressKeys {
  if (isMain(index)) return { spendPublic: account.spendPublic, viewPublic: account.viewPublic };
  const scalar = carrotSubaddressScalar(account, index);
  return {
    spendPublic: asPublicKey(kernel.mul(scalar, account.spendPublic)),
    viewPublic: asPublicKey(kernel.mul(scalar, account.accountViewPublic)),
  };
}

export function isMain({ major, minor }: SubaddressIndex): boolean {
  return major === 0 && minor === 0;
}

/** k, by which all keys of a subaddress are multiplied. Not for the main address, which has none. */
export function carrotSubaddressScalar(
  { generateAddress, spendPublic, accountViewPublic }: CarrotAddressSource,
  index: SubaddressIndex,
): Scalar {
  const first = addressPreimage1(generateAddress, index);
  const second = addressPreimage2(first, index, { spendPublic, accountViewPublic });
  const scalar = hashToScalar(DOMAIN.subaddressScalar, { key: second, parts: [spendPublic] });
  first.wipe();
  second.wipe();
  return scalar;
}

/** Proves that an address has this index without showing s_ga. */
export function addressPreimage1(generateAddress: Uint8Array, { major, minor }: SubaddressIndex): Secret {
  const parts = [u32le(major), u32le(minor)];
  return Secret.over(hashToBytes(32, DOMAIN.addressPreimage1, { key: generateAddress, parts }));
}

/** Proves that an address belongs to an account. */
export function addressPreimage2(
  preimage1: Uint8Array,
  { major, minor }: SubaddressIndex,
  account: Pick<CarrotAccount, 'spendPublic' | 'accountViewPublic'>,
): Secret {
  const parts = [u32le(major), u32le(minor), account.spendPublic, account.accountViewPublic];
  return Secret.over(hashToBytes(32, DOMAIN.addressPreimage2, { key: preimage1, parts }));
}
