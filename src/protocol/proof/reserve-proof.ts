/**
 * Reserve proofs: outputs of the prover, each with its key image, so that anyone can check whether it was spent
 * since.
 * Upstream: `wallet2::get_reserve_proof`, `check_reserve_proof` (src/wallet/wallet2.cpp), `reserve_proof_entry`
 * (src/wallet/wallet2.h). Parity test: tests/long/parity/proofs.test.ts
 *
 *   ReserveProofV2, base58 of: entries, then the spend keys of all addresses of the outputs, always with the main one
 *     entry   varint 0 | txid | varint index | D | key image | signature of D | signature of the key image
 *     key     varint 2 | spend key | signature
 *   signed: H(message | spend | view | key images); V1 signs D with the older transaction proof and is only read
 *
 * D is proven with the main address's view key and base G, for subaddresses too.
 */
import {
  asKeyImage,
  asPublicKey,
  asTxId,
  type KeyImage,
  type Point,
  type PublicKey,
  type SecretKey,
  type TxId,
} from '../../base/brands.ts';
import { utf8 } from '../../base/bytes.ts';
import { isFault } from '../../base/fault.ts';
import { toHex } from '../../base/hex.ts';
import type { Steps } from '../../base/steps.ts';
import { keccak256InSteps } from '../../kernel/long-hash.ts';
import { decodeBase58, encodeBase58 } from '../encoding/base58.ts';
import { Reader } from '../encoding/reader.ts';
import { Writer } from '../encoding/writer.ts';
import { fault } from '../faults.ts';
import { underivePublicKey } from '../keys/derivation.ts';
import { checkRingSignature, generateRingSignature } from '../ring/ring-signature.ts';
import type { RandomBytes } from '../ring/scalar.ts';
import { checkSignature } from '../ring/signature.ts';
import { additionalPublicKeys, txPublicKeys } from '../tx/extra.ts';
import type { Transaction } from '../tx/types.ts';
import type { ProofAddress } from './address.ts';
import { amountOf } from './received.ts';
import { checkSharedSecret, proveSharedSecret, type ProofVersion } from './shared-secret.ts';
import { SIGNATURE_BYTES } from './text.ts';
import { derivationOf } from './tx-proof.ts';

const HEADER = 'ReserveProofV';

export interface ReserveProof {
  readonly version: ProofVersion;
  readonly entries: readonly ReserveEntry[];
  readonly spendKeys: readonly SignedKey[];
}
export interface ReserveEntry {
  readonly txid: TxId;
  /** Index of the output in its transaction. */
  readonly index: number;
  readonly sharedSecret: Point;
  readonly keyImage: KeyImage;
  readonly sharedSecretSignature: Uint8Array;
  readonly keyImageSignature: Uint8Array;
}
export interface SignedKey {
  readonly key: PublicKey;
  readonly signature: Uint8Array;
}

/** The hash that every signature of a proof signs. `address`: the main address. */
export function* reserveHash(
  message: string,
  { spendPublic, viewPublic }: ProofAddress,
  keyImages: readonly KeyImage[],
): Steps<Uint8Array> {
  const writer = new Writer().bytes(utf8(message)).key(spendPublic).key(viewPublic);
  for (let at = 0; at < keyImages.length; at += KEYS_IN_ONE_STEP) {
    if (at > 0) yield;
    writer.keys(keyImages.slice(at, at + KEYS_IN_ONE_STEP));
  }
  return yield* keccak256InSteps(writer.written());
}
const KEYS_IN_ONE_STEP = 5000;

/** An output with its owner's secrets. */
export interface OwnOutput extends Pick<ReserveEntry, 'txid' | 'index' | 'sharedSecret' | 'keyImage'> {
  readonly key: PublicKey;
  readonly secret: SecretKey;
  /** The transaction public key with which `sharedSecret` was made. */
  readonly txKey: PublicKey;
}

