/** Sets of outputs: the tests `get_enote_output_proposals_…` of the reference's carrot_core.cpp and carrot_legacy.cpp. */
import { describe, expect, it } from 'vitest';
import { compareBytes } from '../../../../src/base/bytes.ts';
import { toHex } from '../../../../src/base/hex.ts';
import { NO_PAYMENT_ID } from '../../../../src/protocol/carrot/address.ts';
import { completeProposals, payTo, type CarrotChange } from '../../../../src/protocol/carrot/complete.ts';
import type { EnoteType } from '../../../../src/protocol/carrot/enote.ts';
import { ephemeralKey } from '../../../../src/protocol/carrot/ephemeral.ts';
import type { Sender, SelfSend } from '../../../../src/protocol/carrot/make-enote.ts';
import {
  makeCoinbaseOutputs,
  makeOutputSet,
  type OutputSet,
  type Proposals,
} from '../../../../src/protocol/carrot/output-set.ts';
import { scanCoinbaseEnote, scanEnote, type FoundEnote } from '../../../../src/protocol/carrot/scan.ts';
import { randomScalar } from '../../../../src/protocol/ring/scalar.ts';
import { faultOf } from '../../../support/faults.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
import { carrotPerson, INDICES, MAIN, personOfToday, randomKeyImage, type Person } from './people.ts';

const random = seededRandom('carrot sets');
const [alice, bob, carol] = [carrotPerson(random), personOfToday(random), personOfToday(random)];
const SUB = INDICES[2]!;
const firstKeyImage = randomKeyImage(random);
const dummy = random(8);
const PAYMENT_ID = Uint8Array.of(8, 7, 6, 5, 4, 3, 2, 1);
const tx = { firstKeyImage, sealedPaymentId: dummy };

const selfSend = (who: Person, type: EnoteType, amount: bigint, index = MAIN): SelfSend => {
  const { spendPublic, isSubaddress } = who.address(index);
  return { spendPublic, isSubaddress, amount, type };
};
const withSecret = (send: SelfSend): SelfSend => ({ ...send, ephemeralSecret: randomScalar(random) });
const changeOf = (who: Person, amount: bigint): CarrotChange => {
  const { spendPublic, isSubaddress } = who.address(SUB);
  return { amount, spendPublic, isSubaddress };
};
const foundBy = (who: Person, set: OutputSet): readonly FoundEnote[] =>
  set.outputs.flatMap(
    ({ enote }) =>
      scanEnote(who.viewer, enote, { firstKeyImage, sealedPaymentId: set.sealedPaymentId }) ?? [],
  );
const expectInOrder = ({ outputs }: OutputSet): void => {
  const keys = outputs.map(({ enote }) => enote.oneTimeKey);
  for (const [i, key] of keys.slice(1).entries()) expect(compareBytes(keys[i]!, key)).toBeLessThan(0);
};

describe('A set of one payment and the change', () => {
  const senders: readonly (readonly [string, Person, Sender])[] = [
    ['an account of today', carol, carol.sender],
    ['an account with s_vb', alice, alice.sender],
    ['an account that uses its view key alone', alice, { viewSecret: alice.sender.viewSecret }],
  ];

  it.each(senders)('from %s shares one ephemeral key, and each finds its own output', (_, who, sender) => {
    for (const [to, paymentId] of [
      [MAIN, NO_PAYMENT_ID],
      [SUB, NO_PAYMENT_ID],
      [MAIN, PAYMENT_ID],
    ] as const) {
      const payment = payTo(bob.address(to, paymentId), 700n, random);
      const set = makeOutputSet(
        { payments: [payment], selfSends: [selfSend(who, 'change', 42n, SUB)] },
        sender,
        tx,
      );
      expectInOrder(set);
      expect(set.ephemeralKeys).toHaveLength(1);
      for (const { enote } of set.outputs) expect(enote.ephemeralKey).toEqual(set.ephemeralKeys[0]);
      const [received] = foundBy(bob, set);
      expect(received).toMatchObject({ index: to, type: 'payment', amount: 700n, fromSelf: false });
      expect(received!.paymentId).toEqual(paymentId === PAYMENT_ID ? PAYMENT_ID : undefined);
      expect(foundBy(who, set)).toMatchObject([{ index: SUB, type: 'change', amount: 42n, fromSelf: true }]);
      expect(foundBy(bob, set)).toHaveLength(1);
      expect(set.outputs.map(({ from }) => from.list).sort()).toEqual(['payments', 'selfSends']);
    }
  });

  it('shows the encrypted payment id of an integrated address, else the given one', () => {
    const sets = [PAYMENT_ID, NO_PAYMENT_ID].map((id) =>
      makeOutputSet(
        {
          payments: [payTo(bob.address(MAIN, id), 1n, random)],
          selfSends: [selfSend(alice, 'change', 0n)],
        },
        alice.sender,
        tx,
      ),
    );
    expect(toHex(sets[0]!.sealedPaymentId)).not.toBe(toHex(dummy));
    expect(sets[1]!.sealedPaymentId).toEqual(dummy);
  });
});

