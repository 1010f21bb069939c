/** Random keys for properties. */
import fc from 'fast-check';
import { publicKeyOf } from '../../../../src/protocol/keys/public-key.ts';
import { asSecretKey } from '../../../../src/base/brands.ts';
import { kernel } from '../../../../src/kernel/kernel.ts';

const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Uint8Array.from(bytes));

/** Any 32 bytes: a seed. */
export const seed32 = bytes32;
/** A reduced, non-zero secret. */
export const secret32 = bytes32
  .map((bytes) => asSecretKey(kernel.scalarReduce(bytes)))
  .filter((key) => key.some((b) => b !== 0));
/** A public key in the prime-order group. */
export const point32 = secret32.map(publicKeyOf);
