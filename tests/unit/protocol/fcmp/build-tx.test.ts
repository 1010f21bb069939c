/** Transactions of RingCT type 7 without their membership proof: who finds what, what balances, and what is signed. */
import { beforeAll, describe, expect, it } from 'vitest';
import { asCommitment, asPublicKey, asSecretKey, type Scalar } from '../../../../src/base/brands.ts';
import { compareBytes, concat } from '../../../../src/base/bytes.ts';
import { Secret } from '../../../../src/base/secret.ts';
import { kernel } from '../../../../src/kernel/kernel.ts';
import { payTo } from '../../../../src/protocol/carrot/complete.ts';
import { T } from '../../../../src/protocol/carrot/constants.ts';
import { readFcmpTransaction } from '../../../../src/protocol/carrot/fcmp-part.ts';
import type { SelfSend } from '../../../../src/protocol/carrot/make-enote.ts';
import type { Proposals } from '../../../../src/protocol/carrot/output-set.ts';
import { fcmpSigningHash } from '../../../../src/protocol/carrot/pruned-tx.ts';
import { scanEnote, type FoundEnote } from '../../../../src/protocol/carrot/scan.ts';
import { enotesOf } from '../../../../src/protocol/carrot/tx.ts';
import {
  buildFcmpTx,
  forgetBlinds,
  isSound,
  wholeFcmpTx,
  type FcmpSpend,
  type UnprovenTx,
} from '../../../../src/protocol/fcmp/build-tx.ts';
import { outputTuple } from '../../../../src/protocol/fcmp/output.ts';
import { planFcmpPayment } from '../../../../src/protocol/fcmp/payment.ts';
import { readSalProof } from '../../../../src/protocol/fcmp/sal-proof.ts';
import { verifySal } from '../../../../src/protocol/fcmp/sal-verify.ts';
import {
  fcmpExtraSize,
  fcmpFees,
  fcmpWeight,
  type FcmpFeeRates,
} from '../../../../src/protocol/fcmp/weight.ts';
import { commit } from '../../../../src/protocol/rct/amount.ts';
import { writePrefix } from '../../../../src/protocol/tx/prefix.ts';
import { writeRctBase } from '../../../../src/protocol/tx/rct-base.ts';
import { writeTransaction } from '../../../../src/protocol/tx/transaction.ts';
import { expectFault, faultOf } from '../../../support/faults.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
import { useWasmKernel } from '../../../support/wasm-kernel.ts';
import { carrotPerson, MAIN, personOfToday, type Person } from '../carrot/people.ts';

beforeAll(useWasmKernel);

const random = seededRandom('build fcmp');
const scalar = (): Scalar => kernel.scalarReduce(random(64));
const RATES: FcmpFeeRates = [20n, 80n, 320n, 1280n, 4000n];
const alice = personOfToday(random);
const bob = personOfToday(random);
const carol = carrotPerson(random);
const SUB = { major: 2, minor: 4 };

/** An output of this amount with secrets of its own; whose it is does not matter to what is built. */
const coin = (amount: bigint, kind: 'legacy' | 'carrot'): FcmpSpend => {
  const x = scalar();
  const y = kind === 'legacy' ? (new Uint8Array(32) as Scalar) : scalar();
  const opening = { amount, mask: scalar() };
  const key = asPublicKey(kernel.pointAdd(kernel.mulBase(x), kernel.mul(y, T)));
  return {
    output: { kind, key, commitment: commit(opening) },
    opening,
    secrets: { x: Secret.over(asSecretKey(x)), y: Secret.over(y) },
  };
};
const self = (amount: bigint, type: SelfSend['type'], at = MAIN, from: Person = alice): SelfSend => {
  const { spendPublic, isSubaddress } = from.address(at);
  return { spendPublic, isSubaddress, amount, type };
};
const build = (
  coins: readonly FcmpSpend[],
  given: Proposals,
  { from = alice, level = 1 }: { readonly from?: Person; readonly level?: 0 | 1 | 2 | 3 | 4 } = {},
) => {
  const amounts = coins.map(({ opening }) => opening.amount);
  const { spendPublic, isSubaddress } = from.address(MAIN);
  const changeTo = { spendPublic, isSubaddress };
  const plan = planFcmpPayment(given, amounts, { rates: RATES, level, changeTo }, random);
  return { ...plan, tx: buildFcmpTx({ spends: coins, ...plan }, from.sender, random) };
};
const found = ({ viewer }: Person, { pruned }: UnprovenTx): FoundEnote[] => {
  const read = enotesOf(pruned.prefix, pruned.rct)!;
  return read.enotes.flatMap((enote) => scanEnote(viewer, enote, read.tx) ?? []);
};
const XMR = 1_000_000_000_000n;

