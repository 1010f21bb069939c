import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { asSecretKey } from '../../../../src/base/brands.ts';
import { concat, equalBytes, utf8 } from '../../../../src/base/bytes.ts';
import { kernel } from '../../../../src/kernel/kernel.ts';
import { openEnvelope, sealEnvelope, ENVELOPES } from '../../../../src/protocol/archive/envelope.ts';
import { expectFault } from '../../../support/faults.ts';
import { seededRandom } from '../../../support/seeded-random.ts';

let randomness: { random: (n: number) => Uint8Array };
let view: Uint8Array;
let sealed: Uint8Array;
const content = utf8('what is inside');

beforeAll(() => {
  randomness = { random: seededRandom('envelope') };
  view = kernel.scalarReduce(randomness.random(64));
  sealed = sealEnvelope(randomness, 'outputs', asSecretKey(view), content);
});

describe('envelopes', () => {
  test('open with the view key that sealed them', () => {
    expect(openEnvelope('outputs', asSecretKey(view), sealed)).toEqual(content);
  });

  test('may be empty', () => {
    const empty = sealEnvelope(randomness, 'signed', asSecretKey(view), new Uint8Array(0));
    expect(openEnvelope('signed', asSecretKey(view), empty)).toEqual(new Uint8Array(0));
  });

  test('have one key stream, although many bytes are encrypted in steps', () => {
    const long = randomness.random((1 << 18) * 2 + 5);
    const many = sealEnvelope(randomness, 'outputs', asSecretKey(view), long);
    expect(equalBytes(openEnvelope('outputs', asSecretKey(view), many), long)).toBe(true);
  });

  test('of the same content differ in iv and signature', () => {
    const again = sealEnvelope(randomness, 'outputs', asSecretKey(view), content);
    expect(again).not.toEqual(sealed);
    expect(openEnvelope('outputs', asSecretKey(view), again)).toEqual(content);
  });

  test('of another wallet are refused', () => {
    const other = kernel.scalarReduce(randomness.random(64));
    expectFault(() => openEnvelope('outputs', asSecretKey(other), sealed), 'bad_envelope');
  });

  test('of another kind are refused', () => {
    for (const kind of ['unsigned', 'signed', 'keyImages', 'multisigInfo', 'multisigUnsigned'] as const)
      expectFault(() => openEnvelope(kind, asSecretKey(view), sealed), 'bad_envelope');
  });

  test('of unsupported versions are refused with that reason', () => {
    const { magic } = ENVELOPES.unsigned;
    for (const version of [1, 3, 4])
      expectFault(
        () =>
          openEnvelope('unsigned', asSecretKey(view), concat(utf8(magic), Uint8Array.of(version), sealed)),
        'old_format',
      );
    expectFault(
      () => openEnvelope('unsigned', asSecretKey(view), concat(utf8(magic), Uint8Array.of(6), sealed)),
      'bad_envelope',
    );
  });

  test('with any bit flipped are refused', () => {
    fc.assert(
      fc.property(fc.nat(sealed.length * 8 - 1), (bit) => {
        const bent = sealed.slice();
        bent[bit >> 3]! ^= 1 << (bit & 7);
        expectFault(() => openEnvelope('outputs', asSecretKey(view), bent));
      }),
      { numRuns: 200 },
    );
  });

  test('cut at any length are refused', () => {
    for (let length = 0; length < sealed.length; length++)
      expectFault(() => openEnvelope('outputs', asSecretKey(view), sealed.subarray(0, length)));
  });
});
