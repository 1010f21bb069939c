/** A transaction that pays one address among unrelated outputs, with the secrets that its sender knows. */
import { publicKeyOf } from '../../../../src/protocol/keys/public-key.ts';
import {
  asPublicKey,
  asSecretKey,
  asTxId,
  type PublicKey,
  type SecretKey,
  type TxId,
} from '../../../../src/base/brands.ts';
import { kernel } from '../../../../src/kernel/kernel.ts';
import {
  derivationToScalar,
  derivePublicKey,
  deriveViewTag,
  generateDerivation,
} from '../../../../src/protocol/keys/derivation.ts';
import type { ReceivingAddress } from '../../../../src/protocol/proof/address.ts';
import { commit, commitmentMask, encodeEcdh } from '../../../../src/protocol/rct/amount.ts';
import { randomScalar, type RandomBytes } from '../../../../src/protocol/ring/scalar.ts';
import { buildExtra } from '../../../../src/protocol/tx/extra.ts';
import { RCT_BULLETPROOF_PLUS, type Transaction } from '../../../../src/protocol/tx/types.ts';

/** Our output is the last of two; with `several` each output has its own public key. */
export function paymentTo(
  address: ReceivingAddress,
  amount: bigint,
  several: boolean,
  random: RandomBytes,
): { readonly tx: Transaction; readonly txid: TxId; readonly secrets: readonly SecretKey[] } {
  const randomSecret = () => asSecretKey(randomScalar(random));
  const key = randomSecret();
  const additional = several ? [randomSecret(), randomSecret()] : [];
  const keyOf = (secret: SecretKey): PublicKey =>
    address.kind === 'subaddress'
      ? asPublicKey(kernel.mul(secret, address.spendPublic))
      : publicKeyOf(secret);
  const foreign = { spendPublic: publicKeyOf(randomSecret()), viewPublic: publicKeyOf(randomSecret()) };
  const rows = [foreign, address].map(({ spendPublic, viewPublic }, i) => {
    const secret = several && address.kind === 'subaddress' ? additional[i]! : key;
    const derivation = generateDerivation(viewPublic, secret);
    const scalar = derivationToScalar(derivation, i);
    const opening = { amount, mask: commitmentMask(scalar) };
    return {
      output: {
        amount: 0n,
        key: derivePublicKey(derivation, i, spendPublic),
        viewTag: deriveViewTag(derivation, i),
      },
      ecdh: encodeEcdh(RCT_BULLETPROOF_PLUS, opening, scalar),
      commitment: commit(opening),
    };
  });
  const extra = buildExtra([
    { kind: 'publicKey', key: several ? publicKeyOf(key) : keyOf(key) },
    ...(several ? [{ kind: 'additionalKeys', keys: additional.map(keyOf) } as const] : []),
  ]);
  const prefix = { version: 2, unlockTime: 0n, inputs: [], outputs: rows.map(({ output }) => output), extra };
  const rct = {
    type: RCT_BULLETPROOF_PLUS,
    fee: 0n,
    pseudoOuts: [],
    ecdh: rows.map(({ ecdh }) => ecdh),
    commitments: rows.map(({ commitment }) => commitment),
  } as const;
  return { tx: { prefix, signatures: [], rct }, txid: asTxId(random(32)), secrets: [key, ...additional] };
}
