/** Sums of multiples of many points, in variable time. */
import { fault } from '../faults.ts';
import type { Kernel } from '../interface.ts';
import { align, putPoint, putScalar, putScalars, takePoint, type Instance } from './instance.ts';

/** The generator G. */
const BASE = Uint8Array.from({ length: 32 }, (_, i) => (i === 0 ? 0x58 : 0x66));

type Sums = Pick<Kernel, 'mulBaseAdd' | 'mulAdd2' | 'multiexp' | 'widen' | 'multiexpWide' | 'foldWide'>;

export function multiexps(instance: Instance): Sums {
  return {
    mulBaseAdd: (a, b, point) => multiexp(instance, [a, b], [BASE, point]),
    mulAdd2: (a, p, b, q) => multiexp(instance, [a, b], [p, q]),
    multiexp: (scalars, points) => multiexp(instance, scalars, points),
    widen: (points) => widen(instance, points),
    multiexpWide: (scalars, wide) => multiexpWide(instance, scalars, wide),
    foldWide: (scalars, wide) => foldWide(instance, scalars, wide),
  };
}

const multiexp = (
  instance: Instance,
  scalars: readonly Uint8Array[],
  points: readonly Uint8Array[],
): Uint8Array => {
  if (scalars.length !== points.length) throw fault('bad_scalar');
  const { exports, memory, out } = instance;
  const n = points.length;
  const list = memory.list(64 * n + 64 + exports.multiexpScratchSize(n));
  try {
    for (let i = 0; i < n; i++) {
      putScalar(instance, list + 32 * i, scalars[i]!);
      putPoint(instance, list + 32 * (n + i), points[i]!);
    }
    return takePoint(instance, exports.multiexp(out, list, list + 32 * n, n, align(list + 64 * n)));
  } finally {
    memory.wipe(list, 32 * n);
  }
};

const multiexpWide = (instance: Instance, scalars: Uint8Array, wide: Uint8Array): Uint8Array => {
  if (wide.length !== 2 * scalars.length) throw fault('bad_scalar');
  const { exports, memory, out } = instance;
  const n = scalars.length / 32;
  const list = memory.list(96 * n + 64 + exports.multiexpScratchSize(n));
  const points = list + 32 * n;
  try {
    putScalars(instance, list, scalars);
    memory.write(points, wide);
    return takePoint(instance, exports.multiexpWide(out, list, points, n, align(points + 64 * n)));
  } finally {
    memory.wipe(list, 32 * n);
  }
};

const widen = ({ exports, memory }: Instance, points: Uint8Array): Uint8Array => {
  if (points.length % 32 !== 0) throw fault('bad_point');
  const list = memory.list(3 * points.length);
  const out = list + points.length;
  memory.write(list, points);
  if (!exports.widen(out, list, points.length / 32, memory.scratch)) throw fault('bad_point');
  return memory.read(out, 2 * points.length);
};

const foldWide = (instance: Instance, scalars: Uint8Array, wide: Uint8Array): Uint8Array => {
  const { exports, memory } = instance;
  const k = scalars.length / 32;
  const size = wide.length / k;
  if (k < 1 || size % 64 !== 0) throw fault('bad_scalar');
  const list = memory.list(scalars.length + wide.length + size + 64 + exports.foldScratchSize(k));
  const points = list + scalars.length;
  const out = points + wide.length;
  putScalars(instance, list, scalars);
  memory.write(points, wide);
  const fine = exports.foldWide(out, list, k, points, size / 64, memory.scratch, align(out + size));
  if (!fine) throw fault('bad_point');
  return memory.read(out, size);
};
