/** Bytes from the chain and from addresses that nobody honest would write. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  asCommitment,
  asKeyImage,
  asPublicKey,
  asX25519Key,
  type PublicKey,
} from '../../../../src/base/brands.ts';
import { kernel } from '../../../../src/kernel/kernel.ts';
import type { Enote } from '../../../../src/protocol/carrot/enote.ts';
import { inputContext } from '../../../../src/protocol/carrot/enote.ts';
import {
  ephemeralKey,
  sharedWithReceiver,
  sharedWithSender,
} from '../../../../src/protocol/carrot/ephemeral.ts';
import { makeCoinbaseEnote, makePayment, makeSelfSend } from '../../../../src/protocol/carrot/make-enote.ts';
import { scanCoinbaseEnote, scanEnote } from '../../../../src/protocol/carrot/scan.ts';
import { viewTagOf } from '../../../../src/protocol/carrot/secrets.ts';
import { randomScalar } from '../../../../src/protocol/ring/scalar.ts';
import { maybePoint, TORSION, UNDECODABLE } from '../../../property/kernel/inputs.ts';
import { expectFault, faultOf } from '../../../support/faults.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
import { carrotPerson, MAIN, personOfToday, randomKeyImage } from './people.ts';

const random = seededRandom('carrot hostile');
const [bob, alice] = [personOfToday(random), carrotPerson(random)];
const firstKeyImage = randomKeyImage(random);
const destination = bob.address(MAIN);
const anchor = random(16);
const { enote, sealedPaymentId } = makePayment({ destination, amount: 8n, anchor }, firstKeyImage);
const tx = { firstKeyImage, sealedPaymentId };
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });

/** Everybody's first check passes, so that what comes after it meets the bytes, too. */
const tagged = (made: Enote, viewSecret = bob.viewer.viewSecret): Enote => {
  const shared = sharedWithSender(viewSecret, made.ephemeralKey);
  return { ...made, viewTag: viewTagOf(shared, inputContext(firstKeyImage), made.oneTimeKey) };
};

describe('A scan', () => {
  it('takes any 32 bytes as keys and finds nothing in random enotes', () => {
    const enotes = fc.record({
      oneTimeKey: maybePoint.map(asPublicKey),
      commitment: maybePoint.map(asCommitment),
      sealedAmount: bytes(8),
      sealedAnchor: bytes(16),
      viewTag: bytes(3),
      ephemeralKey: maybePoint.map((point) => asX25519Key(Uint8Array.from(point))),
    });
    fc.assert(
      fc.property(enotes, (made) => {
        expect(scanEnote(alice.viewer, made, tx)).toBeUndefined();
        expect(scanEnote(bob.viewer, tagged(made), tx)).toBeUndefined();
        const coinbase = { ...tagged(made), amount: 5n };
        expect(scanCoinbaseEnote({ ...bob.viewer, mainKeys: bob.mainKeys }, coinbase, 7)).toBeUndefined();
      }),
      { numRuns: 10 },
    );
  });

  it('finds nothing where one-time keys or commitments are no points, or not of the subgroup', () => {
    for (const point of [...UNDECODABLE, ...TORSION]) {
      const withKey = tagged({ ...enote, oneTimeKey: asPublicKey(point) });
      expect(scanEnote(bob.viewer, withKey, tx)).toBeUndefined();
      expect(scanEnote(bob.viewer, { ...enote, commitment: asCommitment(point) }, tx)).toBeUndefined();
    }
  });

  it.each(['oneTimeKey', 'commitment', 'sealedAmount', 'sealedAnchor', 'viewTag', 'ephemeralKey'] as const)(
    'refuses an enote whose %s is too short or too long',
    (what) => {
      for (const wrong of [new Uint8Array(0), enote[what].slice(1), new Uint8Array(33)])
        expect(faultOf(() => scanEnote(bob.viewer, { ...enote, [what]: wrong }, tx))).toEqual({
          code: 'bad_enote',
          what,
        });
    },
  );

  it('refuses other wrong values with a fault', () => {
    expectFault(
      () => scanEnote(bob.viewer, enote, { ...tx, sealedPaymentId: new Uint8Array(9) }),
      'bad_enote',
    );
    expectFault(
      () => scanEnote(bob.viewer, enote, { firstKeyImage: asKeyImage(new Uint8Array(31)) }),
      'bad_enote',
    );
    const eyes = { viewSecret: bob.viewer.viewSecret, mainKeys: bob.mainKeys };
    for (const [amount, height] of [
      [-1n, 1],
      [2n ** 64n, 1],
      [1n, -1],
      [1n, 1.5],
      [1n, Number.NaN],
    ] as const)
      expectFault(() => scanCoinbaseEnote(eyes, { ...enote, amount }, height), 'bad_enote');
  });
});

