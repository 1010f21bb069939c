/**
 * The range proof of a proposed transaction, and the proposer's part of its signatures: made with the secrets that
 * sender and receiver share, and with all of this signer's key shares.
 * Upstream: `set_tx_rct_signatures`, `first_partial_sign` (src/multisig/multisig_tx_builder_ringct.cpp).
 */
import { asSecretKey, type Scalar, type SecretKey } from '../../base/brands.ts';
import { kernel } from '../../kernel/kernel.ts';
import type { Random } from '../../ports/random.ts';
import { multisigClsag, type NonceSums } from '../../protocol/multisig/clsag.ts';
import { commit } from '../../protocol/rct/amount.ts';
import { proveBulletproofPlus } from '../../protocol/rct/bpp-prove.ts';
import { INV_EIGHT } from '../../protocol/ring/constants.ts';
import { rctSigningMessage } from '../../protocol/tx/hash.ts';
import type { Transaction } from '../../protocol/tx/types.ts';
import { outputSecret } from '../proofs/own-keys.ts';
import { pseudoMasks, randomScalar } from '../spend/build-tx.ts';
import type { AccountRecord, MultisigRecord } from '../state/records/account.ts';
import type { DeterministicTx } from './deterministic-tx.ts';

export interface FirstSigner extends Disposable {
  /** Complete except for the responses of the real ring members. */
  readonly tx: Transaction;
  /** This signer's part of the signature of an input. The nonces must not be used for anything else. */
  sign(input: number, nonces: readonly Scalar[], sums: NonceSums): { c0: Uint8Array; s: Uint8Array };
}

/** Call `dispose` to overwrite its secrets. */
export function firstSigner(
  random: Random,
  account: AccountRecord,
  multisig: MultisigRecord,
  { prefix, base, openings, inputs }: DeterministicTx,
): FirstSigner {
  const proof = proveBulletproofPlus({ random: (n) => random.bytes(n) }, openings);
  const masks = pseudoMasks(
    random,
    inputs.length,
    openings.map(({ mask }) => mask),
  );
  const message = rctSigningMessage(prefix, base, [proof]);
  const spendSecret = sumOf(multisig.keys);
  const parts = inputs.map(({ output, ring }, i) => {
    const pseudoOut = commit({ amount: output.amount, mask: masks[i]! });
    const mask = kernel.scalarSub(output.mask, masks[i]!);
    const D = kernel.mul(INV_EIGHT, kernel.mul(mask, kernel.hashToPoint(output.key)));
    const s = ring.members.map((_, member) =>
      member === ring.realIndex ? new Uint8Array(32) : randomScalar(random),
    );
    const { members, realIndex } = ring;
    const keyImage = output.keyImage!;
    const shared = multisigClsag({ message, ring: members, realIndex, pseudoOut, keyImage, D, s });
    const secret = outputSecret({ ...account, spendSecret }, output);
    return { shared, secret, mask, pseudoOut, clsag: { s, c1: new Uint8Array(32), D } };
  });
  spendSecret.fill(0);
  return {
    tx: {
      prefix,
      signatures: [],
      rct: base,
      prunable: {
        rangeSigs: [],
        bulletproofs: [],
        bulletproofsPlus: [proof],
        mlsags: [],
        clsags: parts.map(({ clsag }) => clsag),
        pseudoOuts: parts.map(({ pseudoOut }) => pseudoOut),
      },
    },
    sign: (input, nonces, sums) => {
      const { shared, secret, mask } = parts[input]!;
      const challenge = shared.challenge(sums);
      return { c0: challenge.c0, s: challenge.first(nonces, secret, mask) };
    },
    [Symbol.dispose]: () => {
      for (const each of [...masks, ...parts.flatMap(({ secret, mask }) => [secret, mask])]) each.fill(0);
    },
  };
}

/** The sum of secret scalars; the caller must wipe it. */
export function sumOf(secrets: readonly SecretKey[]): SecretKey {
  const sum = secrets.reduce<Scalar>(
    (subtotal, secret) => kernel.scalarAdd(subtotal, secret),
    new Uint8Array(32),
  );
  return asSecretKey(sum);
}
