/** Outputs as leaves of the tree: what is cleared, what is hashed as it is, and what stays outside. */
import { describe, expect, it } from 'vitest';
import { asCommitment, asPublicKey, type Point } from '../../../../src/base/brands.ts';
import { fromHex } from '../../../../src/base/hex.ts';
import { kernel } from '../../../../src/kernel/kernel.ts';
import { unbiasedHashToPoint } from '../../../../src/kernel/ref/hash-to-point-unbiased.ts';
import { toWeierstrass } from '../../../../src/kernel/ref/wei25519.ts';
import {
  clearTorsion,
  leafScalars,
  outputTuple,
  type ChainOutput,
} from '../../../../src/protocol/fcmp/output.ts';
import { TORSION, UNDECODABLE } from '../../../property/kernel/inputs.ts';
import { seededRandom } from '../../../support/seeded-random.ts';

const random = seededRandom('outputs of the tree');
const point = (): Point => kernel.mulBase(kernel.scalarReduce(random(64)));
const output = (kind: ChainOutput['kind'], key = point(), commitment = point()): ChainOutput => ({
  kind,
  key: asPublicKey(key),
  commitment: asCommitment(commitment),
});
const ofTree = (key: Point, I: Point, commitment: Point): readonly bigint[] =>
  [key, I, commitment].flatMap((each) => {
    const { x, y } = toWeierstrass(each);
    return [x, y];
  });

describe('clearing the part of small order', () => {
  /** `torsion_check_hardcoded` in tests/unit_tests/crypto.cpp of monero-project/monero at 0aa9c51bd. */
  it.each([
    ['b10ba13e303cbe9abf7d5d44f1d417727abcc14903a74e071abd652ce1bf76dd', false],
    ['9b2e4c0281c0b02e7c53291a94d1d0cbff8883f8024f5142ee494ffbbd088071', false],
    ['785eda585dca4f3d27976106008ccfbca13146c8b21b8c7e4909032639a776e1', true],
    ['9a7b10563aa266032cd075f4e347f348a3841ae4f41572633351a97dd44066b4', true],
  ])('changes %s only if it has one', (hex, isClear) => {
    const cleared = clearTorsion(fromHex(hex))!;
    expect(Buffer.from(cleared).equals(fromHex(hex))).toBe(isClear);
    expect(kernel.isInPrimeSubgroup(cleared)).toBe(true);
    // What was taken away has a small order.
    expect(kernel.mul8(TORSION[0]!, kernel.pointSub(fromHex(hex), cleared))).toEqual(TORSION[0]);
  });

  it('gives the same point whatever was added to it', () => {
    const clear = point();
    for (const torsion of TORSION) expect(clearTorsion(kernel.pointAdd(clear, torsion))).toEqual(clear);
  });

  it('leaves nothing of points of small order, nor of bytes that are no point', () => {
    for (const bytes of [...TORSION, ...UNDECODABLE]) expect(clearTorsion(bytes)).toBeUndefined();
  });
});

describe('the leaf of an output', () => {
  it('of before Carrot has clear points, and the key image generator of the key as it is on the chain', () => {
    const [key, commitment] = [point(), point()];
    const [torsion] = TORSION.slice(5);
    const dirty = output('legacy', kernel.pointAdd(key, torsion!), kernel.pointAdd(commitment, torsion!));
    const I = kernel.hashToPoint(dirty.key);
    expect(outputTuple(dirty)).toEqual({ O: key, I, C: commitment });
    expect(leafScalars(dirty)).toEqual(ofTree(key, I, commitment));
  });

  it('of Carrot has its points, and the unbiased key image generator', () => {
    const { key, commitment } = output('carrot');
    expect(leafScalars(output('carrot', key, commitment))).toEqual(
      ofTree(key, unbiasedHashToPoint(key), commitment),
    );
  });

  it.each(['legacy', 'carrot'] as const)(
    'does not exist for %s outputs with points that are none',
    (kind) => {
      for (const bytes of [...UNDECODABLE, TORSION[0]!, TORSION[1]!]) {
        expect(leafScalars(output(kind, bytes))).toBeUndefined();
        expect(leafScalars(output(kind, point(), bytes))).toBeUndefined();
      }
    },
  );
});
