/** A wallet that has just paid, with a node that has the payment and the wallet's outputs, so that all proofs work. */
import { asKeyImage, asTxId } from '../../../src/base/brands.ts';
import { fromHex } from '../../../src/base/hex.ts';
import type { TxLookup } from '../../../src/ports/block-source.ts';
import { derivationToScalar, generateDerivation } from '../../../src/protocol/keys/derivation.ts';
import { commit, commitmentMask, encodeEcdh } from '../../../src/protocol/rct/amount.ts';
import { buildExtra } from '../../../src/protocol/tx/extra.ts';
import { writeTransaction } from '../../../src/protocol/tx/transaction.ts';
import { RCT_BULLETPROOF_PLUS } from '../../../src/protocol/tx/types.ts';
import type { OwnedOutput } from '../../../src/wallet/state/records/outputs.ts';
import { HEIGHT, KEYS, openFixture, PAYEE, XMR, type RpcWallet } from './fixture.ts';

export interface ProofWallet extends RpcWallet {
  /** A payment of 0.5 XMR to PAYEE, six blocks ago. */
  readonly sent: { readonly txid: string; readonly key: string };
}

export const SENT = XMR / 2n;
export const CONFIRMATIONS = 6;

export async function openProofWallet(): Promise<ProofWallet> {
  const rpc = await openFixture();
  const { node, call, wallet } = rpc;
  node.answer();
  node.transactions.push(...wallet.state.outputs.map(sourceOf));
  const answer = await call('transfer', {
    destinations: [{ address: PAYEE, amount: SENT }],
    get_tx_key: true,
    get_tx_hex: true,
  });
  node.transactions.push(mined(fromHex(answer.tx_hash), fromHex(answer.tx_blob), HEIGHT - CONFIRMATIONS));
  return { ...rpc, sent: { txid: answer.tx_hash, key: answer.tx_key } };
}

/** The same transaction in the pool. */
export function moveToPool({ node, sent }: ProofWallet): void {
  const txIndex = node.transactions.findIndex(({ txid }) => Buffer.from(txid).toString('hex') === sent.txid);
  const { txid, blob, pruned, doubleSpendSeen } = node.transactions[txIndex]!;
  node.transactions[txIndex] = { txid, blob, pruned, doubleSpendSeen, inPool: true };
}

const mined = (txid: Uint8Array, blob: Uint8Array, height: number): TxLookup => ({
  txid: asTxId(txid),
  blob,
  pruned: false,
  inPool: false,
  height,
  timestamp: 1_700_000_000 + height * 120,
  outputIndices: [],
  doubleSpendSeen: false,
});

/** A pruned transaction with this output only. */
const sourceOf = (output: OwnedOutput): TxLookup => {
  const derivation = generateDerivation(output.txPublicKey, KEYS.viewSecret);
  const scalar = derivationToScalar(derivation, 0);
  const opening = { amount: output.amount, mask: commitmentMask(scalar) };
  const blob = writeTransaction({
    prefix: {
      version: 2,
      unlockTime: 0n,
      inputs: [{ kind: 'key', amount: 0n, keyOffsets: [1n], keyImage: asKeyImage(new Uint8Array(32)) }],
      outputs: [{ amount: 0n, key: output.key }],
      extra: buildExtra([{ kind: 'publicKey', key: output.txPublicKey }]),
    },
    signatures: [],
    rct: {
      type: RCT_BULLETPROOF_PLUS,
      fee: 1n,
      pseudoOuts: [],
      ecdh: [encodeEcdh(RCT_BULLETPROOF_PLUS, opening, scalar)],
      commitments: [commit(opening)],
    },
  });
  return { ...mined(output.txid, blob, output.height), pruned: true };
};
