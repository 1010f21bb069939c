/** Real transactions with their rings, and rings made from a seed. */
import { publicKeyOf } from '../../../../src/protocol/keys/public-key.ts';
import { asCommitment, asPublicKey, asSecretKey } from '../../../../src/base/brands.ts';
import { kernel } from '../../../../src/kernel/kernel.ts';
import { commit } from '../../../../src/protocol/rct/amount.ts';
import type { ClsagSigner } from '../../../../src/protocol/rct/clsag.ts';
import { randomScalar, type RandomBytes } from '../../../../src/protocol/ring/scalar.ts';
import { realTransaction, type TransactionWithRings } from '../../../vectors/chain/transactions.ts';

/** Of a test chain: two inputs, two outputs, type 6. */
export function testChainTransaction(): TransactionWithRings {
  return realTransaction('efd109f6');
}

/** Of the main chain: one input, two outputs, type 6. */
export function mainnetTransaction(): TransactionWithRings {
  return realTransaction('e89415b9');
}

/** Everything to sign the spend of a random output that hides `amount` in a ring of `size`. */
export function setupSigner(
  random: RandomBytes,
  { size, realIndex, amount }: { readonly size: number; readonly realIndex: number; readonly amount: bigint },
): ClsagSigner {
  const secretKey = asSecretKey(randomScalar(random));
  const [maskIn, maskPseudo] = [randomScalar(random), randomScalar(random)];
  const ring = Array.from({ length: size }, () => ({
    key: asPublicKey(kernel.mulBase(randomScalar(random))),
    commitment: asCommitment(kernel.mulBase(randomScalar(random))),
  })).with(realIndex, { key: publicKeyOf(secretKey), commitment: commit({ amount, mask: maskIn }) });
  return {
    message: random(32),
    ring,
    realIndex,
    secretKey,
    mask: kernel.scalarSub(maskIn, maskPseudo),
    pseudoOut: commit({ amount, mask: maskPseudo }),
  };
}
