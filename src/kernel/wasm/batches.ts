/** Operations on many points or scalars. */
import { fault } from '../faults.ts';
import type { Kernel } from '../interface.ts';
import type { KernelExports } from './exports.ts';
import { checkScalars, putPoint, putScalar, type Instance } from './instance.ts';

/** Items of one call, which limits the memory for long lists. */
const CHUNK = 1024;

type Batches = Pick<
  Kernel,
  | 'deriveBatch'
  | 'mulX25519Batch'
  | 'primeSubgroupBatch'
  | 'mulBaseBatch'
  | 'addMulBaseBatch'
  | 'addMulBatch'
  | 'keyImageBatch'
>;

export function batches(instance: Instance): Batches {
  const { exports, memory, a, b } = instance;
  const products =
    (batch: KernelExports['deriveBatch']) =>
    (secret: Uint8Array, points: Uint8Array): Uint8Array => {
      putScalar(instance, a, secret);
      const all = inChunks(instance, points, (out, list, n) => batch(out, a, list, n, memory.scratch));
      memory.wipeSlots();
      return all;
    };
  return {
    deriveBatch: products(exports.deriveBatch),
    mulX25519Batch: products(exports.mulX25519Batch),
    primeSubgroupBatch: (points) => {
      if (points.length % 32 !== 0) throw new Error('a list of 32-byte items has another length');
      const n = points.length / 32;
      const list = memory.list(points.length + n);
      memory.write(list, points);
      exports.primeSubgroupBatch(list + points.length, list, n);
      return memory.read(list + points.length, n);
    },
    mulBaseBatch: (scalars) => mulBaseBatch(instance, 0, 0, scalars),
    addMulBaseBatch: (point, scalars) => {
      putPoint(instance, a, point);
      if (!exports.isOnCurve(a)) throw fault('bad_point');
      return mulBaseBatch(instance, 0, a, scalars);
    },
    addMulBatch: (base, point, scalars) => {
      putPoint(instance, a, point);
      putPoint(instance, b, base);
      if (!exports.isOnCurve(a) || !exports.isOnCurve(b)) throw fault('bad_point');
      return mulBaseBatch(instance, b, a, scalars);
    },
    keyImageBatch: (secrets, keys) => keyImageBatch(instance, secrets, keys),
  };
}

/** s_i·G, or s_i times the point at address `base`, plus the point at address `point`, where these are not 0. */
const mulBaseBatch = (instance: Instance, base: number, point: number, scalars: Uint8Array): Uint8Array => {
  const { exports, memory } = instance;
  return inChunks(instance, scalars, (out, list, n) => {
    checkScalars(instance, list, n);
    if (!exports.mulBaseBatch(out, base, point, list, n, memory.scratch)) throw fault('bad_point');
  });
};

const keyImageBatch = (instance: Instance, secrets: Uint8Array, keys: Uint8Array): Uint8Array => {
  if (secrets.length !== keys.length) throw new Error('one secret per key');
  const { exports, memory } = instance;
  const n = keys.length / 32;
  const list = memory.list(3 * keys.length);
  try {
    memory.write(list, secrets);
    memory.write(list + keys.length, keys);
    checkScalars(instance, list, n);
    const out = list + 2 * keys.length;
    exports.keyImageBatch(out, list, list + keys.length, n, memory.scratch);
    return memory.read(out, keys.length);
  } finally {
    memory.wipe(list, keys.length);
  }
};

/** Runs `work` on a list of 32-byte items, CHUNK at a time, with two buffers in the list area. */
const inChunks = (
  { memory }: Instance,
  items: Uint8Array,
  work: (out: number, list: number, n: number) => void,
): Uint8Array => {
  if (items.length % 32 !== 0) throw new Error('a list of 32-byte items has another length');
  const results = new Uint8Array(items.length);
  const size = 32 * Math.min(CHUNK, items.length / 32);
  const list = memory.list(2 * size);
  try {
    for (let from = 0; from < items.length; from += size) {
      const chunk = items.subarray(from, from + size);
      memory.write(list, chunk);
      work(list + size, list, chunk.length / 32);
      results.set(memory.read(list + size, chunk.length), from);
    }
  } finally {
    memory.wipe(list, 2 * size);
  }
  return results;
};
