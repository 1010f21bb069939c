/**
 * Proofs that this wallet made a transaction, without revealing which ring members it spent. Upstream:
 * `wallet2::get_spend_proof`, `check_spend_proof` (src/wallet/wallet2.cpp).
 *
 * For a coinbase, which spends nothing, the reference makes and accepts an empty proof; this wallet refuses it.
 */
import type { PublicKey, TxId } from '../../base/brands.ts';
import { equalBytes } from '../../base/bytes.ts';
import { toHex } from '../../base/hex.ts';
import type { BlockSource } from '../../ports/block-source.ts';
import type { OutputSource } from '../../ports/output-source.ts';
import type { Random } from '../../ports/random.ts';
import {
  readSpendProof,
  requireSpendProofHeader,
  spendProofHash,
  writeSpendProof,
} from '../../protocol/proof/spend-proof.ts';
import { checkRingSignature, generateRingSignature } from '../../protocol/ring/ring-signature.ts';
import { toAbsoluteOffsets } from '../../protocol/tx/offsets.ts';
import { keyInputs } from '../../protocol/tx/prefix.ts';
import type { KeyInput, RingSignature } from '../../protocol/tx/types.ts';
import { fault } from '../faults.ts';
import type { WalletState } from '../state/state.ts';
import type { OwnedOutput } from '../state/records/outputs.ts';
import { requireTxOfToday } from './carrot-undefined.ts';
import { outputSecret } from './own-keys.ts';
import { lookUpTx } from './tx-lookup.ts';

export interface SpendChecker {
  readonly blocks: BlockSource;
  readonly outputs: OutputSource;
}
export interface SpendProver extends SpendChecker {
  readonly random: Random;
  readonly state: WalletState;
}

/** Faults: unknown_tx, cannot_prove (spend_key, not_ours, partly_ours, ring), carrot_undefined, the node's. */
export async function proveSpending(
  { blocks, outputs, random, state }: SpendProver,
  txid: TxId,
  message: string,
): Promise<string> {
  if (!state.account.spendSecret) throw fault('cannot_prove', { reason: 'spend_key' });
  const { tx } = await lookUpTx(blocks, txid);
  requireTxOfToday(tx, 'spend_proof');
  const hash = spendProofHash(txid, message);
  const inputs = keyInputs(tx.prefix);
  const own = inputs.map((input, i) => ownOutput(state, input, i));
  if (own.length === 0) throw fault('cannot_prove', { reason: 'not_ours' });
  const rings = await ringsOf(outputs, inputs);
  return writeSpendProof(
    inputs.map(({ keyImage }, i): RingSignature => {
      const ring = rings[i]!;
      const output = own[i]!;
      const realIndex = ring.findIndex((key) => equalBytes(key, output.key));
      if (realIndex < 0) throw fault('cannot_prove', { reason: 'ring' });
      const secretKey = outputSecret(state.account, output);
      const signer = { hash, keyImage, ring, realIndex, secretKey };
      const signature = generateRingSignature({ random: (n) => random.bytes(n) }, signer);
      secretKey.fill(0);
      return signature;
    }),
  );
}

/** Faults: unknown_tx, unsound_proof (header, encoding), carrot_undefined, the node's. */
export async function checkSpending(
  { blocks, outputs }: SpendChecker,
  txid: TxId,
  message: string,
  proof: string,
): Promise<boolean> {
  requireSpendProofHeader(proof);
  const { tx } = await lookUpTx(blocks, txid);
  requireTxOfToday(tx, 'spend_proof');
  const inputs = keyInputs(tx.prefix);
  const signatures = readSpendProof(
    proof,
    inputs.map(({ keyOffsets }) => keyOffsets.length),
  );
  if (!signatures || inputs.length === 0) return false;
  const hash = spendProofHash(txid, message);
  const rings = await ringsOf(outputs, inputs);
  return inputs.every(({ keyImage }, i) => checkRingSignature(hash, keyImage, rings[i]!, signatures[i]!));
}

const ownOutput = (state: WalletState, { keyImage }: KeyInput, position: number): OwnedOutput => {
  const index = state.byKeyImage.get(toHex(keyImage));
  const output = index === undefined ? undefined : state.outputs[index];
  if (!output) throw fault('cannot_prove', { reason: position > 0 ? 'partly_ours' : 'not_ours' });
  return output;
};

/** The one-time keys of each input's ring, in one request. */
const ringsOf = async (outputs: OutputSource, inputs: readonly KeyInput[]): Promise<PublicKey[][]> => {
  const refs = inputs.map(({ amount, keyOffsets }) =>
    toAbsoluteOffsets(keyOffsets).map((index) => ({ amount, index: Number(index) })),
  );
  const answers = await outputs.outputs(refs.flat());
  let at = 0;
  return refs.map(({ length }) => answers.slice(at, (at += length)).map(({ key }) => key));
};
