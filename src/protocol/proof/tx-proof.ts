/**
 * Payment proofs: `Out` by the payer (who knows r), `In` by the receiver (who knows a). A proof has one part for the
 * transaction's key and one for each additional key; one valid part is enough.
 * Upstream: `wallet2::get_tx_proof`, `check_tx_proof` (src/wallet/wallet2.cpp). Parity test: tests/long/parity/proofs.test.ts
 *
 *   OutProofV2 | InProofV2, then for each key base58(D) base58(signature); V1 is only read
 *   signed: H(txid | message)
 *
 * The reference reads any nine letters other than an `Out` header as `InProofV2`; this reader requires the exact
 * header.
 */
import { publicKeyOf } from '../keys/public-key.ts';
import { asPublicKey, type Point, type PublicKey, type SecretKey, type TxId } from '../../base/brands.ts';
import { concat, utf8 } from '../../base/bytes.ts';
import { kernel } from '../../kernel/kernel.ts';
import { encodeBase58 } from '../encoding/base58.ts';
import { fault } from '../faults.ts';
import { ONE } from '../ring/constants.ts';
import type { RandomBytes } from '../ring/scalar.ts';
import { additionalPublicKeys, txPublicKeys } from '../tx/extra.ts';
import type { Transaction } from '../tx/types.ts';
import type { ReceivingAddress } from './address.ts';
import { receivedBy } from './received.ts';
import {
  checkSharedSecret,
  proveSharedSecret,
  type ProofVersion,
  type SharedSecretStatement,
} from './shared-secret.ts';
import { decodePart, POINT_BYTES, POINT_CHARS, SIGNATURE_BYTES, SIGNATURE_CHARS } from './text.ts';

const HEADER = /^(In|Out)ProofV([12])/;
const PART_CHARS = POINT_CHARS + SIGNATURE_CHARS;

export interface TxProof {
  readonly direction: 'in' | 'out';
  readonly version: ProofVersion;
  readonly parts: readonly TxProofPart[];
}
export interface TxProofPart {
  readonly sharedSecret: Point;
  readonly signature: Uint8Array;
}
/** The statement of a proof: the transaction, the receiving address, and an agreed text (may be empty). */
export interface TxProofSubject {
  readonly tx: Transaction;
  readonly txid: TxId;
  readonly address: ReceivingAddress;
  readonly message: string;
}

/** Proof of the sender, with the transaction's secret keys: the main one first. */
export function proveSent(
  { random }: { readonly random: RandomBytes },
  { txid, address, message }: TxProofSubject,
  secrets: readonly SecretKey[],
): TxProof {
  const hash = subjectHash(txid, message);
  return {
    direction: 'out',
    version: 2,
    parts: secrets.map((secret) => {
      const base = baseOf(address);
      const txKey = base ? asPublicKey(kernel.mul(secret, base)) : publicKeyOf(secret);
      const sharedSecret = kernel.mul(secret, address.viewPublic);
      const statement = statementOf('out', hash, address, txKey, sharedSecret);
      return { sharedSecret, signature: proveSharedSecret({ random }, statement, secret) };
    }),
  };
}

/** Proof by the receiver's view secret. Faults: unsound_proof (no_tx_key), `bad_point` for invalid keys. */
export function proveReceived(
  { random }: { readonly random: RandomBytes },
  { tx, txid, address, message }: TxProofSubject,
  viewSecret: SecretKey,
): TxProof {
  const hash = subjectHash(txid, message);
  return {
    direction: 'in',
    version: 2,
    parts: txKeysOf(tx).map((txKey) => {
      const sharedSecret = kernel.mul(viewSecret, txKey);
      const statement = statementOf('in', hash, address, txKey, sharedSecret);
      return { sharedSecret, signature: proveSharedSecret({ random }, statement, viewSecret) };
    }),
  };
}

/** Piconero that the valid parts give the address; undefined without one. Fault unsound_proof: no_tx_key, count. */
export function checkTxProof(
  { tx, txid, address, message }: TxProofSubject,
  { direction, version, parts }: TxProof,
): bigint | undefined {
  const keys = txKeysOf(tx);
  if (parts.length !== keys.length) throw fault('unsound_proof', { reason: 'count' });
  const hash = subjectHash(txid, message);
  const good = parts.map(({ sharedSecret, signature }, i) =>
    checkSharedSecret(statementOf(direction, hash, address, keys[i]!, sharedSecret), signature, version),
  );
  if (!good.includes(true)) return undefined;
  return receivedByParts(
    tx,
    address,
    parts.map((part, i) => (good[i] ? part : undefined)),
  );
}

/** The amount according to the parts, without checking their signatures. */
export function receivedByParts(
  tx: Transaction,
  address: ReceivingAddress,
  parts: readonly (TxProofPart | undefined)[],
): bigint {
  const [main, ...additional] = parts.map((part) => part && derivationOf(part.sharedSecret));
  return receivedBy(tx, address, { main, additional });
}

/** 8·D. */
export function derivationOf(sharedSecret: Point): Point {
  return kernel.mul8(ONE, sharedSecret);
}

export function writeTxProof({ direction, parts }: TxProof): string {
  return (
    (direction === 'out' ? 'OutProofV2' : 'InProofV2') +
    parts.map(({ sharedSecret, signature }) => encodeBase58(sharedSecret) + encodeBase58(signature)).join('')
  );
}

/** Fault unsound_proof: header, size, encoding. */
export function readTxProof(text: string): TxProof {
  const header = HEADER.exec(text);
  if (!header) throw fault('unsound_proof', { reason: 'header' });
  const [{ length: start }, direction, version] = header;
  if ((text.length - start) % PART_CHARS !== 0) throw fault('unsound_proof', { reason: 'size' });
  const parts: TxProofPart[] = [];
  for (let at = start; at < text.length; at += PART_CHARS)
    parts.push({
      sharedSecret: decodePart(text, at, POINT_CHARS, POINT_BYTES),
      signature: decodePart(text, at + POINT_CHARS, SIGNATURE_CHARS, SIGNATURE_BYTES),
    });
  return { direction: direction === 'Out' ? 'out' : 'in', version: version === '1' ? 1 : 2, parts };
}

const subjectHash = (txid: TxId, message: string): Uint8Array =>
  kernel.keccak256(concat(txid, utf8(message)));

/** The transaction's key, then the additional ones. */
const txKeysOf = (tx: Transaction): readonly PublicKey[] => {
  const [main] = txPublicKeys(tx.prefix.extra);
  if (!main) throw fault('unsound_proof', { reason: 'no_tx_key' });
  return [main, ...additionalPublicKeys(tx.prefix.extra)];
};

const baseOf = ({ kind, spendPublic }: ReceivingAddress): PublicKey | undefined =>
  kind === 'subaddress' ? spendPublic : undefined;

const statementOf = (
  direction: TxProof['direction'],
  hash: Uint8Array,
  address: ReceivingAddress,
  txKey: PublicKey,
  sharedSecret: Point,
): SharedSecretStatement => ({
  hash,
  proverKey: direction === 'out' ? txKey : address.viewPublic,
  otherKey: direction === 'out' ? address.viewPublic : txKey,
  spendPublic: baseOf(address),
  sharedSecret,
});
