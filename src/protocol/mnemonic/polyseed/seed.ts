/**
 * A Polyseed: 150 bits of secret, a birthday and five feature bits in 16 words of 11 bits.
 * Upstream: src/polyseed.c, src/storage.c, src/birthday.h and src/features.h of tevador/polyseed.
 * Test: tests/vectors/protocol/polyseed.test.ts
 */
import { utf8 } from '../../../base/bytes.ts';
import { pbkdf2Sha256 } from '../../../kernel/hash/pbkdf2.ts';
import { fault } from '../../faults.ts';
import { valueAtTwo } from './checksum.ts';

export interface Polyseed {
  /** 19 bytes; the last one has six bits. */
  readonly secret: Uint8Array;
  /** Creation date, 0 to 1023: number of twelfths of a year since `EPOCH`. */
  readonly birthday: number;
  /** Five bits; 16 means that `secret` is encrypted with a password. */
  readonly features: number;
}

export const POLYSEED_WORDS = 16;
export const SECRET_BYTES = 19;
const SECRET_BITS = 150;
const BIRTHDAY_BITS = 10;
const FEATURE_BITS = 5;
const ENCRYPTED = 16;
/** 1 November 2021, in seconds, and a twelfth of the Gregorian year. */
const EPOCH = 1_635_768_000;
const BIRTHDAY_STEP = 2_629_746;
const ROUNDS = 10_000;

/** A new seed from 19 random bytes; `time` is in seconds. */
export function makePolyseed(random: Uint8Array, time: number): Polyseed {
  if (random.length !== SECRET_BYTES) throw new Error('a Polyseed needs 19 random bytes');
  const birthday = Math.max(0, Math.floor((time - EPOCH) / BIRTHDAY_STEP)) % 2 ** BIRTHDAY_BITS;
  return { secret: clampSecret(random.slice()), birthday, features: 0 };
}

/** Seconds since 1970; the seed was made after this time. */
export function polyseedTime({ birthday }: Polyseed): number {
  return EPOCH + birthday * BIRTHDAY_STEP;
}

export function isEncrypted({ features }: Polyseed): boolean {
  return (features & ENCRYPTED) !== 0;
}

/** 32 bytes that reduce to the account's spend secret. Decrypt an encrypted seed first: its key is wrong. */
export function polyseedKey({ secret, birthday, features }: Polyseed): Uint8Array {
  const salt = new Uint8Array(32);
  salt.set(utf8('POLYSEED key'));
  salt.fill(0xff, 13, 16);
  const view = new DataView(salt.buffer);
  // Bytes 16 to 19 are the coin: Monero is 0.
  view.setUint32(20, birthday, true);
  view.setUint32(24, features, true);
  return pbkdf2Sha256(padded(secret), salt, ROUNDS, 32);
}

/** Encrypts a plain seed, or decrypts an encrypted one. A wrong password is not noticed and gives another seed. */
export function encryptOrDecrypt({ secret, birthday, features }: Polyseed, password: string): Polyseed {
  const salt = new Uint8Array(16);
  salt.set(utf8('POLYSEED mask'));
  salt.fill(0xff, 14, 16);
  const mask = pbkdf2Sha256(utf8(password.normalize('NFKD')), salt, ROUNDS, 32);
  const other = secret.map((byte, i) => byte ^ mask[i]!);
  mask.fill(0);
  return { secret: clampSecret(other), birthday, features: features ^ ENCRYPTED };
}

const clampSecret = (secret: Uint8Array): Uint8Array => {
  secret[SECRET_BYTES - 1]! &= 0x3f;
  return secret;
};
const padded = (secret: Uint8Array): Uint8Array => {
  const bytes = new Uint8Array(32);
  bytes.set(secret);
  return bytes;
};

/** 16 numbers below 2048: the checksum, then each with ten bits of the secret and one of the rest. */
export function toWordIndices({ secret, birthday, features }: Polyseed): number[] {
  const bits = secretBits(secret);
  const extra = bitsOf((features << BIRTHDAY_BITS) | birthday, FEATURE_BITS + BIRTHDAY_BITS);
  const words = extra.map((last, i) => numberOf([...bits.slice(10 * i, 10 * i + 10), last]));
  return [valueAtTwo([0, ...words]), ...words];
}

/** Faults: bad_polyseed with reason `checksum`, or `features` for feature bits without a meaning so far. */
export function fromWordIndices(words: readonly number[]): Polyseed {
  if (valueAtTwo(words) !== 0) throw fault('bad_polyseed', { reason: 'checksum' });
  const rows = words.slice(1).map((word) => bitsOf(word, 11));
  const extra = numberOf(rows.map((row) => row[10]!));
  const seed = {
    secret: secretOf(rows.flatMap((row) => row.slice(0, 10))),
    birthday: extra & (2 ** BIRTHDAY_BITS - 1),
    features: extra >> BIRTHDAY_BITS,
  };
  if ((seed.features & ~ENCRYPTED) !== 0) throw fault('bad_polyseed', { reason: 'features' });
  return seed;
}

/** Most significant bit first. */
const bitsOf = (value: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => (value >> (count - 1 - i)) & 1);
const numberOf = (bits: readonly number[]): number => bits.reduce((value, bit) => 2 * value + bit, 0);
/** Only the six low bits of the last byte are used. */
const secretBits = (secret: Uint8Array): number[] =>
  Array.from(secret, (byte, i) => bitsOf(byte, i < SECRET_BYTES - 1 ? 8 : SECRET_BITS % 8)).flat();
const secretOf = (bits: readonly number[]): Uint8Array =>
  Uint8Array.from({ length: SECRET_BYTES }, (_, i) => numberOf(bits.slice(8 * i, 8 * i + 8)));
