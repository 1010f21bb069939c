/**
 * Checks whether an output described by the view-only wallet is ours, and computes its key image, which only the
 * signing device can.
 * Upstream: `generate_key_image_helper` in src/cryptonote_basic/cryptonote_format_utils.cpp.
 */
import type { KeyImage, Point, PublicKey } from '../../base/brands.ts';
import { equalBytes } from '../../base/bytes.ts';
import { kernel } from '../../kernel/kernel.ts';
import { type SubaddressIndex, subaddressSpendPublic } from '../../protocol/keys/subaddress.ts';
import {
  deriveSecretKey,
  generateKeyImage,
  receivedDerivation,
  underivePublicKey,
} from '../../protocol/keys/derivation.ts';
import { addressSpendSecret } from '../proofs/own-keys.ts';
import type { AccountRecord } from '../state/records/account.ts';

export interface DescribedOutput {
  readonly key: PublicKey;
  readonly outputIndex: number;
  readonly txPublicKey: PublicKey;
  readonly additionalKeys: readonly PublicKey[];
}

/** Derivation and public spend key of an output, for each transaction key that may belong to it. */
export function openings(
  { viewSecret }: AccountRecord,
  { key, outputIndex, txPublicKey, additionalKeys }: DescribedOutput,
): { readonly txKey: PublicKey; readonly derivation: Point; readonly spendPublic: PublicKey }[] {
  if (!kernel.isOnCurve(key)) return [];
  const own = additionalKeys[outputIndex];
  return [txPublicKey, ...(own ? [own] : [])].map((txKey) => {
    const derivation = receivedDerivation(txKey, viewSecret);
    return { txKey, derivation, spendPublic: underivePublicKey(key, derivation, outputIndex) };
  });
}

/** The key image of an output if it pays this address of ours, else undefined. Fault watch_only. */
export function keyImageAt(
  account: AccountRecord,
  output: DescribedOutput,
  subaddress: SubaddressIndex,
): KeyImage | undefined {
  const wanted = subaddressSpendPublic(account, subaddress.major, subaddress.minor);
  const opening = openings(account, output).find(({ spendPublic }) => equalBytes(spendPublic, wanted));
  if (!opening) return undefined;
  const spend = addressSpendSecret(account, subaddress);
  const secret = deriveSecretKey(opening.derivation, output.outputIndex, spend);
  const keyImage = generateKeyImage(output.key, secret);
  spend.fill(0);
  secret.fill(0);
  return keyImage;
}
