import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { asPublicKey } from '../../../../src/base/brands.ts';
import { decode, encode } from '../../../../src/protocol/archive/coder.ts';
import { attempt, type Attempt } from '../../../../src/protocol/multisig/tx-set.ts';
import { expectFault } from '../../../support/faults.ts';

const key = fc.uint8Array({ minLength: 32, maxLength: 32 });
const keys = fc.array(key, { maxLength: 5 });
const publicKeys = fc.array(key.map(asPublicKey), { maxLength: 5 });
const pairs = fc.array(fc.array(key, { minLength: 2, maxLength: 2 }), { maxLength: 3 });
const attempts: fc.Arbitrary<Attempt> = fc.record({
  sigs: fc.constant(undefined),
  ignore: publicKeys,
  usedNonces: keys,
  signingKeys: publicKeys,
  msout: fc.constant(undefined),
  L: pairs,
  R: pairs,
  c0: keys,
  s: keys,
});

describe('a signing attempt of a group of signers', () => {
  test('is read back as it was written', () => {
    fc.assert(
      fc.property(attempts, (value) => {
        expect(decode(attempt, encode(attempt, value))).toEqual(value);
      }),
    );
  });

  test('has the two unused fields of old signatures where the reference has them', () => {
    const none: Attempt = {
      sigs: undefined,
      ignore: [],
      usedNonces: [],
      signingKeys: [],
      msout: undefined,
      L: [],
      R: [],
      c0: [],
      s: [],
    };
    // Version, an empty signature, three sets, an empty rest of one, and four lists.
    const bytes = encode(attempt, none);
    expect(bytes).toEqual(Uint8Array.of(1, ...new Uint8Array(44 + 3 + 2 + 4)));
    for (const at of [1, 20, 44, 48, 49]) {
      const bent = bytes.slice();
      bent[at] = 1;
      expectFault(() => decode(attempt, bent), 'bad_format');
    }
    expectFault(() => decode(attempt, Uint8Array.of(0, ...bytes.slice(1))), 'old_format');
  });
});
