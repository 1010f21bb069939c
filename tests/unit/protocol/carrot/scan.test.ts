/** What is found, by whom, and what is not: the tests `…_scan_completeness` of the reference's carrot_core.cpp. */
import { describe, expect, it } from 'vitest';
import { asKeyImage, asPublicKey, asX25519Key } from '../../../../src/base/brands.ts';
import { U64_MAX } from '../../../../src/base/amount.ts';
import { kernel } from '../../../../src/kernel/kernel.ts';
import { NO_PAYMENT_ID } from '../../../../src/protocol/carrot/address.ts';
import type { Enote, EnoteTx, EnoteType } from '../../../../src/protocol/carrot/enote.ts';
import { inputContext } from '../../../../src/protocol/carrot/enote.ts';
import {
  ephemeralKey,
  ephemeralSecret,
  sharedWithReceiver,
} from '../../../../src/protocol/carrot/ephemeral.ts';
import {
  makeCoinbaseEnote,
  makePayment,
  makeSelfSend,
  type PaymentProposal,
} from '../../../../src/protocol/carrot/make-enote.ts';
import { openEnote } from '../../../../src/protocol/carrot/open-enote.ts';
import { carrotKeyImage, opensKey } from '../../../../src/protocol/carrot/opening.ts';
import { scanCoinbaseEnote, scanEnote, type FoundEnote } from '../../../../src/protocol/carrot/scan.ts';
import { viewTagOf } from '../../../../src/protocol/carrot/secrets.ts';
import { commit } from '../../../../src/protocol/rct/amount.ts';
import { randomScalar } from '../../../../src/protocol/ring/scalar.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
import { carrotPerson, INDICES, MAIN, personOfToday, randomKeyImage, type Person } from './people.ts';

const random = seededRandom('carrot scan');
const [alice, bob] = [carrotPerson(random), personOfToday(random)];
const SUB = INDICES[2]!;
const PAYMENT_ID = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8);
const firstKeyImage = randomKeyImage(random);
const people: readonly (readonly [string, Person, Person])[] = [
  ['an account of today', bob, alice],
  ["an account of Carrot's hierarchy", alice, bob],
];

/** What the owner must be able to do with what it found. */
const expectSpendable = (owner: Person, found: FoundEnote, enote: Pick<Enote, 'oneTimeKey'>): void => {
  const secrets = owner.opening(found);
  expect(opensKey(secrets, enote.oneTimeKey)).toBe(true);
  expect(kernel.isInPrimeSubgroup(carrotKeyImage(secrets.x, enote.oneTimeKey))).toBe(true);
};

