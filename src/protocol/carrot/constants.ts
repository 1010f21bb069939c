/**
 * Constants of Carrot. Upstream: monero-project/monero, pull request 9559 at c7b6ee459: src/carrot_core/config.h (domain
 * separators), src/carrot_core/core_types.h (sizes) and src/crypto/generators.cpp (T).
 */
import type { Point } from '../../base/brands.ts';
import { fromHex } from '../../base/hex.ts';

export const DOMAIN = {
  // Secrets of an account
  proveSpend: 'Carrot prove-spend key',
  viewBalance: 'Carrot view-balance secret',
  generateImagePreimage: 'Carrot generate-image preimage secret',
  generateImage: 'Carrot generate-image key',
  viewIncoming: 'Carrot incoming view key',
  generateAddress: 'Carrot generate-address secret',
  // Subaddresses
  addressPreimage1: 'Carrot address index preimage 1',
  addressPreimage2: 'Carrot address index preimage 2',
  subaddressScalar: 'Carrot subaddress scalar',
  // Enotes
  ephemeralSecret: 'Carrot sending key normal',
  sharedSecret: 'Carrot sender-receiver secret',
  viewTag: 'Carrot view tag',
  mask: 'Carrot commitment mask',
  extensionG: 'Carrot key extension G',
  extensionT: 'Carrot key extension T',
  coinbaseExtensionG: 'Carrot coinbase extension G',
  coinbaseExtensionT: 'Carrot coinbase extension T',
  anchorPad: 'Carrot encryption mask anchor',
  amountPad: 'Carrot encryption mask a',
  paymentIdPad: 'Carrot encryption mask pid',
  specialAnchor: 'Carrot janus anchor special',
} as const;
export type Domain = (typeof DOMAIN)[keyof typeof DOMAIN];

export const AMOUNT_BYTES = 8;
/** An output set has at least two outputs. */
export const MIN_OUTPUTS = 2;

/**
 * The second generator of one-time keys, the unbiased hash of keccak("Monero Generator T"). The specification of Carrot
 * (jeffro256/carrot at 8565b5f) and sources before pull request 10963 have another point here.
 */
export const T: Point = fromHex('dc42e1d3307b2d4b3b02729abe577e231d79478141cb5b310ca9fa6e127616a3');
