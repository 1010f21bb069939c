/**
 * Fields of a light-wallet server's answers, beside those of a node's (schema.ts). Forms: docs/api/wallet.yaml of vtnerd/monero-lws. Its
 * pattern of amounts refuses "0", and its pattern of times their own example: both are read here. Failures are fault bad_answer.
 */
import { U64_MAX } from '../../base/amount.ts';
import { asCommitment, asKeyImage, asPublicKey, type KeyImage, type PublicKey } from '../../base/brands.ts';
import { fromHex } from '../../base/hex.ts';
import type { ToldCommitment } from '../../ports/light-server.ts';
import { badAnswer } from '../faults.ts';
import { hashBytes, hex, obj, u32, u64, type AnswerField } from '../schema.ts';

/** Decimal text, or a number as some servers write it. */
export const amount: AnswerField<bigint> = {
  type: 'string',
  read: (value, path) => {
    if (typeof value !== 'string') return u64.read(value, path);
    if (!/^\d{1,20}$/.test(value) || BigInt(value) > U64_MAX) throw badAnswer(`${path} is not an amount`);
    return BigInt(value);
  },
};

/** An index, written like `amount`; at most 2^53 - 1. */
export const index: AnswerField<number> = {
  type: 'string',
  read: (value, path) => {
    const wide = amount.read(value, path);
    if (wide > BigInt(Number.MAX_SAFE_INTEGER)) throw badAnswer(`${path} is out of range`);
    return Number(wide);
  },
};

/** YYYY-MM-DDTHH:MM:SSZ, as seconds since 1970. */
export const time: AnswerField<number> = {
  type: 'string',
  read: (value, path) => {
    const isTime = typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(value);
    const ms = isTime ? Date.parse(value) : NaN;
    if (!Number.isSafeInteger(ms) || ms < 0) throw badAnswer(`${path} is not a time`);
    return ms / 1000;
  },
};

export const publicKey: AnswerField<PublicKey> = {
  type: 'hash',
  read: (value, path) => asPublicKey(hashBytes.read(value, path)),
};
export const keyImage: AnswerField<KeyImage> = {
  type: 'hash',
  read: (value, path) => asKeyImage(hashBytes.read(value, path)),
};

/** Commitment, sealed mask and sealed amount, 96 bytes in hex; empty from before RingCT. */
export const packedRct: AnswerField<ToldCommitment | undefined> = {
  type: 'hex',
  absent: () => undefined,
  read: (value, path) => {
    const bytes = fromHex(hex(96).read(value, path));
    if (bytes.length === 0) return undefined;
    if (bytes.length !== 96) throw badAnswer(`${path} has ${bytes.length} bytes instead of 96`);
    return { commitment: asCommitment(bytes.slice(0, 32)), sealedMask: bytes.slice(32, 64) };
  },
};

export const subaddress = obj({ maj_i: u32, min_i: u32 });
