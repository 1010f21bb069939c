/** What every kernel must do: published vectors, and edge inputs whose results follow from algebra. */
import { describe, expect, it } from 'vitest';
import { asSecretKey } from '../../../src/base/brands.ts';
import { bigintToBytes, bytesToBigint, concat, utf8 } from '../../../src/base/bytes.ts';
import { isFault } from '../../../src/base/fault.ts';
import { fromHex, toHex } from '../../../src/base/hex.ts';
import { cnState } from '../../../src/kernel/hash/cn-state.ts';
import { keccak256 } from '../../../src/kernel/hash/keccak.ts';
import type { Kernel } from '../../../src/kernel/interface.ts';
import {
  BASE,
  EDGE_SCALARS,
  EXTREME,
  IDENTITY,
  L,
  TORSION,
  UNDECODABLE,
  UNREDUCED,
} from '../../property/kernel/inputs.ts';
import published from '../../vectors/kernel/hashes.json' with { type: 'json' };

const ZERO = new Uint8Array(32);
const ONE = IDENTITY; // the same 32 bytes
const scalarOf = (value: bigint): Uint8Array => bigintToBytes(value, 32);
const throwsFault = (code: string, work: () => unknown): void => {
  try {
    work();
  } catch (error) {
    expect(isFault(error, code)).toBe(true);
    return;
  }
  expect.fail(`expected fault ${code}`);
};
const varint = (value: number): Uint8Array =>
  value < 0x80
    ? Uint8Array.of(value)
    : concat(Uint8Array.of((value % 0x80) | 0x80), varint(Math.floor(value / 0x80)));

