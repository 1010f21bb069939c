/**
 * Key images of a multisig account. No signer has the whole secret: each key share gives a part, and the sum of all
 * parts is the key image.
 * Upstream: `generate_multisig_key_image`, `generate_multisig_composite_key_image` (src/multisig/multisig.cpp).
 */
import {
  asKeyImage,
  type KeyImage,
  type Point,
  type PublicKey,
  type Scalar,
  type SecretKey,
} from '../../base/brands.ts';
import { concat } from '../../base/bytes.ts';
import { toHex } from '../../base/hex.ts';
import { kernel } from '../../kernel/kernel.ts';

/** Our parts of an output's key image: share·Hp(key) for each of our shares. */
export function partialKeyImages(shares: readonly SecretKey[], outputKey: PublicKey): Point[] {
  const images = kernel.keyImageBatch(concat(...shares), concat(...shares.map(() => outputKey)));
  return shares.map((_, i) => images.slice(32 * i, 32 * i + 32));
}

export interface ImageParts {
  readonly keyImage: KeyImage;
  /** Number of different parts. The key image is valid only if it equals the number of shares of the account. */
  readonly parts: number;
}

/** `opening`: the view key's part of the output's secret: Hs(D, i), plus m for a subaddress. Equal parts count once. */
export function wholeKeyImage(opening: Scalar, outputKey: PublicKey, parts: readonly Point[]): ImageParts {
  const different = new Map(parts.map((part) => [toHex(part), part]));
  const base: Point = kernel.keyImageBatch(opening, outputKey).slice();
  return {
    keyImage: asKeyImage([...different.values()].reduce((sum, part) => kernel.pointAdd(sum, part), base)),
    parts: different.size,
  };
}

/** L = k·G and R = k·Hp(key) of a nonce. */
export function publicNonce(nonce: Scalar, outputKey: PublicKey): { readonly L: Point; readonly R: Point } {
  return {
    L: kernel.mulBase(nonce),
    R: kernel.keyImageBatch(nonce, outputKey).slice(),
  };
}
