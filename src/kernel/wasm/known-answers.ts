/**
 * The self-test at start: some fixed inputs, whose answers were computed with ref/
 * (tests/unit/kernel/build.test.ts compares them). They use every path of the field and the group in less than
 * 20 ms.
 */
import { asSecretKey } from '../../base/brands.ts';
import { concat, utf8 } from '../../base/bytes.ts';
import { toHex } from '../../base/hex.ts';
import type { Kernel } from '../interface.ts';

const ORDER_2: Readonly<Record<number, number>> = { 0: 0xec, 31: 0x7f };

const POINTS = 5;

/** A hash of many answers: any wrong bit changes it. */
export function answersDigest(kernel: Kernel): string {
  const seeds = Array.from({ length: POINTS }, (_, i) => kernel.keccak256(utf8(`known answer ${i}`)));
  const scalars = seeds.map((seed) => kernel.scalarReduce(seed));
  const points = seeds.map((seed) => kernel.hashToPoint(seed));
  // An odd number, with a point that does not decode and one of order 2.
  const unusualPoints = [
    new Uint8Array(32).fill(0xff),
    Uint8Array.from({ length: 32 }, (_, i) => ORDER_2[i] ?? 0xff),
  ];
  const wide = kernel.widen(concat(...points));
  const [s, t] = [scalars[0]!, scalars[1]!];
  const answers = [
    kernel.deriveBatch(asSecretKey(s), concat(...points, ...unusualPoints)),
    kernel.mulX25519Batch(asSecretKey(s), concat(...seeds, ...unusualPoints)),
    kernel.mulBaseBatch(concat(...scalars)),
    kernel.addMulBaseBatch(points[0]!, concat(...scalars)),
    kernel.addMulBatch(points[1]!, points[0]!, concat(...scalars)),
    kernel.mul(s, points[1]!),
    kernel.mulBaseAdd(s, t, points[2]!),
    kernel.multiexp(scalars, points),
    kernel.multiexpWide(concat(...scalars), wide),
    kernel.foldWide(s, wide),
    kernel.foldWide(concat(t, s), wide.subarray(64)),
    kernel.pointSub(points[3]!, points[4]!),
    kernel.scalarMulAdd(s, t, scalars[2]!),
    kernel.scalarInvert(s),
    kernel.treeHash(concat(...points)),
    kernel.openBatch(wide, Uint32Array.of(0, 1, 2), Uint32Array.of(0, 1, 300), wide.subarray(0, 24))
      .commitments,
  ];
  return toHex(kernel.keccak256(concat(...answers)));
}

const DIGEST = '8ef2ea9428b6412ece4d61810272f8780f89d05832164145ef97c6d99bca4d58';

export function knowsAnswers(kernel: Kernel): boolean {
  return answersDigest(kernel) === DIGEST;
}