export function kernelLaws(name: string, get: () => Kernel): void {
  describe(`${name}: published curve vectors`, () => {
    it('say which keys are on the curve', () => {
      for (const { key, answer } of published.isOnCurve) expect(get().isOnCurve(fromHex(key))).toBe(answer);
    });
    it('say which points data is hashed to', () => {
      for (const { data, point } of published.hashToPoint)
        expect(toHex(get().hashToPoint(fromHex(data)))).toBe(point);
    });
  });

  describe(`${name}: scalars`, () => {
    it('agree with integers mod l for every pair of edge values', () => {
      const k = get();
      for (const a of EDGE_SCALARS)
        for (const b of EDGE_SCALARS) {
          const [x, y] = [bytesToBigint(a), bytesToBigint(b)];
          expect(bytesToBigint(k.scalarAdd(a, b))).toBe((x + y) % L);
          expect(bytesToBigint(k.scalarSub(a, b))).toBe((x - y + L) % L);
          expect(bytesToBigint(k.scalarMul(a, b))).toBe((x * y) % L);
          expect(bytesToBigint(k.scalarMulAdd(a, b, a))).toBe((x * y + x) % L);
        }
    });
    it('reduce 32 and 64 bytes, the largest values included', () => {
      const k = get();
      for (const value of [0n, L - 1n, L, L + 1n, 2n * L, 15n * L + 3n, 2n ** 256n - 1n])
        expect(bytesToBigint(k.scalarReduce(scalarOf(value)))).toBe(value % L);
      for (const value of [0n, L, L * L, L * L - 1n, (2n ** 512n / L) * L, 2n ** 512n - 1n])
        expect(bytesToBigint(k.scalarReduce(bigintToBytes(value, 64)))).toBe(value % L);
    });
    it('have an inverse at every edge except zero', () => {
      const k = get();
      for (const a of EDGE_SCALARS.slice(1)) expect(k.scalarMul(a, k.scalarInvert(a))).toEqual(ONE);
      throwsFault('bad_scalar', () => k.scalarInvert(ZERO));
    });
    it('are refused when not reduced', () => {
      const k = get();
      for (const a of EDGE_SCALARS) expect(k.isReducedScalar(a)).toBe(true);
      for (const bad of [...UNREDUCED, new Uint8Array(31), new Uint8Array(33)]) {
        expect(k.isReducedScalar(bad)).toBe(false);
        throwsFault('bad_scalar', () => k.scalarAdd(bad, ONE));
        throwsFault('bad_scalar', () => k.scalarMul(ONE, bad));
        throwsFault('bad_scalar', () => k.mulBase(bad));
        throwsFault('bad_scalar', () => k.mul(bad, BASE));
        throwsFault('bad_scalar', () => k.deriveBatch(asSecretKey(bad), BASE));
        throwsFault('bad_scalar', () => k.multiexp([bad], [BASE]));
      }
    });
  });

  describe(`${name}: points`, () => {
    it('that do not decode are refused by every function', () => {
      const k = get();
      for (const bad of UNDECODABLE) {
        expect(k.isOnCurve(bad)).toBe(false);
        expect(k.isInPrimeSubgroup(bad)).toBe(false);
        throwsFault('bad_point', () => k.pointAdd(BASE, bad));
        throwsFault('bad_point', () => k.pointSub(bad, BASE));
        throwsFault('bad_point', () => k.mul(ONE, bad));
        throwsFault('bad_point', () => k.mul8(ONE, bad));
        throwsFault('bad_point', () => k.multiexp([ONE], [bad]));
        throwsFault('bad_point', () => k.addMulBaseBatch(bad, ONE));
        throwsFault('bad_point', () => k.addMulBatch(bad, BASE, ONE));
        throwsFault('bad_point', () => k.addMulBatch(BASE, bad, ONE));
      }
      for (const length of [0, 31, 33]) expect(k.isOnCurve(new Uint8Array(length))).toBe(false);
    });
    it('of small order become the identity times 8, and are outside the prime subgroup except the identity', () => {
      const k = get();
      for (const [i, p] of TORSION.entries()) {
        expect(k.isOnCurve(p)).toBe(true);
        expect(k.isInPrimeSubgroup(p)).toBe(i === 0);
        expect(k.mul8(ONE, p)).toEqual(IDENTITY);
        expect(k.mul(scalarOf(8n), p)).toEqual(IDENTITY);
        expect(k.isInPrimeSubgroup(k.pointAdd(BASE, p))).toBe(i === 0);
      }
    });
    it('keep their torsion under a scalar: (8k + 1)·(G + T) = (8k + 1)·G + T', () => {
      const k = get();
      const s = scalarOf(8n * 123456789012345678901234567890n + 1n);
      for (const t of TORSION) expect(k.mul(s, k.pointAdd(BASE, t))).toEqual(k.pointAdd(k.mulBase(s), t));
    });
    it('obey the group laws at every edge point: -1·P + P = 0, P - P = 0, P + 0 = P', () => {
      const k = get();
      for (const p of [BASE, ...TORSION, ...EXTREME.filter((bytes) => k.isOnCurve(bytes))]) {
        expect(k.pointSub(p, p)).toEqual(IDENTITY);
        expect(k.pointAdd(p, IDENTITY)).toEqual(p);
        expect(k.mul(ONE, p)).toEqual(p);
        expect(k.mul(ZERO, p)).toEqual(IDENTITY);
        expect(k.pointAdd(p, p)).toEqual(k.mul(scalarOf(2n), p));
      }
    });
    it('give the same multiple of G by every function', () => {
      const k = get();
      for (const s of EDGE_SCALARS) {
        const want = k.mulBase(s);
        expect(k.mul(s, BASE)).toEqual(want);
        expect(k.mulBaseAdd(s, ONE, IDENTITY)).toEqual(want);
        expect(k.mulBaseAdd(ZERO, s, BASE)).toEqual(want);
        expect(k.mulAdd2(s, BASE, ZERO, BASE)).toEqual(want);
        expect(k.multiexp([s], [BASE])).toEqual(want);
        expect(k.mulBaseBatch(s)).toEqual(want);
        expect(k.addMulBaseBatch(IDENTITY, s)).toEqual(want);
        expect(k.deriveBatch(asSecretKey(s), BASE)).toEqual(k.mul8(s, BASE));
      }
      expect(k.mulBase(ONE)).toEqual(BASE);
    });
    it('sum to zero in every function: multiexp of k and l - k', () => {
      const k = get();
      const points: Uint8Array[] = [];
      const scalars: Uint8Array[] = [];
      for (let i = 1n; i <= 40n; i++) {
        const p = k.hashToPoint(utf8(`point ${i}`));
        points.push(p, p);
        scalars.push(scalarOf(i ** 40n % L), scalarOf(L - (i ** 40n % L)));
      }
      expect(k.multiexp(scalars, points)).toEqual(IDENTITY);
      expect(k.multiexp([], [])).toEqual(IDENTITY);
      throwsFault('bad_scalar', () => k.multiexp([ONE], []));
    });
  });

  describe(`${name}: hashes`, () => {
    it('Keccak absorbs any length around a block, as @noble/hashes does', () => {
      const k = get();
      for (const n of [0, 1, 7, 8, 31, 32, 135, 136, 137, 271, 272, 273, 1000, 70_000]) {
        const data = Uint8Array.from({ length: n }, (_, i) => i * 7 + n);
        expect(k.keccak256(data)).toEqual(keccak256(data));
      }
    });
    it('CryptoNight ends with the state of the plain implementation', () => {
      const k = get();
      for (const text of ['', 'a']) expect(k.cnState(utf8(text))).toEqual(cnState(utf8(text)));
    });
  });

  describe(`${name}: batches`, () => {
    it('give the identity for a point that does not decode, and leave its neighbours unchanged', () => {
      const k = get();
      const s = scalarOf(L - 987654321n);
      const good = [BASE, k.hashToPoint(utf8('a')), k.hashToPoint(utf8('b'))];
      for (const bad of [...UNDECODABLE, ...TORSION]) {
        const list = [good[0]!, bad, good[1]!, bad, bad, good[2]!, bad];
        const want = list.map((p) => (k.isOnCurve(p) ? k.mul8(s, p) : IDENTITY));
        expect(k.deriveBatch(asSecretKey(s), concat(...list))).toEqual(concat(...want));
      }
      expect(k.deriveBatch(asSecretKey(s), new Uint8Array())).toEqual(new Uint8Array());
    });
    it('give the single results at every size around a lane, a chunk and a page', () => {
      const k = get();
      const s = scalarOf(123456789n ** 8n % L);
      const all = Array.from({ length: 300 }, (_, i) => k.mulBase(scalarOf(BigInt(i) ** 30n % L)));
      const scalars = Array.from({ length: 300 }, (_, i) => scalarOf((BigInt(i) + 7n) ** 31n % L));
      const one = all.map((p) => k.mul8(s, p));
      const sums = scalars.map((x) => k.pointAdd(BASE, k.mulBase(x)));
      const products = scalars.map((x) => k.pointAdd(BASE, k.mul(x, one[0]!)));
      for (const n of [1, 2, 3, 4, 63, 64, 65, 127, 128, 129, 300]) {
        expect(k.deriveBatch(asSecretKey(s), concat(...all.slice(0, n)))).toEqual(concat(...one.slice(0, n)));
        expect(k.addMulBaseBatch(BASE, concat(...scalars.slice(0, n)))).toEqual(concat(...sums.slice(0, n)));
        expect(k.addMulBatch(one[0]!, BASE, concat(...scalars.slice(0, n)))).toEqual(
          concat(...products.slice(0, n)),
        );
      }
    });
    it('give the spend key of an output and its view tag as one by one', () => {
      const k = get();
      const derivations = Array.from({ length: 5 }, (_, i) => k.mulBase(scalarOf(BigInt(i) + 2n)));
      const indices = Uint32Array.of(0, 1, 127, 128, 16383, 16384, 2 ** 21, 2 ** 28, 2 ** 32 - 1, 3, 7);
      const which = indices.map((_, i) => (i * 3) % 5);
      const hashed = Array.from(indices, (index, i) => concat(derivations[which[i]!]!, varint(index)));
      const tags = hashed.map((bytes) => k.keccak256(concat(utf8('view_tag'), bytes))[0]!);
      expect(k.viewTagBatch(concat(...derivations), which, indices)).toEqual(Uint8Array.from(tags));
      const keys = hashed.map((_, i) =>
        i === 4 || i === 10 ? UNDECODABLE[0]! : k.hashToPoint(utf8(`${i}`)),
      );
      const want = hashed.map((bytes, i) =>
        k.isOnCurve(keys[i]!)
          ? k.pointSub(keys[i]!, k.mulBase(k.scalarReduce(k.keccak256(bytes))))
          : new Uint8Array(32).fill(0xff),
      );
      expect(k.spendKeyBatch(concat(...derivations), which, indices, concat(...keys))).toEqual(
        concat(...want),
      );
      expect(() => k.viewTagBatch(concat(...derivations), Uint32Array.of(5), Uint32Array.of(0))).toThrow();
      const none = new Uint32Array();
      expect(k.viewTagBatch(new Uint8Array(), none, none)).toEqual(new Uint8Array());
    });
    it('of key images are s·Hp(key) one by one', () => {
      const k = get();
      const keys = [BASE, ...UNDECODABLE, ...TORSION];
      const secrets = keys.map((_, i) => EDGE_SCALARS[(i * 7) % EDGE_SCALARS.length]!);
      const want = keys.map((key, i) => k.mul(secrets[i]!, k.hashToPoint(key)));
      expect(k.keyImageBatch(concat(...secrets), concat(...keys))).toEqual(concat(...want));
      expect(k.keyImageBatch(new Uint8Array(), new Uint8Array())).toEqual(new Uint8Array());
      throwsFault('bad_scalar', () => k.keyImageBatch(UNREDUCED[0]!, BASE));
    });
    it('of sums stay right where a sum is the identity or a doubling', () => {
      const k = get();
      const out = k.addMulBaseBatch(BASE, concat(scalarOf(L - 1n), ONE, ZERO));
      expect(out).toEqual(concat(IDENTITY, k.mulBase(scalarOf(2n)), BASE));
      expect(k.addMulBatch(BASE, BASE, concat(scalarOf(L - 1n), ONE, ZERO))).toEqual(out);
    });
    it('of one base are the single products for edge scalars, bases of small order among them', () => {
      const k = get();
      for (const base of [BASE, k.hashToPoint(utf8('base')), IDENTITY, ...TORSION]) {
        const want = EDGE_SCALARS.map((s) => k.pointAdd(BASE, k.mul(s, base)));
        expect(k.addMulBatch(base, BASE, concat(...EDGE_SCALARS))).toEqual(concat(...want));
      }
      expect(k.addMulBatch(BASE, BASE, new Uint8Array())).toEqual(new Uint8Array());
      throwsFault('bad_scalar', () => k.addMulBatch(BASE, BASE, UNREDUCED[0]!));
      // The table of G is its own.
      expect(k.mulBaseBatch(ONE)).toEqual(BASE);
    });
  });
}
