/**
 * The secrets that spend an enote: x and y of its one-time key K_o = x·G + y·T, and its key image x·Hp(K_o).
 * Specification: sections 8.2.1 and 8.2.2 of jeffro256/carrot at 8565b5f. Outputs from before Carrot keep the key image
 * of src/protocol/keys/derivation.ts, whose hash to a point is the biased one.
 */
import {
  asKeyImage,
  asSecretKey,
  type KeyImage,
  type PublicKey,
  type Scalar,
  type SecretKey,
} from '../../base/brands.ts';
import { equalBytes } from '../../base/bytes.ts';
import { Secret } from '../../base/secret.ts';
import { kernel } from '../../kernel/kernel.ts';
import { hashToPointUnbiased } from '../../kernel/unbiased-hash.ts';
import type { AccountKeys } from '../keys/account.ts';
import { subaddressSecret } from '../keys/subaddress.ts';
import type { CarrotAccount } from './account.ts';
import { carrotSubaddressScalar, isMain, type CarrotAddressSource } from './address.ts';
import { T } from './constants.ts';
import type { FoundEnote } from './scan.ts';

export interface OneTimeSecrets {
  readonly x: SecretKey & Secret;
  readonly y: Scalar & Secret;
}
type Found = Pick<FoundEnote, 'index' | 'extension'>;

/** For an account of today: x = k_s + m + g and y = t, where m is the subaddress's secret. */
export function openingOf(
  { spendSecret, viewSecret }: Readonly<Required<Pick<AccountKeys, 'spendSecret' | 'viewSecret'>>>,
  { index, extension }: Found,
): OneTimeSecrets {
  const x = kernel.scalarAdd(spendSecret, extension.g);
  const y = extension.t.slice();
  if (isMain(index)) return secrets(x, y);
  const m = subaddressSecret(viewSecret, index.major, index.minor);
  const sum = kernel.scalarAdd(x, m);
  x.fill(0);
  m.fill(0);
  return secrets(sum, y);
}

/** For an account of Carrot's hierarchy: x = k_gi·k + g and y = k_ps·k + t, where k is the subaddress's scalar. */
export function carrotOpeningOf(
  account: CarrotAddressSource & Pick<CarrotAccount, 'generateImage' | 'proveSpend'>,
  { index, extension }: Found,
): OneTimeSecrets {
  const { generateImage, proveSpend } = account;
  if (isMain(index))
    return secrets(kernel.scalarAdd(generateImage, extension.g), kernel.scalarAdd(proveSpend, extension.t));
  const scalar = carrotSubaddressScalar(account, index);
  return secrets(
    kernel.scalarMulAdd(generateImage, scalar, extension.g),
    kernel.scalarMulAdd(proveSpend, scalar, extension.t),
  );
}

const secrets = (x: Scalar, y: Scalar): OneTimeSecrets => ({
  x: Secret.over(asSecretKey(x)),
  y: Secret.over(y),
});

/** True if these secrets spend the output. */
export function opensKey({ x, y }: OneTimeSecrets, oneTimeKey: PublicKey): boolean {
  return equalBytes(kernel.pointAdd(kernel.mulBase(x), kernel.mul(y, T)), oneTimeKey);
}

/** x·Hp(K_o) with the unbiased hash. It needs no y, so an account that sees all cannot spend. */
export function carrotKeyImage(x: SecretKey, oneTimeKey: PublicKey): KeyImage {
  return asKeyImage(kernel.mul(x, hashToPointUnbiased(oneTimeKey)));
}