describe('A set of two enotes to oneself', () => {
  it.each([
    ['an account of today', carol],
    ['an account with s_vb', alice],
  ] as const)('from %s has one key and is found in both parts', (_, who) => {
    const selfSends = [withSecret(selfSend(who, 'payment', 5n, SUB)), selfSend(who, 'change', 6n)];
    const set = makeOutputSet({ payments: [], selfSends }, who.sender, tx);
    expectInOrder(set);
    expect(set.ephemeralKeys).toHaveLength(1);
    const found = [...foundBy(who, set)].sort((a, b) => Number(a.amount - b.amount));
    expect(found).toMatchObject([
      { index: SUB, type: 'payment', amount: 5n, fromSelf: true },
      { index: MAIN, type: 'change', amount: 6n, fromSelf: true },
    ]);
    // The key is made for the address of the payment, so that it can be proven to others.
    expect(set.ephemeralKeys).toEqual([ephemeralKey(selfSends[0]!.ephemeralSecret!, selfSends[0]!)]);
    const { outputs } = makeOutputSet({ payments: [], selfSends: [...selfSends].reverse() }, who.sender, tx);
    expect(outputs.map(({ enote }) => enote)).toEqual(set.outputs.map(({ enote }) => enote));
    // Which of the two has the secret makes no difference.
    const [first, second] = selfSends;
    const { ephemeralSecret, ...without } = first!;
    const swapped = [without, { ...second!, ephemeralSecret: ephemeralSecret! }];
    expect(makeOutputSet({ payments: [], selfSends: swapped }, who.sender, tx)).toEqual(set);
  });
});

describe('A set of more than two outputs', () => {
  const payments = [
    payTo(bob.address(MAIN, PAYMENT_ID), 10n, random),
    payTo(bob.address(SUB), 11n, random),
    payTo(carol.address(SUB), 12n, random),
  ];

  it('has a key for each, and each account finds its own', () => {
    const selfSends = [
      withSecret(selfSend(alice, 'change', 13n)),
      withSecret(selfSend(alice, 'payment', 14n, SUB)),
    ];
    const set = makeOutputSet({ payments, selfSends }, alice.sender, { firstKeyImage });
    expectInOrder(set);
    expect(new Set(set.ephemeralKeys.map(toHex)).size).toBe(5);
    expect(set.ephemeralKeys).toEqual(set.outputs.map(({ enote }) => enote.ephemeralKey));
    const amounts = (who: Person) =>
      foundBy(who, set)
        .map(({ amount }) => Number(amount))
        .sort();
    expect([amounts(alice), amounts(bob), amounts(carol)]).toEqual([[13, 14], [10, 11], [12]]);
    const withId = foundBy(bob, set).filter(({ paymentId }) => paymentId);
    expect(withId).toMatchObject([{ amount: 10n, paymentId: PAYMENT_ID }]);
    for (const { from, opening } of set.outputs)
      expect(opening.amount).toBe(
        from.list === 'payments' ? payments[from.at]!.amount : selfSends[from.at]!.amount,
      );
  });

  it('is not made without a secret for each enote to oneself, or with one twice', () => {
    const send = withSecret(selfSend(alice, 'change', 13n));
    for (const selfSends of [
      [selfSend(alice, 'change', 13n)],
      [{ ...send, ephemeralSecret: new Uint8Array(32) }],
      [send, { ...send, type: 'payment' as const }],
    ])
      expect(faultOf(() => makeOutputSet({ payments, selfSends }, alice.sender, tx))).toEqual({
        code: 'bad_output_set',
        reason: 'ephemeral_secret',
      });
  });
});

