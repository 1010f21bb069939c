/** The readable kernel, slow and simple: bigint scalars, @noble/curves points. All builds must give its results. */
import { cnState } from '../hash/cn-state.ts';
import { keccak256 } from '../hash/keccak.ts';
import { bytesToBigint, concat, concatAll, utf8, xorBytes } from '../../base/bytes.ts';
import { fault } from '../faults.ts';
import type { Kernel } from '../interface.ts';
import { mapToAffine } from './map.ts';
import {
  inPrimeSubgroup,
  EdwardsPoint,
  readPoint,
  readWide,
  times,
  times8,
  timesVartime,
  writeWide,
} from './point.ts';
import { invert, L, mod, readScalar, writeScalar } from './scalar.ts';
import { mulX25519 } from './x25519.ts';

const mapToPoint = (bytes: Uint8Array): EdwardsPoint => EdwardsPoint.fromAffine(mapToAffine(bytes));
const derive = (secret: bigint, bytes: Uint8Array): Uint8Array => {
  let point: EdwardsPoint;
  try {
    point = EdwardsPoint.fromBytes(bytes, false);
  } catch {
    point = EdwardsPoint.ZERO;
  }
  return times8(times(point, secret)).toBytes();
};
const onEach = (items: Uint8Array, work: (item: Uint8Array) => Uint8Array): Uint8Array => {
  const out = new Uint8Array(items.length);
  for (let at = 0; at < items.length; at += 32) out.set(work(items.subarray(at, at + 32)), at);
  return out;
};

const chunks = (bytes: Uint8Array, size: number): Uint8Array[] =>
  Array.from({ length: bytes.length / size }, (_, i) => bytes.subarray(i * size, i * size + size));

/** Little-endian base 128, as the protocol writes integers. */
const varint = (value: number): Uint8Array => {
  const out: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) out.push((rest & 0x7f) | 0x80);
  return Uint8Array.from([...out, rest]);
};
/** derivations[which] ‖ varint(index). */
const derivationAt = (derivations: Uint8Array, which: number, index: number): Uint8Array => {
  if (32 * which + 32 > derivations.length) throw new Error('no such derivation');
  return concat(derivations.subarray(32 * which, 32 * which + 32), varint(index));
};
const sharedScalar = (derivations: Uint8Array, which: number, index: number): Uint8Array =>
  writeScalar(bytesToBigint(keccak256(derivationAt(derivations, which, index))));
const treeHash = (ids: readonly Uint8Array[]): Uint8Array => {
  if (ids.length === 1) return ids[0]!;
  let width = 1;
  while (width * 2 < ids.length) width *= 2;
  const alone = 2 * width - ids.length;
  let row = [...ids.slice(0, alone), ...pairHashes(ids.slice(alone))];
  while (row.length > 1) row = pairHashes(row);
  return row[0]!;
};
const pairHashes = (ids: readonly Uint8Array[]): Uint8Array[] =>
  Array.from({ length: ids.length / 2 }, (_, i) => keccak256(concat(ids[2 * i]!, ids[2 * i + 1]!)));
const H = EdwardsPoint.fromHex('8b655970153799af2aeadc9ff1add0ea6c7251d54154cfa92c173a0dd39c1f94');
const NO_POINT = new Uint8Array(32).fill(0xff);