export function proveReserveEntry(
  { random }: { readonly random: RandomBytes },
  hash: Uint8Array,
  viewPublic: PublicKey,
  viewSecret: SecretKey,
  { txid, index, sharedSecret, keyImage, key, secret, txKey }: OwnOutput,
): ReserveEntry {
  const statement = { hash, proverKey: viewPublic, otherKey: txKey, sharedSecret };
  const ring = { hash, keyImage, ring: [key], realIndex: 0, secretKey: secret };
  const [keyImageSignature] = generateRingSignature({ random }, ring);
  return {
    txid,
    index,
    sharedSecret,
    keyImage,
    sharedSecretSignature: proveSharedSecret({ random }, statement, viewSecret),
    keyImageSignature: keyImageSignature!,
  };
}

/** All entries of a proof share it. `receivers`: the proof's spend keys in hex. */
export interface ReserveStatement {
  readonly version: ProofVersion;
  readonly hash: Uint8Array;
  readonly receivers: ReadonlySet<string>;
}

/**
 * Amount of an entry in piconero, from its transaction; undefined when a signature is wrong. Fault unsound_proof:
 * output_index, no_tx_key, foreign_output.
 *
 * Refuses a key image outside the prime-order subgroup (`checkRingSignature`): it would be a second key image of an
 * output that is spent, and no node would know it.
 */
export function checkReserveEntry(
  { version, hash, receivers }: ReserveStatement,
  entry: ReserveEntry,
  tx: Transaction,
  viewPublic: PublicKey,
): bigint | undefined {
  const { index, sharedSecret, sharedSecretSignature, keyImage, keyImageSignature } = entry;
  const { outputs, extra } = tx.prefix;
  const output = outputs[index];
  if (!output) throw fault('unsound_proof', { reason: 'output_index' });
  const [main] = txPublicKeys(extra);
  if (!main) throw fault('unsound_proof', { reason: 'no_tx_key' });
  const additional = additionalPublicKeys(extra);
  const own = additional.length === outputs.length ? additional[index] : undefined;
  const proven = [main, own].some(
    (otherKey) =>
      otherKey !== undefined &&
      checkSharedSecret(
        { hash, proverKey: viewPublic, otherKey, sharedSecret },
        sharedSecretSignature,
        version,
      ),
  );
  if (!proven || !checkRingSignature(hash, keyImage, [output.key], [keyImageSignature])) return undefined;
  const derivation = derivationOf(sharedSecret);
  const spendKey = underivePublicKey(output.key, derivation, index);
  if (!receivers.has(toHex(spendKey))) throw fault('unsound_proof', { reason: 'foreign_output' });
  return output.amount > 0n ? output.amount : amountOf(tx, index, derivation);
}

/** True if this spend key of a proof has signed it: a proof holds only if all have. */
export function checkSpendKey({ key, signature }: SignedKey, hash: Uint8Array): boolean {
  return checkSignature(hash, key, signature);
}

/** The text of a proof of version 2. */
export function* writeReserveProof({ entries, spendKeys }: Omit<ReserveProof, 'version'>): Steps<string> {
  const writer = new Writer((ENTRY_BYTES + LONGER) * entries.length + KEY_BYTES * spendKeys.length + COUNTS);
  yield* writeList(writer, entries, writeEntry);
  yield* writeList(writer, spendKeys, writeSignedKey);
  const blob = writer.written();
  let text = `${HEADER}2`;
  for (let at = 0; at < blob.length; at += STEP_BYTES) {
    yield;
    text += encodeBase58(blob.subarray(at, at + STEP_BYTES));
  }
  return text;
}
/** Bytes by which the longest index is longer than the shortest, and those of both counts. */
const LONGER = 4;
const COUNTS = 10;
/** Bytes that become base58 in one step: whole blocks of 8 bytes, each of which becomes 11 characters. */
const STEP_BYTES = 1 << 15;

/** Parts of a proof that are written in one step. */
const IN_ONE_STEP = 500;
function* writeList<T>(
  writer: Writer,
  items: readonly T[],
  write: (writer: Writer, item: T) => Writer,
): Steps<void> {
  writer.varint(items.length);
  for (const [i, item] of items.entries()) {
    if (i % IN_ONE_STEP === IN_ONE_STEP - 1) yield;
    write(writer, item);
  }
}

