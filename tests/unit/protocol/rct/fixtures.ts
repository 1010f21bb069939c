/** Real transactions with their rings, and rings made from a seed. */
import { readFileSync } from 'node:fs';
import { publicKeyOf } from '../../../../src/protocol/keys/public-key.ts';
import { asCommitment, asPublicKey, asSecretKey } from '../../../../src/base/brands.ts';
import { fromHex } from '../../../../src/base/hex.ts';
import { kernel } from '../../../../src/kernel/kernel.ts';
import { commit } from '../../../../src/protocol/rct/amount.ts';
import type { ClsagSigner, RingMember } from '../../../../src/protocol/rct/clsag.ts';
import { randomScalar, type RandomBytes } from '../../../../src/protocol/ring/scalar.ts';
import { readTransaction } from '../../../../src/protocol/tx/transaction.ts';
import type { Transaction } from '../../../../src/protocol/tx/types.ts';
import { readVector, readVectorText } from '../../../support/vectors.ts';

export interface TransactionWithRings {
  readonly tx: Transaction;
  readonly rings: readonly (readonly RingMember[])[];
}

/** Two inputs, two outputs, type 6. */
export function oxideTransaction(): TransactionWithRings {
  const { hex } = JSON.parse(readVectorText('monero-oxide', 'clsag_tx.json')) as { hex: string };
  const rings = JSON.parse(readVectorText('monero-oxide', 'ring_data.json')) as {
    key: string;
    mask: string;
  }[][];
  return {
    tx: readTransaction(fromHex(hex)),
    rings: rings.map((ring) =>
      ring.map(({ key, mask }) => ({
        key: asPublicKey(fromHex(key)),
        commitment: asCommitment(fromHex(mask)),
      })),
    ),
  };
}

/** Mainnet e89415…: one input, two outputs, type 6. */
export function mainnetTransaction(): TransactionWithRings {
  const path = new URL('../../../vectors/rct/bpp-tx-e89415-ring.json', import.meta.url);
  const { ring } = JSON.parse(readFileSync(path, 'utf8')) as { ring: { key: string; commitment: string }[] };
  return {
    tx: readTransaction(readVector('monero', 'data', 'txs', 'bpp_tx_e89415.bin')),
    rings: [
      ring.map(({ key, commitment }) => ({
        key: asPublicKey(fromHex(key)),
        commitment: asCommitment(fromHex(commitment)),
      })),
    ],
  };
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
