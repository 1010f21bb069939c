import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asPublicKey, asSecretKey } from '../../../../src/base/brands.ts';
import { concat } from '../../../../src/base/bytes.ts';
import { fromHex, toHex } from '../../../../src/base/hex.ts';
import { kernel } from '../../../../src/kernel/kernel.ts';
import { accountFromKeys, accountFromSeed, isDeterministic } from '../../../../src/protocol/keys/account.ts';
import {
  derivationToScalar,
  derivePublicKey,
  deriveSecretKey,
  deriveViewTag,
  generateDerivation,
  generateKeyImage,
  underivePublicKey,
} from '../../../../src/protocol/keys/derivation.ts';
import { decryptPaymentId, encryptPaymentId } from '../../../../src/protocol/keys/payment-id.ts';
import {
  subaddressKeys,
  subaddressSecret,
  subaddressSpendPublic,
  subaddressTable,
} from '../../../../src/protocol/keys/subaddress.ts';
import { secret32, seed32 } from './arbitrary.ts';

const index = fc.oneof(fc.nat(3), fc.constantFrom(127, 128, 16_383, 16_384, 4_294_967_295));
const runs = { numRuns: 25 };

describe('derivations', () => {
  it('give sender and receiver the same shared secret, view tag and one-time key', () => {
    fc.assert(
      fc.property(seed32, secret32, index, (seed, txSecret, i) => {
        const account = accountFromSeed(seed);
        const sent = generateDerivation(account.viewPublic, txSecret);
        const received = generateDerivation(asPublicKey(kernel.mulBase(txSecret)), account.viewSecret);
        expect(toHex(received)).toBe(toHex(sent));
        expect(deriveViewTag(received, i)).toBe(deriveViewTag(sent, i));

        const outKey = derivePublicKey(sent, i, account.spendPublic);
        expect(underivePublicKey(outKey, received, i)).toEqual(account.spendPublic);
        const oneTime = deriveSecretKey(received, i, account.spendSecret);
        expect(kernel.mulBase(oneTime)).toEqual(outKey);
        expect(generateKeyImage(outKey, oneTime)).toEqual(kernel.mul(oneTime, kernel.hashToPoint(outKey)));
      }),
      runs,
    );
  });

  it('recognise and open an output that was sent to a subaddress', () => {
    fc.assert(
      fc.property(seed32, secret32, fc.nat(50), fc.integer({ min: 1, max: 200 }), (seed, s, major, minor) => {
        const account = accountFromSeed(seed);
        const to = subaddressKeys(account, major, minor);
        // For a subaddress the transaction key is R = s·D.
        const txPublic = kernel.mul(s, to.spendPublic);
        const sent = generateDerivation(to.viewPublic, s);
        const received = generateDerivation(asPublicKey(txPublic), account.viewSecret);
        expect(received).toEqual(sent);
        const outKey = derivePublicKey(sent, 0, to.spendPublic);
        expect(underivePublicKey(outKey, received, 0)).toEqual(subaddressSpendPublic(account, major, minor));
        const secret = kernel.scalarAdd(
          account.spendSecret,
          subaddressSecret(account.viewSecret, major, minor),
        );
        expect(kernel.mulBase(deriveSecretKey(received, 0, asSecretKey(secret)))).toEqual(outKey);
      }),
      runs,
    );
  });

  it('hash the index as a varint', () => {
    const derivation = new Uint8Array(32).fill(7);
    const salted = (tail: number[]) =>
      kernel.scalarReduce(kernel.keccak256(Uint8Array.of(...derivation, ...tail)));
    expect(derivationToScalar(derivation, 127)).toEqual(salted([0x7f]));
    expect(derivationToScalar(derivation, 128)).toEqual(salted([0x80, 0x01]));
  });

  it('are refused for a key that is not a point', () => {
    expect(() =>
      generateDerivation(
        asPublicKey(fromHex('02'.padEnd(64, '0'))),
        asSecretKey(fromHex('01'.padEnd(64, '0'))),
      ),
    ).toThrow(expect.objectContaining({ code: 'bad_point' }));
  });
});