export const refKernel: Kernel = {
  name: 'ref',
  keccak256,
  treeHash: (ids) => {
    if (ids.length === 0 || ids.length % 32 !== 0) throw new Error('the tree hash of no list of ids');
    return treeHash(chunks(ids, 32)).slice();
  },
  cnState,

  scalarReduce: (bytes) => writeScalar(bytesToBigint(bytes)),
  isReducedScalar: (bytes) => bytes.length === 32 && bytesToBigint(bytes) < L,
  scalarAdd: (a, b) => writeScalar(readScalar(a) + readScalar(b)),
  scalarSub: (a, b) => writeScalar(readScalar(a) - readScalar(b)),
  scalarMul: (a, b) => writeScalar(readScalar(a) * readScalar(b)),
  scalarMulAdd: (a, b, c) => writeScalar(readScalar(a) * readScalar(b) + readScalar(c)),
  scalarInvert: (a) => writeScalar(invert(readScalar(a))),

  isOnCurve: (point) => {
    try {
      readPoint(point);
      return true;
    } catch {
      return false;
    }
  },
  isInPrimeSubgroup: (point) => {
    try {
      return inPrimeSubgroup(readPoint(point));
    } catch {
      return false;
    }
  },
  pointAdd: (a, b) => readPoint(a).add(readPoint(b)).toBytes(),
  pointSub: (a, b) => readPoint(a).subtract(readPoint(b)).toBytes(),
  mulBase: (s) => times(EdwardsPoint.BASE, readScalar(s)).toBytes(),
  mul: (s, point) => times(readPoint(point), readScalar(s)).toBytes(),
  mul8: (s, point) => times8(times(readPoint(point), readScalar(s))).toBytes(),
  mulBaseAdd: (a, b, point) =>
    times(EdwardsPoint.BASE, readScalar(a))
      .add(timesVartime(readPoint(point), readScalar(b)))
      .toBytes(),
  mulAdd2: (a, p, b, q) =>
    timesVartime(readPoint(p), readScalar(a))
      .add(timesVartime(readPoint(q), readScalar(b)))
      .toBytes(),
  multiexp: (scalars, points) => {
    if (scalars.length !== points.length) throw fault('bad_scalar');
    if (points.length === 0) return EdwardsPoint.ZERO.toBytes();
    return pippenger(points.map(readPoint), scalars.map(readScalar)).toBytes();
  },
  widen: (points) => {
    if (points.length % 32 !== 0) throw fault('bad_point');
    return concat(...chunks(points, 32).map((point) => writeWide(readPoint(point))));
  },
  multiexpWide: (scalars, wide) => {
    if (wide.length !== 2 * scalars.length || scalars.length % 32 !== 0) throw fault('bad_scalar');
    if (wide.length === 0) return EdwardsPoint.ZERO.toBytes();
    const values = chunks(scalars, 32).map(readScalar);
    return pippenger(chunks(wide, 64).map(readWide), values).toBytes();
  },
  foldWide: (scalars, wide) => {
    const k = scalars.length / 32;
    const m = wide.length / 64 / k;
    if (k < 1 || !Number.isInteger(k) || !Number.isInteger(m)) throw fault('bad_scalar');
    const values = chunks(scalars, 32).map(readScalar);
    const points = chunks(wide, 64).map(readWide);
    const sums = Array.from({ length: m }, (_, j) =>
      values.reduce((sum, value, b) => sum.add(timesVartime(points[b * m + j]!, value)), EdwardsPoint.ZERO),
    );
    return concat(...sums.map(writeWide));
  },
  mapToPoint: (bytes) => mapToPoint(bytes).toBytes(),
  hashToPoint: (data) => times8(mapToPoint(keccak256(data))).toBytes(),

  deriveBatch: (secret, points) => {
    const s = readScalar(secret);
    return onEach(points, (point) => derive(s, point));
  },
  mulX25519Batch: (secret, us) => {
    if (us.length % 32 !== 0) throw new Error('a list of 32-byte items has another length');
    writeScalar(readScalar(secret));
    return onEach(us, (u) => mulX25519(secret, u));
  },
  primeSubgroupBatch: (points) => {
    if (points.length % 32 !== 0) throw new Error('a list of 32-byte items has another length');
    return Uint8Array.from(chunks(points, 32), (point) => (refKernel.isInPrimeSubgroup(point) ? 1 : 0));
  },
  mulBaseBatch: (scalars) => onEach(scalars, (s) => times(EdwardsPoint.BASE, readScalar(s)).toBytes()),
  addMulBaseBatch: (point, scalars) => {
    const base = readPoint(point);
    return onEach(scalars, (s) => base.add(times(EdwardsPoint.BASE, readScalar(s))).toBytes());
  },
  addMulBatch: (base, point, scalars) => {
    const [from, by] = [readPoint(point), readPoint(base)];
    return onEach(scalars, (s) => from.add(times(by, readScalar(s))).toBytes());
  },
  keyImageBatch: (secrets, keys) => {
    if (secrets.length !== keys.length) throw new Error('one secret per key');
    const out = new Uint8Array(keys.length);
    for (let at = 0; at < keys.length; at += 32) {
      const image = times8(mapToPoint(keccak256(keys.subarray(at, at + 32))));
      out.set(times(image, readScalar(secrets.subarray(at, at + 32))).toBytes(), at);
    }
    return out;
  },
  viewTagBatch: (derivations, which, indices) =>
    Uint8Array.from(
      which,
      (at, i) => keccak256(concat(utf8('view_tag'), derivationAt(derivations, at, indices[i]!)))[0]!,
    ),
  spendKeyBatch: (derivations, which, indices, keys) => {
    const out = new Uint8Array(keys.length);
    for (const [i, at] of which.entries()) {
      const key = keys.subarray(32 * i, 32 * i + 32);
      const shared = mod(bytesToBigint(keccak256(derivationAt(derivations, at, indices[i]!))));
      const isPoint = refKernel.isOnCurve(key);
      out.set(
        isPoint ? readPoint(key).subtract(times(EdwardsPoint.BASE, shared)).toBytes() : NO_POINT,
        32 * i,
      );
    }
    return out;
  },
  openBatch: (derivations, which, indices, sealed) => {
    if (sealed.length !== 8 * which.length) throw new Error('openBatch takes one sealed amount per item');
    const scalars = Array.from(which, (at, i) => sharedScalar(derivations, at, indices[i]!));
    const masks = scalars.map((s) =>
      writeScalar(bytesToBigint(keccak256(concat(utf8('commitment_mask'), s)))),
    );
    const amounts = scalars.map((s, i) =>
      xorBytes(keccak256(concat(utf8('amount'), s)).subarray(0, 8), sealed.subarray(8 * i, 8 * i + 8)),
    );
    const commitments = masks.map((mask, i) =>
      times(EdwardsPoint.BASE, readScalar(mask))
        .add(times(H, bytesToBigint(amounts[i]!)))
        .toBytes(),
    );
    return {
      scalars: concatAll(scalars),
      masks: concatAll(masks),
      amounts: concatAll(amounts),
      commitments: concatAll(commitments),
    };
  },
};

/** Bucket method with 6-bit windows: sum of k_i·P_i. */
function pippenger(points: readonly EdwardsPoint[], scalars: readonly bigint[]): EdwardsPoint {
  const width = points.length < 32 ? 4n : 6n;
  const mask = (1n << width) - 1n;
  let total = EdwardsPoint.ZERO;
  for (let shift = (252n / width) * width; shift >= 0n; shift -= width) {
    for (let i = 0n; i < width; i++) total = total.double();
    const buckets = new Array<EdwardsPoint>(Number(mask) + 1).fill(EdwardsPoint.ZERO);
    for (const [i, point] of points.entries()) {
      const digit = Number((scalars[i]! >> shift) & mask);
      if (digit !== 0) buckets[digit] = buckets[digit]!.add(point);
    }
    let running = EdwardsPoint.ZERO;
    let sum = EdwardsPoint.ZERO;
    for (let digit = buckets.length - 1; digit > 0; digit--) {
      running = running.add(buckets[digit]!);
      sum = sum.add(running);
    }
    total = total.add(sum);
  }
  return total;
}
