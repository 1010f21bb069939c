/**
 * Encrypted envelopes between a view-only wallet and its signing device: a magic for content and version, a random iv
 * of 8 bytes, the content encrypted with ChaCha20 and a key derived from the private view key, and the view key's
 * signature of iv and ciphertext. Files, hex texts and QR codes have the same bytes.
 * Upstream: `wallet2::encrypt`, `decrypt`, the `_PREFIX` and `_FILE_MAGIC` texts of src/wallet/wallet2.cpp.
 */
import type { SecretKey } from '../../base/brands.ts';
import { concat, equalBytes, utf8 } from '../../base/bytes.ts';
import { MAGICS } from '../../base/magics.ts';
import { atOnce, type Steps } from '../../base/steps.ts';
import { chacha20 } from '../../kernel/hash/chacha20.ts';
import { kernel } from '../../kernel/kernel.ts';
import { keccak256InSteps } from '../../kernel/long-hash.ts';
import { slowHash, slowHashInSteps } from '../../kernel/slow-hash.ts';
import { fault } from '../faults.ts';
import { publicKeyOf } from '../keys/public-key.ts';
import { checkSignature, generateSignature } from '../ring/signature.ts';
import type { RandomBytes } from '../ring/scalar.ts';

/** For each kind of content: the magic, and the version that is written. */
export const ENVELOPES = {
  unsigned: { magic: MAGICS.unsigned, version: 5 },
  signed: { magic: MAGICS.signed, version: 5 },
  outputs: { magic: MAGICS.outputs, version: 4 },
  keyImages: { magic: MAGICS.keyImages, version: 3 },
  multisigUnsigned: { magic: MAGICS.multisigUnsigned, version: 1 },
  multisigInfo: { magic: MAGICS.multisigInfo, version: 1 },
} as const;
export type EnvelopeKind = keyof typeof ENVELOPES;

const IV_BYTES = 8;
const SIGNATURE_BYTES = 64;
/** Largest envelope; a set of thousands of outputs has some hundred kilobytes. */
export const MAX_ENVELOPE_BYTES = 64 << 20;

/** Bytes that are encrypted in one step. */
const STEP_BYTES = 1 << 18;
const BLOCK_BYTES = 64;

export function sealEnvelope(...envelope: Parameters<typeof sealInSteps>): Uint8Array {
  const [, , viewSecret] = envelope;
  // The kernel derives the key faster than the steps would.
  cipherKeyOf(viewSecret);
  return atOnce(sealInSteps(...envelope));
}

/** For a content of megabytes. */
export function* sealInSteps(
  source: { readonly random: RandomBytes },
  kind: EnvelopeKind,
  viewSecret: SecretKey,
  content: Uint8Array,
): Steps<Uint8Array> {
  const { magic, version } = ENVELOPES[kind];
  const iv = source.random(IV_BYTES);
  const cipherKey = yield* cipherKeyInSteps(viewSecret);
  const head = concat(utf8(magic), Uint8Array.of(version));
  const envelope = new Uint8Array(head.length + IV_BYTES + content.length + SIGNATURE_BYTES);
  envelope.set(head);
  const sealed = envelope.subarray(head.length, -SIGNATURE_BYTES);
  sealed.set(iv);
  for (let at = 0; at < content.length; at += STEP_BYTES) {
    yield;
    const part = content.subarray(at, at + STEP_BYTES);
    sealed.set(chacha20(cipherKey, iv, part, at / BLOCK_BYTES), IV_BYTES + at);
  }
  yield;
  const hash = yield* keccak256InSteps(sealed);
  envelope.set(
    generateSignature(source, hash, publicKeyOf(viewSecret), viewSecret),
    envelope.length - SIGNATURE_BYTES,
  );
  return envelope;
}

/**
 * Checks the signature and decrypts. Faults bad_envelope (another magic, too short or too long, or not signed with
 * this view key) and old_format (a version that the reference does not read any more).
 */
export function openEnvelope(kind: EnvelopeKind, viewSecret: SecretKey, bytes: Uint8Array): Uint8Array {
  const { magic, version } = ENVELOPES[kind];
  if (!startsWith(bytes, magic) || bytes.length === magic.length)
    throw fault('bad_envelope', { reason: 'magic' });
  const found = bytes[magic.length]!;
  if (found !== version)
    throw found < version
      ? fault('old_format', { what: magic, version: found })
      : fault('bad_envelope', { reason: 'magic' });
  const sealed = bytes.subarray(magic.length + 1);
  if (sealed.length < IV_BYTES + SIGNATURE_BYTES || bytes.length > MAX_ENVELOPE_BYTES)
    throw fault('bad_envelope', { reason: 'size' });
  const signed = sealed.subarray(0, -SIGNATURE_BYTES);
  const signature = sealed.subarray(-SIGNATURE_BYTES);
  if (!checkSignature(kernel.keccak256(signed), publicKeyOf(viewSecret), signature))
    throw fault('bad_envelope', { reason: 'signature' });
  return chacha20(cipherKeyOf(viewSecret), signed.subarray(0, IV_BYTES), signed.subarray(IV_BYTES));
}

/** Encryption keys by view key, since deriving one takes a tenth of a second. */
const cipherKeys = new WeakMap<Uint8Array, Uint8Array>();
const cipherKeyOf = (viewSecret: SecretKey): Uint8Array =>
  cipherKeys.get(viewSecret) ?? keepKey(viewSecret, slowHash(viewSecret));
function* cipherKeyInSteps(viewSecret: SecretKey): Steps<Uint8Array> {
  return cipherKeys.get(viewSecret) ?? keepKey(viewSecret, yield* slowHashInSteps(viewSecret));
}
const keepKey = (viewSecret: SecretKey, made: Uint8Array): Uint8Array => {
  cipherKeys.set(viewSecret, made);
  return made;
};

const startsWith = (bytes: Uint8Array, text: string): boolean =>
  equalBytes(bytes.subarray(0, text.length), utf8(text));