describe('A set is refused', () => {
  const payment = payTo(bob.address(MAIN), 3n, random);
  const change = selfSend(alice, 'change', 4n);
  const secret = randomScalar(random);
  const integrated = payTo(bob.address(MAIN, PAYMENT_ID), 3n, random);
  const withKey = { ...change, ephemeralSecret: secret };
  const cases: readonly (readonly [string, string, Proposals])[] = [
    ['without outputs', 'too_few', { payments: [], selfSends: [] }],
    ['of one output', 'too_few', { payments: [], selfSends: [change] }],
    ['without an enote for the sender', 'no_self_send', { payments: [payment, integrated], selfSends: [] }],
    [
      'with two integrated addresses',
      'two_payment_ids',
      { payments: [integrated, payTo(carol.address(MAIN, PAYMENT_ID), 3n, random)], selfSends: [withKey] },
    ],
    ['with one anchor twice', 'anchor', { payments: [payment, payment], selfSends: [withKey] }],
    [
      'with a secret where the key is the payment’s',
      'ephemeral_secret',
      { payments: [payment], selfSends: [withKey] },
    ],
    [
      'of two enotes to oneself without a secret',
      'ephemeral_secret',
      { payments: [], selfSends: [change, { ...change, type: 'payment' }] },
    ],
    [
      'of two enotes to oneself with different secrets',
      'ephemeral_secret',
      {
        payments: [],
        selfSends: [withKey, { ...withKey, type: 'payment', ephemeralSecret: randomScalar(random) }],
      },
    ],
    ['of two enotes to oneself of one type', 'types', { payments: [], selfSends: [withKey, withKey] }],
    [
      'with a message of a wrong length',
      'message',
      { payments: [payment], selfSends: [{ ...change, message: random(15) }] },
    ],
  ];
  it.each(cases)('%s', (_, reason, proposals) => {
    expect(faultOf(() => makeOutputSet(proposals, alice.sender, tx))).toEqual({
      code: 'bad_output_set',
      reason,
    });
  });

  it('with a message of an account that has no s_vb', () => {
    const selfSends = [{ ...selfSend(carol, 'change', 4n), message: random(16) }];
    const fault = { code: 'bad_output_set', reason: 'message' };
    expect(faultOf(() => makeOutputSet({ payments: [payment], selfSends }, carol.sender, tx))).toEqual(fault);
  });

  it('with one output twice: the sender pays itself the same as it sends itself', () => {
    const own = payTo(carol.address(SUB), 5n, random);
    const same = selfSend(carol, 'payment', 5n, SUB);
    expect(faultOf(() => makeOutputSet({ payments: [own], selfSends: [same] }, carol.sender, tx))).toEqual({
      code: 'bad_output_set',
      reason: 'twice',
    });
    const set = makeOutputSet(
      { payments: [own], selfSends: [{ ...same, type: 'change' }] },
      carol.sender,
      tx,
    );
    expect(foundBy(carol, set)).toHaveLength(2);
  });

  it('without a payment id to show', () => {
    for (const sealed of [{}, { sealedPaymentId: random(7) }])
      expect(
        faultOf(() =>
          makeOutputSet({ payments: [payment], selfSends: [change] }, alice.sender, {
            firstKeyImage,
            ...sealed,
          }),
        ),
      ).toEqual({ code: 'bad_output_set', reason: 'no_payment_id' });
  });
});

