/**
 * Proofs of a payment: with the transaction's secret key, or with a signature that does not reveal it.
 * Upstream: `wallet2::check_tx_key`, `get_tx_proof`, `check_tx_proof` (src/wallet/wallet2.cpp).
 */
import { asSecretKey, type Point, type SecretKey, type TxId } from '../../base/brands.ts';
import { toHex } from '../../base/hex.ts';
import { kernel } from '../../kernel/kernel.ts';
import type { BlockSource } from '../../ports/block-source.ts';
import type { Random } from '../../ports/random.ts';
import type { SubaddressIndex } from '../../protocol/keys/subaddress.ts';
import type { Address } from '../../protocol/address/address.ts';
import { generateDerivation } from '../../protocol/keys/derivation.ts';
import { receivedBy } from '../../protocol/proof/received.ts';
import {
  checkTxProof,
  proveReceived,
  proveSent,
  readTxProof,
  receivedByParts,
  writeTxProof,
  type TxProof,
  type TxProofSubject,
} from '../../protocol/proof/tx-proof.ts';
import { fault } from '../faults.ts';
import type { WalletState } from '../state/state.ts';
import type { TxKeys } from '../state/records/payments.ts';
import { requireTxOfToday } from './carrot-undefined.ts';
import { lookUpTx, confirmationStateOf, type ConfirmationState } from './tx-lookup.ts';

export interface PaymentClaim {
  readonly txid: TxId;
  readonly address: Address;
  /** A text that both sides have agreed on; may be empty. */
  readonly message: string;
}
export interface PaymentSeen extends ConfirmationState {
  /** In piconero. */
  readonly received: bigint;
}

/** The amount that the address got, found with `keys`. Faults: unknown_tx, unsound_proof (derivations), carrot_undefined, the node's. */
export async function checkTxKey(
  { blocks }: { readonly blocks: BlockSource },
  txid: TxId,
  { key, additional }: TxKeys,
  address: Address,
): Promise<PaymentSeen> {
  const known = await lookUpTx(blocks, txid);
  requireTxOfToday(known.tx, 'tx_key');
  if (additional.length > known.tx.prefix.outputs.length)
    throw fault('unsound_proof', { reason: 'derivations' });
  // A typed key may be larger than l; the derivation multiplies by the cofactor, so the reduced one gives the same.
  const derive = (secret: SecretKey): Point =>
    generateDerivation(address.viewPublic, asSecretKey(kernel.scalarReduce(secret)));
  const received = receivedBy(known.tx, address, {
    main: derive(key),
    additional: additional.map(derive),
  });
  return { received, ...(await confirmationStateOf(blocks, known)) };
}

export interface PaymentProver {
  readonly blocks: Pick<BlockSource, 'transactions'>;
  readonly random: Random;
  readonly state: WalletState;
  /** Index of one of our addresses; undefined for other addresses. */
  readonly indexOf: (address: Address) => Promise<SubaddressIndex | undefined>;
}

/**
 * Returns `InProofV2…` for an address of ours, `OutProofV2…` for any other. Faults: unknown_tx, cannot_prove (tx_key,
 * nothing_received), unsound_proof (no_tx_key), carrot_undefined, the node's.
 */
export async function provePayment(
  { blocks, random, state, indexOf }: PaymentProver,
  claim: PaymentClaim,
): Promise<string> {
  const { tx } = await lookUpTx(blocks, claim.txid);
  requireTxOfToday(tx, 'tx_proof');
  const subject: TxProofSubject = { tx, ...claim };
  const source = { random: (n: number) => random.bytes(n) };
  const proof: TxProof =
    (await indexOf(claim.address)) !== undefined
      ? proveReceived(source, subject, state.account.viewSecret)
      : proveSent(source, subject, txSecrets(state, claim.txid));
  if (receivedByParts(tx, claim.address, proof.parts) === 0n)
    throw fault('cannot_prove', { reason: 'nothing_received' });
  return writeTxProof(proof);
}

/** Undefined when the proof is wrong. Faults: unknown_tx, unsound_proof, carrot_undefined, the node's. */
export async function checkPayment(
  { blocks }: { readonly blocks: BlockSource },
  claim: PaymentClaim,
  proof: string,
): Promise<PaymentSeen | undefined> {
  const known = await lookUpTx(blocks, claim.txid);
  requireTxOfToday(known.tx, 'tx_proof');
  const received = checkTxProof({ tx: known.tx, ...claim }, readTxProof(proof));
  return received === undefined ? undefined : { received, ...(await confirmationStateOf(blocks, known)) };
}

const txSecrets = (state: WalletState, txid: TxId): readonly SecretKey[] => {
  const keys = state.tables.txKeys.get(toHex(txid));
  if (!keys) throw fault('cannot_prove', { reason: 'tx_key' });
  return [keys.key, ...keys.additional];
};