describe.each(people)('An enote for %s', (_, owner, other) => {
  it.each([
    ['its main address', MAIN, NO_PAYMENT_ID, 0n],
    ['a subaddress', SUB, NO_PAYMENT_ID, 123_456n],
    ['an integrated address', MAIN, PAYMENT_ID, U64_MAX],
  ] as const)('at %s is found by it alone, and can be spent', (__, index, paymentId, amount) => {
    const destination = owner.address(index, paymentId);
    const { enote, opening, sealedPaymentId } = makePayment(
      { destination, amount, anchor: random(16) },
      firstKeyImage,
    );
    const tx = { firstKeyImage, sealedPaymentId };
    const found = scanEnote(owner.viewer, enote, tx)!;
    expect(found).toMatchObject({ index, type: 'payment', fromSelf: false, ...opening });
    expect(found.paymentId).toEqual(index === MAIN && paymentId === PAYMENT_ID ? PAYMENT_ID : undefined);
    expect(commit(found)).toEqual(enote.commitment);
    expectSpendable(owner, found, enote);
    expect(scanEnote(other.viewer, enote, tx)).toBeUndefined();
  });

  it('of another output than the one with the payment id has no payment id', () => {
    const destination = owner.address(MAIN);
    const { enote } = makePayment({ destination, amount: 5n, anchor: random(16) }, firstKeyImage);
    for (const tx of [{ firstKeyImage }, { firstKeyImage, sealedPaymentId: random(8) }])
      expect(scanEnote(owner.viewer, enote, tx)).not.toHaveProperty('paymentId');
  });

  it.each(['payment', 'change'] as const)('that it sent itself as %s is found by it alone', (type) => {
    const key = ephemeralKey(randomScalar(random), owner.address(MAIN));
    for (const index of [MAIN, SUB]) {
      const { spendPublic, isSubaddress } = owner.address(index);
      const { enote } = makeSelfSend(
        owner.sender,
        { spendPublic, isSubaddress, amount: 77n, type },
        key,
        firstKeyImage,
      );
      const found = scanEnote(owner.viewer, enote, { firstKeyImage })!;
      expect(found).toMatchObject({ index, type, fromSelf: true, amount: 77n });
      expectSpendable(owner, found, enote);
      expect(scanEnote(other.viewer, enote, { firstKeyImage })).toBeUndefined();
    }
  });

  it('in a coinbase is found by it alone, and only at its height', () => {
    const destination = owner.address(MAIN);
    const enote = makeCoinbaseEnote({ destination, amount: 600n, anchor: random(16) }, 3_700_000);
    const eyes = { viewSecret: owner.sender.viewSecret, mainKeys: owner.mainKeys };
    const found = scanCoinbaseEnote(eyes, enote, 3_700_000)!;
    expect(found).toMatchObject({ index: MAIN, type: 'payment', fromSelf: false, amount: 600n });
    expectSpendable(owner, found, enote);
    expect(scanCoinbaseEnote(eyes, enote, 3_700_001)).toBeUndefined();
    const others = { viewSecret: other.sender.viewSecret, mainKeys: other.mainKeys };
    expect(scanCoinbaseEnote(others, enote, 3_700_000)).toBeUndefined();
    expect(scanCoinbaseEnote({ ...eyes, mainKeys: other.mainKeys }, enote, 3_700_000)).toBeUndefined();
    expect(
      scanCoinbaseEnote({ ...eyes, mainKeys: [...other.mainKeys, ...owner.mainKeys] }, enote, 3_700_000),
    ).toEqual(found);
  });

  it('at an address beyond the table is not found', () => {
    const destination = owner.address(SUB);
    const { enote } = makePayment({ destination, amount: 5n, anchor: random(16) }, firstKeyImage);
    const viewer = { ...owner.viewer, find: () => undefined };
    expect(scanEnote(viewer, enote, { firstKeyImage })).toBeUndefined();
  });
});

describe('An account that sends itself an enote', () => {
  const key = ephemeralKey(randomScalar(random), alice.address(MAIN));
  const selfSend = { ...alice.address(SUB), amount: 9n, type: 'change' as EnoteType };

  it('reads its message, if it has s_vb', () => {
    const message = random(16);
    const { enote } = makeSelfSend(alice.sender, { ...selfSend, message }, key, firstKeyImage);
    expect(scanEnote(alice.viewer, enote, { firstKeyImage })!.message).toEqual(message);
    const silent = makeSelfSend(alice.sender, selfSend, key, firstKeyImage).enote;
    expect(scanEnote(alice.viewer, silent, { firstKeyImage })).not.toHaveProperty('message');
  });

  it('hides it from who knows the view key alone, but not if it sent it with the view key', () => {
    const { viewSecret, find } = alice.viewer;
    const inner = makeSelfSend(alice.sender, selfSend, key, firstKeyImage).enote;
    expect(scanEnote({ viewSecret, find }, inner, { firstKeyImage })).toBeUndefined();
    const special = makeSelfSend({ viewSecret }, selfSend, key, firstKeyImage).enote;
    const found = scanEnote({ viewSecret, find }, special, { firstKeyImage });
    expect(found).toMatchObject({ index: SUB, type: 'change', fromSelf: true });
    expect(scanEnote(alice.viewer, special, { firstKeyImage })).toEqual(found);
  });
});