describe('a built transaction', () => {
  it.each([0, 1, 2, 3, 4] as const)(
    'at level %i pays its fee, is found by both sides, and balances',
    (level) => {
      const paid = { payments: [payTo(bob.address(SUB), 2n * XMR, random)], selfSends: [] };
      const { tx, fee, change } = build([coin(5n * XMR, 'legacy'), coin(XMR, 'carrot')], paid, { level });
      expect(fee).toBe(fcmpFees({ inputs: 2, outputs: 2 }, RATES)[level]);
      expect(found(bob, tx)).toMatchObject([
        { amount: 2n * XMR, index: SUB, type: 'payment', fromSelf: false },
      ]);
      expect(found(alice, tx)).toMatchObject([
        { amount: change, index: MAIN, type: 'change', fromSelf: true },
      ]);
      expect(found(carol, tx)).toEqual([]);
      expect(2n * XMR + change + fee).toBe(6n * XMR);
      expect(isSound(tx)).toBe(true);
    },
  );

  it('pays integrated addresses, subaddresses and several people, each with a key of its own', () => {
    const paymentId = random(8);
    const { tx, change } = build([coin(9n * XMR, 'carrot')], {
      payments: [
        payTo(bob.address(MAIN, paymentId), XMR, random),
        payTo(bob.address(SUB), 2n * XMR, random),
        payTo(carol.address(SUB), 3n * XMR, random),
      ],
      selfSends: [self(5n, 'payment', SUB)],
    });
    const ofBob = found(bob, tx).sort((a, b) => (a.amount < b.amount ? -1 : 1));
    expect(ofBob).toMatchObject([
      { amount: XMR, index: MAIN, paymentId },
      { amount: 2n * XMR, index: SUB },
    ]);
    expect(ofBob[1]).not.toHaveProperty('paymentId');
    expect(found(carol, tx)).toMatchObject([{ amount: 3n * XMR, index: SUB, type: 'payment' }]);
    expect(new Set(found(alice, tx).map(({ amount, type }) => `${type} ${amount}`))).toEqual(
      new Set(['payment 5', `change ${change}`]),
    );
    expect(
      enotesOf(tx.pruned.prefix, tx.pruned.rct)!.enotes.map(({ ephemeralKey }) => ephemeralKey),
    ).toHaveLength(5);
  });

  it.each([
    ['change', 'payment'],
    ['payment', 'change'],
  ] as const)('to oneself as %s has a second output of the other type', (type, other) => {
    for (const from of [alice, carol]) {
      const { tx, change } = build(
        [coin(XMR, 'carrot')],
        { payments: [], selfSends: [self(7n, type, SUB, from)] },
        { from },
      );
      expect(
        found(from, tx)
          .map((each) => [each.type, each.amount])
          .sort(),
      ).toEqual(
        [
          [type, 7n],
          [other, change],
        ].sort(),
      );
    }
  });

  it('of everything to oneself has a second output, which nobody finds', () => {
    const { tx, change } = build([coin(XMR, 'legacy')], { payments: [], selfSends: [] });
    expect(tx.outputs).toHaveLength(2);
    expect(found(alice, tx)).toMatchObject([{ amount: change }]);
  });

  it('keeps the change output when nothing is left', () => {
    const fee = fcmpFees({ inputs: 1, outputs: 2 }, RATES)[1];
    const { tx, change } = build([coin(XMR + fee, 'carrot')], {
      payments: [payTo(bob.address(MAIN), XMR, random)],
      selfSends: [],
    });
    expect(change).toBe(0n);
    expect(found(alice, tx)).toMatchObject([{ amount: 0n, type: 'change' }]);
    const one = coin(XMR + fee - 1n, 'carrot');
    expect(
      faultOf(() => build([one], { payments: [payTo(bob.address(MAIN), XMR, random)], selfSends: [] })),
    ).toMatchObject({ code: 'too_little', needed: XMR + fee });
  });

  it('has key images in descending order, of each era with its hash', () => {
    const coins = [coin(XMR, 'legacy'), coin(XMR, 'carrot'), coin(XMR, 'legacy'), coin(XMR, 'carrot')];
    const { tx } = build(coins, { payments: [payTo(bob.address(MAIN), XMR, random)], selfSends: [] });
    const images = tx.pruned.prefix.inputs.flatMap((input) => (input.kind === 'key' ? [input.keyImage] : []));
    expect(images).toEqual([...images].sort((a, b) => compareBytes(b, a)));
    const expected = coins.map(({ output, secrets }) => kernel.mul(secrets.x, outputTuple(output)!.I));
    expect(new Set(images.map(String))).toEqual(new Set(expected.map(String)));
  });

  it('signs the hash of prefix and base, and no pseudo output of it fits another one', () => {
    const make = () =>
      build([coin(3n * XMR, 'carrot')], { payments: [payTo(bob.address(MAIN), XMR, random)], selfSends: [] });
    const { tx } = make();
    const { prefix, rct } = tx.pruned;
    const expected = kernel.keccak256(
      concat(kernel.keccak256(writePrefix(prefix)), kernel.keccak256(writeRctBase(rct!))),
    );
    expect(fcmpSigningHash({ prefix, rct: rct! })).toEqual(expected);
    const [input] = prefix.inputs;
    const keyImage = input!.kind === 'key' ? input!.keyImage : undefined;
    expect(
      verifySal({ txHash: expected, input: tx.inputs[0]!.input, keyImage: keyImage! }, tx.inputs[0]!.proof),
    ).toBe(true);
    // Another fee, another output, another blinded input: no longer sound.
    const other = make().tx;
    expect(isSound({ ...tx, pruned: { ...tx.pruned, rct: { ...rct!, fee: rct!.fee + 1n } } })).toBe(false);
    expect(isSound({ ...tx, rangeProof: other.rangeProof })).toBe(false);
    expect(isSound({ ...tx, inputs: other.inputs })).toBe(false);
    expect(isSound({ ...tx, pruned: other.pruned })).toBe(false);
  });

  it('is refused with other amounts, one coin twice, or secrets of another output', () => {
    const [a, b] = [coin(XMR, 'carrot'), coin(XMR, 'legacy')];
    const given = { payments: [payTo(bob.address(MAIN), 5n, random)], selfSends: [self(6n, 'change')] };
    expectFault(
      () => buildFcmpTx({ spends: [a], proposals: given, fee: 3n }, alice.sender, random),
      'unbalanced',
    );
    expectFault(
      () => buildFcmpTx({ spends: [], proposals: given, fee: 0n }, alice.sender, random),
      'unbalanced',
    );
    expectFault(() => build([a, a], { payments: [], selfSends: [] }), 'spent_twice');
    const wrong = { ...a, secrets: b.secrets };
    expect(() => build([wrong], { payments: [], selfSends: [] })).toThrow('do not open the input');
    const poorer = { ...a, opening: { ...a.opening, amount: 2n * XMR } };
    expect(() => build([poorer], { payments: [], selfSends: [] })).toThrow('what is known of the output');
    const other = { ...a, output: { ...a.output, commitment: asCommitment(kernel.mulBase(scalar())) } };
    expect(() => build([other], { payments: [], selfSends: [] })).toThrow('what is known of the output');
  });
});

