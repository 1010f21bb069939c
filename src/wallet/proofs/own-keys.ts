/** Secret keys of our addresses and outputs, for proofs. All need the spend secret unless noted. */
import { asSecretKey, type Point, type PublicKey, type Scalar, type SecretKey } from '../../base/brands.ts';
import { copyBytes, equalBytes } from '../../base/bytes.ts';
import { kernel } from '../../kernel/kernel.ts';
import { type SubaddressIndex, subaddressSecret } from '../../protocol/keys/subaddress.ts';
import {
  derivationToScalar,
  deriveSecretKey,
  receivedDerivation,
  underivePublicKey,
} from '../../protocol/keys/derivation.ts';
import { addressOf } from '../account/addresses.ts';
import { spendKeyOf } from '../account/spend-key.ts';
import type { AccountRecord } from '../state/records/account.ts';
import type { OwnedOutput } from '../state/records/outputs.ts';

/** b, or b + m for a subaddress: a copy to be wiped. Faults watch_only, multisig_has_no_spend_key. */
export function addressSpendSecret(account: AccountRecord, { major, minor }: SubaddressIndex): SecretKey {
  const { viewSecret } = account;
  const spendSecret = spendKeyOf(account);
  return major === 0 && minor === 0
    ? copyBytes(spendSecret)
    : asSecretKey(kernel.scalarAdd(spendSecret, subaddressSecret(viewSecret, major, minor)));
}

/** a, or a·(b + m) for a subaddress. A new copy. Fault watch_only for a subaddress. */
export function addressViewSecret(account: AccountRecord, index: SubaddressIndex): SecretKey {
  if (index.major === 0 && index.minor === 0) return copyBytes(account.viewSecret);
  const spend = addressSpendSecret(account, index);
  const view = asSecretKey(kernel.scalarMul(account.viewSecret, spend));
  spend.fill(0);
  return view;
}

/** The transaction key that opens an output of ours: the main one or an additional one. It need not be a curve point. */
export interface KeyOfOutput {
  readonly txKey: PublicKey;
  /** D, made from it and the view key. */
  readonly derivation: Point;
}

export function keyOfOutput(account: AccountRecord, output: OwnedOutput): KeyOfOutput {
  const { spendPublic } = addressOf(account, output.subaddress);
  const { key, outputIndex, txPublicKey, additionalKeys } = output;
  const own = additionalKeys[outputIndex];
  for (const txKey of [txPublicKey, ...(own ? [own] : [])]) {
    const derivation = receivedDerivation(txKey, account.viewSecret);
    if (equalBytes(underivePublicKey(key, derivation, outputIndex), spendPublic))
      return { txKey, derivation };
  }
  throw new Error('an output that no transaction key derives');
}

/** The part of x that the view key gives: Hs(D, i), plus m for a subaddress. A new copy. */
export function outputOpening(account: AccountRecord, output: OwnedOutput): Scalar {
  const { viewSecret } = account;
  const { major, minor } = output.subaddress;
  const scalar = derivationToScalar(keyOfOutput(account, output).derivation, output.outputIndex);
  return major === 0 && minor === 0
    ? scalar
    : kernel.scalarAdd(scalar, subaddressSecret(viewSecret, major, minor));
}

/** x, the secret of the one-time key. A new copy. Fault watch_only. */
export function outputSecret(
  account: AccountRecord,
  output: OwnedOutput,
  { derivation }: KeyOfOutput = keyOfOutput(account, output),
): SecretKey {
  const spend = addressSpendSecret(account, output.subaddress);
  const secret = deriveSecretKey(derivation, output.outputIndex, spend);
  spend.fill(0);
  return secret;
}
