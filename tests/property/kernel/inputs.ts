/** Edge inputs of the kernel, and fast-check arbitraries that mix them with random ones. */
import fc from 'fast-check';
import { bigintToBytes } from '../../../src/base/bytes.ts';
import { fromHex } from '../../../src/base/hex.ts';
import { refKernel } from '../../../src/kernel/ref/ref-kernel.ts';

export const L = 2n ** 252n + 27742317777372353535851937790883648493n;
const P = 2n ** 255n - 19n;
const bytes32 = (value: bigint): Uint8Array => bigintToBytes(value, 32);
const SIGN = 2n ** 255n;

export const IDENTITY = bytes32(1n);
export const BASE = fromHex('5866666666666666666666666666666666666666666666666666666666666666');

/** All eight points whose order divides 8: identity, order 2, two of order 4, four of order 8. */
export const TORSION: readonly Uint8Array[] = [
  IDENTITY,
  bytes32(P - 1n),
  bytes32(0n),
  bytes32(SIGN),
  fromHex('c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a'),
  fromHex('c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa'),
  fromHex('26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05'),
  fromHex('26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85'),
];

/** 32 bytes that are not a point: y not below p, minus zero for x, y off the curve. */
export const UNDECODABLE: readonly Uint8Array[] = [
  bytes32(P), // 0, encoded as p
  bytes32(P + 1n), // the identity, encoded as p + 1
  bytes32(P + 3n),
  bytes32(2n ** 255n - 1n),
  bytes32(2n ** 256n - 1n),
  bytes32(1n + SIGN), // x = -0 on the identity
  bytes32(P - 1n + SIGN), // x = -0 on the point of order 2
  bytes32(P + 1n + SIGN),
  bytes32(2n),
  bytes32(7n),
];

/** Those points that decode among y values with extreme limbs. */
export const EXTREME: readonly Uint8Array[] = [
  3n,
  4n,
  5n,
  6n,
  9n,
  16n,
  P - 2n,
  P - 3n,
  P - 4n,
  P - 5n,
  P - 6n,
  2n ** 254n,
  2n ** 254n - 1n,
  2n ** 204n - 1n,
  2n ** 51n,
  2n ** 51n - 1n,
  2n ** 52n - 1n,
  (P - 1n) / 2n,
].flatMap((y) => [bytes32(y), bytes32(y + SIGN)]);

/** Reduced scalars at the edges of digits, limbs and the order. */
export const EDGE_SCALARS: readonly Uint8Array[] = [
  0n,
  1n,
  2n,
  7n,
  8n,
  15n,
  16n,
  31n,
  32n,
  255n,
  2n ** 51n - 1n,
  2n ** 64n,
  2n ** 128n - 1n,
  2n ** 251n,
  2n ** 252n,
  2n ** 252n - 1n,
  L - 1n,
  L - 2n,
  L / 2n,
  (L + 1n) / 2n,
  L - 2n ** 128n,
  BigInt(`0x0${'8'.repeat(63)}`),
  BigInt(`0x0${'f'.repeat(62)}f`),
  BigInt(`0x0${'10'.repeat(31)}1`),
  BigInt(`0x0${'7'.repeat(63)}`),
].map(bytes32);

/** 32 bytes that `sc_check` refuses. */
export const UNREDUCED: readonly Uint8Array[] = [
  L,
  L + 1n,
  2n * L,
  2n ** 253n,
  2n ** 255n,
  2n ** 256n - 1n,
  2n ** 252n + 2n ** 125n,
].map(bytes32);

const random32 = fc.uint8Array({ minLength: 32, maxLength: 32 });

export const scalar = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom(...EDGE_SCALARS) },
  { weight: 4, arbitrary: random32.map((bytes) => refKernel.scalarReduce(bytes)) },
);

const honest = random32.map((bytes) => refKernel.hashToPoint(bytes));
/** Points that decode: in the subgroup, off it by torsion, torsion alone, extreme limbs. */
export const point = fc.oneof(
  { weight: 4, arbitrary: honest },
  { weight: 1, arbitrary: fc.constantFrom(...TORSION, BASE) },
  { weight: 1, arbitrary: fc.constantFrom(...EXTREME.filter((bytes) => refKernel.isOnCurve(bytes))) },
  {
    weight: 2,
    arbitrary: fc.tuple(honest, fc.constantFrom(...TORSION)).map(([p, t]) => refKernel.pointAdd(p, t)),
  },
);

/** Any 32 bytes that may arrive in place of a point. */
export const maybePoint = fc.oneof(
  { weight: 3, arbitrary: point },
  { weight: 1, arbitrary: fc.constantFrom(...UNDECODABLE, ...EXTREME) },
  { weight: 1, arbitrary: random32 },
);
export { random32 };