describe('the whole transaction', () => {
  it('has the layout of type 7 around it, and its weight is that of its bytes with the longest varints', () => {
    const { tx, fee } = build([coin(XMR, 'carrot')], {
      payments: [payTo(bob.address(MAIN), 5n, random)],
      selfSends: [],
    });
    const membership = { referenceBlock: 3_000_000, layers: 7, bytes: random(6208) };
    const whole = wholeFcmpTx(tx, membership);
    const read = readFcmpTransaction(whole);
    expect(writeTransaction(read.pruned)).toEqual(writeTransaction(tx.pruned));
    expect(read.part).toMatchObject({ referenceBlock: 3_000_000, layers: 7 });
    expect(read.part.proof.subarray(96 + 384)).toEqual(membership.bytes);
    expect(readSalProof(read.part.proof.subarray(96, 96 + 384))).toEqual(tx.inputs[0]!.proof);
    expect(read.part.pseudoOuts).toEqual([tx.inputs[0]!.input.C]);
    expect(tx.pruned.prefix.extra).toHaveLength(fcmpExtraSize(2));
    // The weight has the longest varints: ten bytes for the fee, five for the height.
    const varint = (value: bigint): number => Math.max(1, Math.ceil(value.toString(2).length / 7));
    const longest = 10 - varint(fee) + 5 - varint(3_000_000n);
    expect(fcmpWeight({ inputs: 1, outputs: 2 })).toBe(whole.length + longest);
  });

  it('forgets what connects its inputs with outputs', () => {
    const { tx } = build([coin(XMR, 'carrot')], { payments: [], selfSends: [] });
    forgetBlinds(tx);
    for (const blind of Object.values<Uint8Array>({ ...tx.inputs[0]!.blinds }))
      expect(blind.every((byte) => byte === 0)).toBe(true);
  });
});

describe('weights', () => {
  it('grow with outputs, and with inputs by their part of the proofs', () => {
    const of = (inputs: number, outputs: number) => fcmpWeight({ inputs, outputs });
    const input = 35 + 96 + 32 + 384;
    // Lengths of upstream's table: 6208 for one input, 7104 for two, 11968 for eight.
    expect(of(2, 2) - of(1, 2)).toBe(input + 7104 - 6208);
    expect(of(8, 2) - of(1, 2)).toBe(7 * input + 11_968 - 6208);
    expect(of(1, 4)).toBeGreaterThan(of(1, 3));
    for (let inputs = 2; inputs <= 128; inputs++) expect(of(inputs, 2)).toBeGreaterThan(of(inputs - 1, 2));
  });

  it('are at most what upstream allows, with the longest extra', () => {
    // FCMP_PLUS_PLUS_MAX_TX_WEIGHT and MAX_TX_EXTRA_SIZE of j-berman/monero at ccc0eb38c.
    expect(fcmpWeight({ inputs: 128, outputs: 16 }, 1060)).toBe(178_063);
  });

  it.each([
    [0, 2],
    [129, 2],
    [1, 1],
    [1, 17],
  ])('are not defined for %i inputs and %i outputs', (inputs, outputs) => {
    expectFault(() => fcmpWeight({ inputs, outputs }), 'bad_fcmp_shape');
  });
});
