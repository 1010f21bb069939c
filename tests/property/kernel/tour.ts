/**
 * Calls the whole interface with edge and sampled inputs, and makes one digest of all results and faults: equal digests
 * mean equal kernels. For environments without a test runner (a worker in a browser).
 */
import fc from 'fast-check';
import { asSecretKey } from '../../../src/base/brands.ts';
import { concat, utf8 } from '../../../src/base/bytes.ts';
import { isFault } from '../../../src/base/fault.ts';
import { toHex } from '../../../src/base/hex.ts';
import { finalHash } from '../../../src/kernel/hash/cn-final.ts';
import { keccak256 } from '../../../src/kernel/hash/keccak.ts';
import type { Kernel } from '../../../src/kernel/interface.ts';
import {
  EDGE_SCALARS,
  EXTREME,
  maybePoint,
  point,
  scalar,
  TORSION,
  UNDECODABLE,
  UNREDUCED,
} from './inputs.ts';

/** Any bytes are valid: eight for each item. */
const sealedFor = (items: Uint32Array): Uint8Array =>
  Uint8Array.from({ length: 8 * items.length }, (_, i) => i ** 2);

export function tour(k: Kernel, seed: number, size: number): string {
  const answers: Uint8Array[] = [];
  const note = (work: () => Uint8Array | boolean): void => {
    try {
      const out = work();
      answers.push(typeof out === 'boolean' ? Uint8Array.of(out ? 1 : 0) : out);
    } catch (error) {
      if (!isFault(error)) throw error;
      answers.push(utf8(error.code));
    }
  };
  const sample = <T>(source: fc.Arbitrary<T>, n: number): T[] => fc.sample(source, { seed, numRuns: n });
  const points = [...TORSION, ...UNDECODABLE, ...EXTREME, ...sample(maybePoint, size)];
  const scalars = [...EDGE_SCALARS, ...UNREDUCED, ...sample(scalar, size)];
  const reduced = [...EDGE_SCALARS, ...sample(scalar, size)];

  for (const [i, p] of points.entries()) {
    const q = points[(i * 7 + 3) % points.length]!;
    const s = scalars[i % scalars.length]!;
    const t = scalars[(i * 5 + 1) % scalars.length]!;
    note(() => k.isOnCurve(p));
    note(() => k.isInPrimeSubgroup(p));
    note(() => k.pointAdd(p, q));
    note(() => k.pointSub(p, q));
    note(() => k.mapToPoint(p));
    note(() => k.hashToPoint(p));
    // With a bad scalar and a bad point either fault is right: the scalar is always good here.
    const good = reduced[i % reduced.length]!;
    note(() => k.mul(good, p));
    note(() => k.mul8(good, p));
    note(() => k.mulX25519Batch(asSecretKey(good), concat(p, q)));
    note(() => k.mulBaseAdd(good, reduced[(i * 3) % reduced.length]!, p));
    note(() => k.scalarAdd(s, t));
    note(() => k.scalarSub(s, t));
    note(() => k.scalarMul(s, t));
    note(() => k.scalarMulAdd(s, t, good));
    note(() => k.mulBase(s));
    note(() => k.scalarReduce(concat(p, q)));
    note(() => k.keccak256(concat(...points.slice(0, i % 9))));
  }
  for (const s of reduced.slice(0, 12)) note(() => k.deriveBatch(asSecretKey(s), concat(...points)));
  note(() => k.mulBaseBatch(concat(...reduced)));
  note(() => k.addMulBaseBatch(points[1]!, concat(...reduced)));
  note(() => k.addMulBatch(points[0]!, points[1]!, concat(...reduced)));
  const pairs = sample(fc.tuple(scalar, point), 160);
  for (const n of [0, 1, 2, 7, 160])
    note(() =>
      k.multiexp(
        pairs.slice(0, n).map(([s]) => s),
        pairs.slice(0, n).map(([, p]) => p),
      ),
    );
  for (const n of [1, 7, 160]) {
    const list = pairs.slice(0, n);
    note(() => k.widen(concat(...list.map(([, p]) => p))));
    const scalarsOf = concat(...list.map(([s]) => s));
    note(() => k.multiexpWide(scalarsOf, k.widen(concat(...list.map(([, p]) => p)))));
    note(() => k.foldWide(scalarsOf.subarray(0, 32), k.widen(concat(...list.map(([, p]) => p)))));
  }
  note(() => k.widen(concat(...points)));
  note(() => k.primeSubgroupBatch(concat(...points)));
  note(() => k.multiexpWide(concat(reduced[0]!, reduced[1]!), concat(...points.slice(8, 12))));
  const which = Uint32Array.from(points, (_, i) => (i * 11) % reduced.length);
  const indices = Uint32Array.from(points, (_, i) => i ** 3);
  note(() =>
    k.keyImageBatch(concat(...points.map((_, i) => reduced[i % reduced.length]!)), concat(...points)),
  );
  note(() => k.viewTagBatch(concat(...reduced), which, indices));
  note(() => k.spendKeyBatch(concat(...reduced), which, indices, concat(...points)));
  note(() => {
    const opened = k.openBatch(concat(...reduced), which, indices, sealedFor(which));
    return concat(opened.scalars, opened.masks, opened.amounts, opened.commitments);
  });
  for (const n of [1, 2, 3, 4, 5, 31, 32, 33]) note(() => k.treeHash(concat(...points.slice(0, n))));
  note(() => finalHash(k.cnState(utf8(`tour ${seed}`))));
  return toHex(keccak256(concat(...answers)));
}
