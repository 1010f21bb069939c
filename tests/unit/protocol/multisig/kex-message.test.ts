import { describe, expect, it } from 'vitest';
import { asSecretKey } from '../../../../src/base/brands.ts';
import { concat } from '../../../../src/base/bytes.ts';
import { isFault } from '../../../../src/base/fault.ts';
import { toHex } from '../../../../src/base/hex.ts';
import { kernel } from '../../../../src/kernel/kernel.ts';
import { decodeBase58, encodeBase58 } from '../../../../src/protocol/encoding/base58.ts';
import { readKexMessage, writeKexMessage } from '../../../../src/protocol/multisig/kex-message.ts';
import { IDENTITY } from '../../../../src/protocol/ring/constants.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
import { baseOf } from './group.ts';

const { signerSecret, commonSecret } = baseOf(0);
const signer = kernel.mulBase(signerSecret);
const keys = [1, 2, 3].map((n) => kernel.mulBase(baseOf(n).signerSecret));
const first = writeKexMessage(signerSecret, { round: 1, secret: commonSecret });
const later = writeKexMessage(signerSecret, { round: 3, keys });

const reasonOf = (text: string): unknown => {
  try {
    readKexMessage(text);
  } catch (error) {
    return isFault(error, 'bad_kex_message') ? (error.data as { reason: string }).reason : error;
  }
  return undefined;
};

describe('a message of the key exchange', () => {
  it('is read back as it was written', () => {
    expect(first).toMatch(/^MultisigxV2R1/);
    expect(first.length).toBe(189);
    expect(later).toMatch(/^MultisigxV2Rn/);
    expect(readKexMessage(first)).toEqual({ round: 1, secret: commonSecret, signer });
    expect(readKexMessage(later)).toEqual({ round: 3, keys, signer });
  });
  it('is the same text for the same content', () => {
    expect(writeKexMessage(signerSecret, { round: 1, secret: commonSecret })).toBe(first);
    expect(writeKexMessage(signerSecret, { round: 3, keys })).toBe(later);
    expect(writeKexMessage(signerSecret, { round: 4, keys }).slice(-60)).not.toBe(later.slice(-60));
  });
  it('never signs two contents with one nonce, which would reveal the secret', () => {
    /** The public nonce of the signature at the end: r·G + c·P. */
    const nonceOf = (text: string): Uint8Array => {
      const signature = decodeBase58(text.slice('MultisigxV2R1'.length)).slice(-64);
      return kernel.mulBaseAdd(signature.slice(32), signature.slice(0, 32), signer);
    };
    const texts = [
      first,
      later,
      writeKexMessage(signerSecret, { round: 4, keys }),
      writeKexMessage(signerSecret, { round: 3, keys: keys.slice(1) }),
    ];
    expect(new Set(texts.map(nonceOf).map(toHex)).size).toBe(texts.length);
  });
  // threat: key-exchange
  it('is refused with the reason when it is of an old version or no message', () => {
    expect(reasonOf(first.replace('xV2R1', 'xV1R1'))).toBe('old');
    expect(reasonOf(first.replace('MultisigxV2R1', 'MultisigV1'))).toBe('old');
    for (const text of ['', 'Multisig']) expect(reasonOf(text)).toBe('short');
    for (const text of [first.slice(1), ` ${first}`, first.replace('R1', 'R2')])
      expect(reasonOf(text)).toBe('magic');
    expect(reasonOf(`MultisigxV2Rn${'1'.repeat(400_000)}`)).toBe('size');
    expect(reasonOf(`${first}1`)).toBe('encoding');
    expect(reasonOf('MultisigxV2Rn')).toBe('encoding');
  });
  // threat: key-exchange
  it('is refused with invalid keys', () => {
    const small = Uint8Array.of(...new Uint8Array(32));
    for (const bad of [IDENTITY, small, new Uint8Array(32).fill(0xff)])
      expect(reasonOf(writeKexMessage(signerSecret, { round: 2, keys: [...keys, bad] }))).toBe('key');
    expect(
      reasonOf(writeKexMessage(signerSecret, { round: 1, secret: asSecretKey(new Uint8Array(32)) })),
    ).toBe('key');
    expect(reasonOf(writeKexMessage(signerSecret, { round: 1, keys }))).toBe('round');
    expect(reasonOf(writeKexMessage(signerSecret, { round: 99, keys }))).toBe('round');
  });
  it('is refused when its signer is not a valid key', () => {
    expect(reasonOf(`MultisigxV2R1${encodeBase58(concat(commonSecret, IDENTITY, new Uint8Array(64)))}`)).toBe(
      'signer',
    );
  });
  // threat: key-exchange
  it('is refused with a fault after each of 1,000 changes, cuts and extensions', () => {
    const random = seededRandom('changes of messages');
    const draw = (below: number): number => new DataView(random(4).buffer).getUint32(0) % below;
    const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz0OIl +/=\u{1f511}';
    for (let n = 0; n < 1000; n++) {
      const text = n % 2 === 0 ? first : later;
      const at = draw(text.length);
      const put = alphabet[draw(alphabet.length)]!;
      const changed =
        n % 5 === 0
          ? text.slice(0, at)
          : n % 5 === 1
            ? text.slice(0, at) + put + text.slice(at)
            : text.slice(0, at) + put + text.slice(at + 1);
      if (changed === text) continue;
      expect(reasonOf(changed), changed).toBeTypeOf('string');
    }
  });
});