const writeEntry = (writer: Writer, entry: ReserveEntry): Writer =>
  writer
    .varint(0)
    .key(entry.txid)
    .varint(entry.index)
    .key(entry.sharedSecret)
    .key(entry.keyImage)
    .bytes(entry.sharedSecretSignature)
    .bytes(entry.keyImageSignature);

const writeSignedKey = (writer: Writer, { key, signature }: SignedKey): Writer =>
  writer.varint(2).key(key).bytes(signature);

/** Fault unsound_proof: header, encoding, data, key_image_twice, output_twice. */
export function* readReserveProof(text: string): Steps<ReserveProof> {
  const version = text.startsWith(`${HEADER}2`) ? 2 : text.startsWith(`${HEADER}1`) ? 1 : undefined;
  if (version === undefined) throw fault('unsound_proof', { reason: 'header' });
  const blob = yield* decodeBlob(text.slice(HEADER.length + 1));
  yield;
  const proof = { version, ...readBlob(blob) } as const;
  yield;
  requireUnique(
    proof.entries.map(({ keyImage }) => toHex(keyImage)),
    'key_image_twice',
  );
  requireUnique(
    proof.entries.map(({ txid, index }) => `${toHex(txid)}:${index}`),
    'output_twice',
  );
  return proof;
}
/** With an index of one byte. */
const ENTRY_BYTES = 2 + 3 * 32 + 2 * SIGNATURE_BYTES;
const KEY_BYTES = 1 + 32 + SIGNATURE_BYTES;

/** Characters that are decoded in one step: as `STEP_BYTES` of bytes. */
const STEP_CHARS = (STEP_BYTES / 8) * 11;

function* decodeBlob(text: string): Steps<Uint8Array> {
  const blob = new Writer();
  try {
    for (let at = 0; at < text.length; at += STEP_CHARS) {
      yield;
      blob.bytes(decodeBase58(text.slice(at, at + STEP_CHARS)));
    }
  } catch (error) {
    if (isFault(error, 'bad_base58')) throw fault('unsound_proof', { reason: 'encoding' });
    throw error;
  }
  return blob.done();
}

const readBlob = (blob: Uint8Array): Pick<ReserveProof, 'entries' | 'spendKeys'> => {
  const reader = new Reader(blob);
  try {
    const entries = reader.list(blob.length, ENTRY_BYTES, readEntry);
    const spendKeys = reader.list(blob.length, KEY_BYTES, readSignedKey);
    reader.end();
    return { entries, spendKeys: firstOfEach(spendKeys) };
  } catch (error) {
    if (isFault(error)) throw fault('unsound_proof', { reason: 'data' });
    throw error;
  }
};

const readEntry = (reader: Reader): ReserveEntry => {
  // A version number, which the reference ignores.
  reader.varint();
  return {
    txid: asTxId(reader.key()),
    index: reader.safeVarint('output index'),
    sharedSecret: reader.key(),
    keyImage: asKeyImage(reader.key()),
    sharedSecretSignature: reader.take(SIGNATURE_BYTES),
    keyImageSignature: reader.take(SIGNATURE_BYTES),
  };
};

const readSignedKey = (reader: Reader): SignedKey => {
  if (reader.varint() !== 2n) throw fault('bad_format', { what: 'pair' });
  return { key: asPublicKey(reader.key()), signature: reader.take(SIGNATURE_BYTES) };
};

/** The reference reads the keys into a map, which keeps the first of two signatures with the same key. */
const firstOfEach = (keys: readonly SignedKey[]): SignedKey[] => {
  const first = new Map<string, SignedKey>();
  for (const each of keys) {
    const id = toHex(each.key);
    if (!first.has(id)) first.set(id, each);
  }
  return [...first.values()];
};

const requireUnique = (texts: readonly string[], reason: 'key_image_twice' | 'output_twice'): void => {
  if (new Set(texts).size !== texts.length) throw fault('unsound_proof', { reason });
};
