/**
 * Carrot round trips: an output made for any kind of address is found by its owner with the right amount, type and
 * payment id, can be spent by it, and is found by nobody else.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { U64_MAX } from '../../../src/base/amount.ts';
import { NO_PAYMENT_ID } from '../../../src/protocol/carrot/address.ts';
import { completeProposals, payTo } from '../../../src/protocol/carrot/complete.ts';
import type { EnoteType } from '../../../src/protocol/carrot/enote.ts';
import {
  makeCoinbaseOutputs,
  makeOutputSet,
  type OutputSet,
} from '../../../src/protocol/carrot/output-set.ts';
import { opensKey } from '../../../src/protocol/carrot/opening.ts';
import { scanCoinbaseEnote, scanEnote, type FoundEnote } from '../../../src/protocol/carrot/scan.ts';
import { commit } from '../../../src/protocol/rct/amount.ts';
import type { KeyImage } from '../../../src/base/brands.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { inTier, limit } from '../../support/tier.ts';
import {
  carrotPerson,
  INDICES,
  MAIN,
  personOfToday,
  randomKeyImage,
  type Person,
} from '../../unit/protocol/carrot/people.ts';

const random = seededRandom('carrot round trips');
const PEOPLE: readonly Person[] = [
  personOfToday(random),
  personOfToday(random),
  carrotPerson(random),
  carrotPerson(random),
];
/** Sets of two to five outputs, about three on average. */
const SETS = inTier({ short: 10, long: 3_500 });
const COINBASES = inTier({ short: 4, long: 1_000 });

const amounts = fc.oneof(fc.constantFrom(0n, 1n, U64_MAX), fc.bigInt({ min: 0n, max: U64_MAX }));
const who = fc.nat(PEOPLE.length - 1);
const indices = fc.constantFrom(...INDICES);
const ids = fc.uint8Array({ minLength: 8, maxLength: 8 });
const sources = fc.string({ minLength: 1 }).map(seededRandom);

/** What an output must be found as, in words that sort. */
const named = (
  person: number,
  { index, type, amount, paymentId }: Pick<FoundEnote, 'index' | 'type' | 'amount' | 'paymentId'>,
): string => [person, index.major, index.minor, type, amount, ...(paymentId ?? [])].join(' ');

const allFound = (set: OutputSet, firstKeyImage: KeyImage): readonly string[] =>
  PEOPLE.flatMap((person, at) =>
    set.outputs.flatMap(({ enote }) => {
      const found = scanEnote(person.viewer, enote, { firstKeyImage, sealedPaymentId: set.sealedPaymentId });
      if (!found) return [];
      expect(opensKey(person.opening(found), enote.oneTimeKey)).toBe(true);
      expect(commit(found)).toEqual(enote.commitment);
      return [named(at, found)];
    }),
  );

test(
  'every output of a set is found by its owner and by nobody else',
  () => {
    const receivers = fc.array(fc.record({ to: who, index: indices, amount: amounts }), { maxLength: 3 });
    const toSelf = fc.option(
      fc.record({ index: indices, amount: amounts, type: fc.constantFrom<EnoteType>('payment', 'change') }),
    );
    fc.assert(
      fc.property(
        who,
        receivers,
        toSelf,
        fc.option(ids),
        amounts,
        sources,
        (from, others, own, id, change, draw) => {
          fc.pre(others.length > 0 || own !== null);
          // Both outputs would be the same, and the set is refused: tests/unit/protocol/carrot/output-set.test.ts.
          fc.pre(own?.type !== 'payment' || others.length !== 1 || others[0]!.amount !== own.amount);
          const firstKeyImage = randomKeyImage(draw);
          const sender = PEOPLE[from]!;
          const changeTo = sender.address(INDICES[1]!);
          const withId = id === null ? -1 : others.findIndex(({ index }) => index === MAIN);
          const payments = others.map(({ to, index, amount }, i) =>
            payTo(PEOPLE[to]!.address(index, i === withId ? id! : NO_PAYMENT_ID), amount, draw),
          );
          const selfSends = own === null ? [] : [{ ...own, ...sender.address(own.index) }];
          const proposals = completeProposals({ payments, selfSends }, { ...changeTo, amount: change }, draw);
          const set = makeOutputSet(proposals, sender.sender, { firstKeyImage, sealedPaymentId: draw(8) });

          const added = proposals.selfSends.slice(selfSends.length);
          const expected = [
            ...others.map(({ to, ...found }, i) =>
              named(to, {
                ...found,
                type: 'payment',
                ...(i === withId && id!.some((byte) => byte !== 0) && { paymentId: id! }),
              }),
            ),
            ...(own === null ? [] : [named(from, own)]),
            ...added.map(({ amount, type }) => named(from, { index: INDICES[1]!, amount, type })),
          ];
          expect([...allFound(set, firstKeyImage)].sort()).toEqual(expected.sort());
          expect(set.ephemeralKeys).toHaveLength(set.outputs.length === 2 ? 1 : set.outputs.length);
        },
      ),
      { numRuns: SETS },
    );
  },
  limit(60),
);

test(
  'every output of a coinbase is found by its owner and by nobody else',
  () => {
    fc.assert(
      fc.property(who, amounts, fc.nat(2 ** 31), sources, (to, amount, height, draw) => {
        const [enote] = makeCoinbaseOutputs([payTo(PEOPLE[to]!.address(MAIN), amount, draw)], height);
        for (const [at, { sender, mainKeys, opening }] of PEOPLE.entries()) {
          const found = scanCoinbaseEnote({ ...sender, mainKeys }, enote!, height);
          expect(found?.amount).toBe(at === to ? amount : undefined);
          if (found) expect(opensKey(opening(found), enote!.oneTimeKey)).toBe(true);
        }
      }),
      { numRuns: COINBASES },
    );
  },
  limit(60),
);
