/**
 * A message of the key exchange: a magic, then base58 of keys, the signer and its signature. The first message
 * contains a part of the view key: a person with the first messages of all signers can watch the account.
 * Upstream: src/multisig/multisig_kex_msg.cpp, multisig_kex_msg_serialization.h.
 */
import type { Point, PublicKey, SecretKey } from '../../base/brands.ts';
import { concat, equalBytes, u32le, utf8 } from '../../base/bytes.ts';
import { MAGICS } from '../../base/magics.ts';
import { isFault } from '../../base/fault.ts';
import { kernel } from '../../kernel/kernel.ts';
import {
  bytes32,
  decode,
  encode,
  fixed,
  index32,
  list,
  publicKey,
  secretKey,
  struct,
  type Coder,
} from '../archive/coder.ts';
import { decodeBase58, encodeBase58 } from '../encoding/base58.ts';
import { fault, type KexProblem } from '../faults.ts';
import { publicKeyOf } from '../keys/public-key.ts';
import { IDENTITY } from '../ring/constants.ts';
import { isZero, type RandomBytes } from '../ring/scalar.ts';
import { checkSignature, generateSignature } from '../ring/signature.ts';
import { allRounds, MAX_SIGNERS, shareCount } from './rounds.ts';

const NONCE_SALT = utf8('ostro multisig kex nonce');

export type KexContent =
  | { readonly round: 1; /** Our part of the common key. */ readonly secret: SecretKey }
  | { readonly round: number; readonly keys: readonly Point[]; readonly secret?: undefined };
export type KexMessage = KexContent & {
  /** Base public key of the sender, authenticated by the signature. */
  readonly signer: PublicKey;
};

const FIRST_ROUND = `${MAGICS.multisigKeys}1`;
const NEXT_ROUNDS = `${MAGICS.multisigKeys}n`;
/** Magics of old versions, with which a hostile signer could steal keys. */
const UNSAFE_MAGICS = ['MultisigV1', 'MultisigxV1'];

/** Most keys in a message: for 8 of 16 signers. */
const MAX_KEYS = shareCount(8, MAX_SIGNERS);
/** 11 characters for 8 bytes, with a margin. */
const MAX_CHARS = (MAX_KEYS + 8) * 44;

const firstRound = struct({ secret: secretKey, signer: publicKey, signature: fixed(64) });
const nextRounds = struct({
  round: index32,
  keys: list(bytes32, MAX_KEYS),
  signer: publicKey,
  signature: fixed(64),
});

/** Writes the message. Equal content always gives an equal text, so that it does not look like a second message. */
export function writeKexMessage(signerSecret: SecretKey, content: KexContent): string {
  const signer = publicKeyOf(signerSecret);
  const hash = signedHash(content, signer);
  const signature = generateSignature(
    { random: deterministicRandom(signerSecret, hash) },
    hash,
    signer,
    signerSecret,
  );
  return content.secret
    ? FIRST_ROUND + encodeBase58(encode(firstRound, { ...content, signer, signature }))
    : NEXT_ROUNDS + encodeBase58(encode(nextRounds, { ...content, signer, signature }));
}

/** Nonce source of a signature, derived from the secret and the signed hash. */
const deterministicRandom = (signerSecret: SecretKey, hash: Uint8Array): RandomBytes => {
  let count = 0;
  const next = (): Uint8Array => kernel.keccak256(concat(NONCE_SALT, signerSecret, hash, u32le(count++)));
  return (n) => {
    let bytes = new Uint8Array(0);
    while (bytes.length < n) bytes = concat(bytes, next());
    return bytes.slice(0, n);
  };
};

/** Fault bad_kex_message. Does not check whether the message belongs to this group and round. */
export function readKexMessage(text: string): KexMessage {
  if (text.length > MAX_CHARS) throw bad('size');
  if (text.length < FIRST_ROUND.length) throw bad('short');
  if (UNSAFE_MAGICS.some((magic) => text.startsWith(magic))) throw bad('old');
  if (text.startsWith(FIRST_ROUND)) {
    const { secret, signer, signature } = parse(firstRound, text);
    if (!kernel.isReducedScalar(secret) || isZero(secret)) throw bad('key');
    return checked({ round: 1, secret, signer }, signature);
  }
  if (!text.startsWith(NEXT_ROUNDS)) throw bad('magic');
  const { round, keys, signer, signature } = parse(nextRounds, text);
  if (round < 2 || round > allRounds(1, MAX_SIGNERS)) throw bad('round');
  if (!keys.every(isPublic) || kernel.primeSubgroupBatch(concat(...keys)).includes(0)) throw bad('key');
  return checked({ round, keys, signer }, signature);
}

const checked = (message: KexMessage, signature: Uint8Array): KexMessage => {
  const { signer } = message;
  if (!isPublic(signer) || !kernel.isInPrimeSubgroup(signer)) throw bad('signer');
  if (!checkSignature(signedHash(message, signer), signer, signature)) throw bad('signature');
  return message;
};

const isPublic = (point: Point): boolean => !equalBytes(point, IDENTITY) && !isZero(point);

const signedHash = (content: KexContent, signer: PublicKey): Uint8Array =>
  kernel.keccak256(
    concat(
      utf8(content.secret ? FIRST_ROUND : NEXT_ROUNDS),
      u32le(content.round),
      signer,
      ...(content.secret ? [content.secret] : content.keys),
    ),
  );

const parse = <T>(shape: Coder<T>, text: string): T => {
  try {
    return decode(shape, decodeBase58(text.slice(FIRST_ROUND.length)));
  } catch (error) {
    throw isFault(error) ? bad('encoding') : error;
  }
};

const bad = (reason: KexProblem) => fault('bad_kex_message', { reason });