describe('What is missing in a set is added', () => {
  const payment = () => payTo(bob.address(MAIN), 3n, random);
  const complete = (proposals: Proposals, amount: bigint) => {
    const all = completeProposals(proposals, changeOf(carol, amount), random);
    const set = makeOutputSet(all, carol.sender, tx);
    return { ...all, set };
  };

  it.each([7n, 0n])('to one payment: the change of %s', (amount) => {
    const { selfSends, set } = complete({ payments: [payment()], selfSends: [] }, amount);
    expect(selfSends).toEqual([{ ...changeOf(carol, amount), type: 'change' }]);
    expect(foundBy(carol, set)).toMatchObject([{ type: 'change', amount, index: SUB }]);
  });
  it.each([7n, 0n])('to several payments: the change of %s with a key of its own', (amount) => {
    const { set } = complete({ payments: [payment(), payment()], selfSends: [] }, amount);
    expect(set.ephemeralKeys).toHaveLength(3);
    expect(foundBy(carol, set)).toMatchObject([{ type: 'change', amount }]);
  });
  it('to one enote to oneself: an enote of the other type', () => {
    for (const type of ['payment', 'change'] as const) {
      const { set } = complete({ payments: [], selfSends: [selfSend(carol, type, 2n)] }, 7n);
      expect(
        foundBy(carol, set)
          .map((found) => found.type)
          .sort(),
      ).toEqual(['change', 'payment']);
    }
  });
  it('to one enote to oneself without change: an enote of nothing for nobody', () => {
    const { payments, set } = complete({ payments: [], selfSends: [selfSend(carol, 'payment', 2n)] }, 0n);
    expect(payments).toMatchObject([{ amount: 0n, destination: { isSubaddress: false } }]);
    expect(foundBy(carol, set)).toMatchObject([{ amount: 2n }]);
  });
  it('nothing, if all is there', () => {
    const proposals = { payments: [payment()], selfSends: [selfSend(carol, 'payment', 2n)] };
    expect(completeProposals(proposals, changeOf(carol, 0n), random)).toEqual(proposals);
    const keyed = {
      payments: [],
      selfSends: [selfSend(carol, 'change', 1n), withSecret(selfSend(carol, 'payment', 2n))],
    };
    expect(completeProposals(keyed, changeOf(carol, 0n), random)).toEqual(keyed);
  });
  it('but not to a set of nothing', () => {
    expect(
      faultOf(() => completeProposals({ payments: [], selfSends: [] }, changeOf(carol, 1n), random)),
    ).toEqual({ code: 'bad_output_set', reason: 'too_few' });
  });
  it('unless the source of randomness is broken', () => {
    expect(() => payTo(bob.address(MAIN), 1n, (n) => new Uint8Array(n))).toThrow('randomness');
  });
});

describe('The outputs of a coinbase', () => {
  it('are in order, with a key for each, and are found by their owners', () => {
    const payments = [carol, bob, bob].map((who, i) => payTo(who.address(MAIN), BigInt(i), random));
    const enotes = makeCoinbaseOutputs(payments, 5);
    expect(new Set(enotes.map(({ ephemeralKey }) => toHex(ephemeralKey))).size).toBe(3);
    expect([...enotes].sort((a, b) => compareBytes(a.oneTimeKey, b.oneTimeKey))).toEqual(enotes);
    const amounts = (who: Person) =>
      enotes
        .flatMap((enote) => scanCoinbaseEnote({ ...who.sender, mainKeys: who.mainKeys }, enote, 5) ?? [])
        .map(({ amount }) => Number(amount))
        .sort();
    expect([amounts(carol), amounts(bob)]).toEqual([[0], [1, 2]]);
  });
  it('are refused with one anchor twice', () => {
    const payment = payTo(bob.address(MAIN), 1n, random);
    expect(faultOf(() => makeCoinbaseOutputs([payment, payment], 5))).toEqual({
      code: 'bad_output_set',
      reason: 'anchor',
    });
  });
});