it('The sender of an enote can open it with the secrets of its payment', () => {
  const destination = bob.address(SUB);
  const payment: PaymentProposal = { destination, amount: 31n, anchor: random(16) };
  const { enote } = makePayment(payment, firstKeyImage);
  const context = inputContext(firstKeyImage);
  const secret = ephemeralSecret(payment.anchor, context, destination);
  const opened = openEnote({ shared: sharedWithReceiver(secret, destination), context }, enote, undefined);
  expect(opened).toMatchObject({ amount: 31n, type: 'payment', spendPublic: destination.spendPublic });
  expect(opened!.anchor).toEqual(payment.anchor);
});

describe('An enote in another transaction than the one that it was made for', () => {
  const destination = bob.address(SUB);
  const payment: PaymentProposal = { destination, amount: 31n, anchor: random(16) };
  const made = makePayment(payment, firstKeyImage);
  const otherTx: EnoteTx = { firstKeyImage: randomKeyImage(random) };

  it('is not found, so nobody burns money by repeating a one-time key', () => {
    expect(scanEnote(bob.viewer, made.enote, { firstKeyImage })).toBeDefined();
    expect(scanEnote(bob.viewer, made.enote, otherTx)).toBeUndefined();
  });

  it('has another one-time key if the sender makes it again from the same secrets', () => {
    const again = makePayment(payment, otherTx.firstKeyImage);
    expect(again.enote.oneTimeKey).not.toEqual(made.enote.oneTimeKey);
    expect(scanEnote(bob.viewer, again.enote, otherTx)).toMatchObject({ amount: 31n });
  });

  it('is not found even if its view tag is made to match', () => {
    // Among other copies of it, one has a matching tag by chance: the secret of the context then opens nothing.
    const shared = sharedWithReceiver(
      ephemeralSecret(payment.anchor, inputContext(firstKeyImage), destination),
      destination,
    );
    const context = inputContext(otherTx.firstKeyImage);
    const tagged = { ...made.enote, viewTag: viewTagOf(shared, context, made.enote.oneTimeKey) };
    expect(openEnote({ shared, context }, tagged, undefined)).toBeUndefined();
    expect(scanEnote(bob.viewer, tagged, otherTx)).toBeUndefined();
  });
});

describe('An enote of which one bit was changed', () => {
  const flipped = (bytes: Uint8Array, at = 0): Uint8Array => {
    const other = bytes.slice();
    other[at]! ^= at === 31 ? 128 : 1;
    return other;
  };
  const made = makePayment(
    { destination: bob.address(MAIN, PAYMENT_ID), amount: 8n, anchor: random(16) },
    firstKeyImage,
  );
  const { enote, sealedPaymentId } = made;
  const tx = { firstKeyImage, sealedPaymentId };

  it.each<[string, Partial<Enote>, Partial<EnoteTx>]>([
    ['the one-time key', { oneTimeKey: asPublicKey(flipped(enote.oneTimeKey)) }, {}],
    ['the commitment', { commitment: flipped(enote.commitment) as typeof enote.commitment }, {}],
    ['the amount', { sealedAmount: flipped(enote.sealedAmount) }, {}],
    ['the anchor', { sealedAnchor: flipped(enote.sealedAnchor, 15) }, {}],
    ['the view tag', { viewTag: flipped(enote.viewTag, 2) }, {}],
    ['the ephemeral key', { ephemeralKey: asX25519Key(flipped(enote.ephemeralKey)) }, {}],
    // It stands for the same point, but the secret binds its bytes.
    [
      'the unused bit of the ephemeral key',
      { ephemeralKey: asX25519Key(flipped(enote.ephemeralKey, 31)) },
      {},
    ],
    ['the payment id', {}, { sealedPaymentId: flipped(sealedPaymentId, 7) }],
    ['the key image', {}, { firstKeyImage: asKeyImage(flipped(firstKeyImage, 3)) }],
  ])('in %s is not found', (_, change, txChange) => {
    expect(scanEnote(bob.viewer, enote, tx)).toMatchObject({ paymentId: PAYMENT_ID });
    expect(scanEnote(bob.viewer, { ...enote, ...change }, { ...tx, ...txChange })).toBeUndefined();
  });
});