describe('A sender', () => {
  const bad: readonly PublicKey[] = [...UNDECODABLE, ...TORSION, new Uint8Array(31)].map((point) =>
    asPublicKey(point),
  );

  it.each(['spendPublic', 'viewPublic'] as const)('refuses an address whose %s is no key', (which) => {
    for (const key of bad) {
      const payment = { destination: { ...destination, [which]: key }, amount: 1n, anchor };
      const fault = { code: 'bad_destination', reason: 'point' };
      expect(faultOf(() => makePayment(payment, firstKeyImage))).toEqual(fault);
      expect(faultOf(() => makeCoinbaseEnote(payment, 1))).toEqual(fault);
    }
  });

  it('shares no secret with a view key that would show bits of it', () => {
    const secret = randomScalar(random);
    for (const torsion of TORSION.slice(1))
      for (const viewPublic of [torsion, kernel.pointAdd(destination.viewPublic, torsion)])
        expect(faultOf(() => sharedWithReceiver(secret, { viewPublic: asPublicKey(viewPublic) }))).toEqual({
          code: 'bad_destination',
          reason: 'point',
        });
  });

  it('refuses to send itself to what is no key', () => {
    const shared = ephemeralKey(randomScalar(random), destination);
    for (const spendPublic of bad)
      for (const { sender } of [bob, alice])
        expectFault(
          () =>
            makeSelfSend(
              sender,
              { spendPublic, isSubaddress: false, amount: 1n, type: 'change' },
              shared,
              firstKeyImage,
            ),
          'bad_destination',
        );
  });

  it('refuses payment ids where they cannot be, and anchors that are none', () => {
    const id = new Uint8Array(8).fill(7);
    const withId = (isSubaddress: boolean, paymentId: Uint8Array) => ({
      destination: { ...destination, isSubaddress, paymentId },
      amount: 1n,
      anchor,
    });
    const fault = { code: 'bad_destination', reason: 'payment_id' };
    expect(faultOf(() => makePayment(withId(true, id), firstKeyImage))).toEqual(fault);
    expect(faultOf(() => makePayment(withId(false, id.slice(1)), firstKeyImage))).toEqual(fault);
    expect(faultOf(() => makeCoinbaseEnote(withId(false, id), 1))).toEqual(fault);
    expect(faultOf(() => makeCoinbaseEnote(withId(true, new Uint8Array(8)), 1))).toEqual({
      code: 'bad_destination',
      reason: 'subaddress',
    });
    for (const wrong of [new Uint8Array(16), random(15), random(17)]) {
      const payment = { destination, amount: 1n, anchor: wrong };
      const noAnchor = { code: 'bad_output_set', reason: 'anchor' };
      expect(faultOf(() => makePayment(payment, firstKeyImage))).toEqual(noAnchor);
      expect(faultOf(() => makeCoinbaseEnote(payment, 1))).toEqual(noAnchor);
    }
  });

  it('refuses a coinbase of more than 64 bits', () => {
    expectFault(() => makeCoinbaseEnote({ destination, amount: 2n ** 64n, anchor }, 1), 'bad_enote');
  });
});