describe('subaddresses', () => {
  const account = accountFromSeed(new Uint8Array(32).fill(9));

  it('are the main address at (0, 0)', () => {
    expect(subaddressKeys(account, 0, 0)).toEqual({
      spendPublic: account.spendPublic,
      viewPublic: account.viewPublic,
    });
  });

  it('are computed in one call as one by one', () => {
    for (const [major, from] of [
      [0, 0],
      [0, 3],
      [2, 0],
      [4_294_967_295, 4_294_967_291],
    ] as const) {
      const single = Array.from({ length: 5 }, (_, i) => subaddressSpendPublic(account, major, from + i));
      expect(subaddressTable(account, major, from, 5)).toEqual(concat(...single));
    }
    expect(subaddressTable(account, 0, 0, 0)).toHaveLength(0);
  });

  it('need no spend secret', () => {
    const watching = accountFromKeys({ viewSecret: account.viewSecret, spendPublic: account.spendPublic });
    expect(subaddressKeys(watching, 1, 2)).toEqual(subaddressKeys(account, 1, 2));
  });
});

describe('account keys', () => {
  it('are derived from any seed, which is reduced', () => {
    fc.assert(
      fc.property(seed32, (seed) => {
        const account = accountFromSeed(seed);
        expect(account.spendSecret).toEqual(kernel.scalarReduce(seed));
        expect(isDeterministic(account)).toBe(true);
        expect(accountFromKeys(account)).toEqual(account);
      }),
      runs,
    );
  });

  it('are not deterministic with a foreign view key or without the spend key', () => {
    const account = accountFromSeed(new Uint8Array(32).fill(1));
    const other = accountFromSeed(new Uint8Array(32).fill(2));
    const { viewSecret } = other;
    expect(isDeterministic(accountFromKeys({ viewSecret, spendSecret: account.spendSecret }))).toBe(false);
    expect(isDeterministic(accountFromKeys({ viewSecret, spendPublic: other.spendPublic }))).toBe(false);
  });

  it('that do not belong together, or are invalid, are refused', () => {
    const account = accountFromSeed(new Uint8Array(32).fill(1));
    const other = accountFromSeed(new Uint8Array(32).fill(2));
    const refused = (given: Parameters<typeof accountFromKeys>[0]) => {
      try {
        accountFromKeys(given);
      } catch (error) {
        const { code, data } = error as { code: string; data: object };
        return { code, ...data };
      }
      return 'accepted';
    };
    expect(refused({ ...account, viewPublic: other.viewPublic })).toEqual({
      code: 'key_mismatch',
      which: 'view',
    });
    expect(refused({ ...account, spendPublic: other.spendPublic })).toEqual({
      code: 'key_mismatch',
      which: 'spend',
    });
    expect(refused({ ...account, viewSecret: asSecretKey(new Uint8Array(32)) })).toEqual({
      code: 'bad_secret_key',
      which: 'view',
    });
    expect(refused({ ...account, spendSecret: asSecretKey(new Uint8Array(32).fill(255)) })).toEqual({
      code: 'bad_secret_key',
      which: 'spend',
    });
    expect(
      refused({ viewSecret: account.viewSecret, spendPublic: asPublicKey(fromHex('02'.padEnd(64, '0'))) }),
    ).toEqual({
      code: 'bad_point',
    });
    expect(() => accountFromSeed(new Uint8Array(31))).toThrow(
      expect.objectContaining({ code: 'bad_secret_key' }),
    );
  });
});

describe('payment ids', () => {
  it('are masked with the shared secret, and unmasked by the same step', () => {
    const derivation = new Uint8Array(32).fill(3);
    const id = fromHex('0011223344556677');
    const masked = encryptPaymentId(id, derivation);
    expect(masked).toHaveLength(8);
    expect(masked).not.toEqual(id);
    expect(decryptPaymentId(masked, derivation)).toEqual(id);
    expect(encryptPaymentId(new Uint8Array(8), derivation)).toEqual(
      kernel.keccak256(Uint8Array.of(...derivation, 0x8d)).slice(0, 8),
    );
  });
});
