/**
 * The Kernel interface over one WebAssembly instance: checks lengths and scalars, moves bytes, turns a refusal into
 * the same fault that ref/ throws. Secrets are wiped from the argument slots after each call.
 */
import { fault } from '../faults.ts';
import { finalHash } from '../hash/cn-slow-hash.ts';
import type { Kernel } from '../interface.ts';
import type { KernelExports } from './exports.ts';
import { layoutMemory } from './memory.ts';
import { scanBlocksWith } from './scan-blocks.ts';

/** Items per call of a batch: bounds the memory that a long list needs. */
const PIECE = 1024;
const CN_PAD = 1 << 21;

export function wasmKernel(name: string, exports: KernelExports): Kernel {
  const memory = layoutMemory(exports);
  exports.init(memory.room);
  const [OUT, A, B, C] = [memory.slot(0), memory.slot(1), memory.slot(2), memory.slot(3)] as const;

  const putPoint = (at: number, point: Uint8Array): void => {
    if (point.length !== 32) throw fault('bad_point');
    memory.write(at, point);
  };
  const putScalar = (at: number, scalar: Uint8Array): void => {
    if (scalar.length !== 32) throw fault('bad_scalar');
    memory.write(at, scalar);
    if (!exports.scalarIsReduced(at)) throw fault('bad_scalar');
  };
  const answer = (): Uint8Array => {
    const out = memory.read(OUT, 32);
    memory.wipeSlots();
    return out;
  };
  const pointAnswer = (decoded: number): Uint8Array => {
    const out = answer();
    if (!decoded) throw fault('bad_point');
    return out;
  };

  const onScalars =
    (work: (out: number, a: number, b: number) => void) =>
    (a: Uint8Array, b: Uint8Array): Uint8Array => {
      putScalar(A, a);
      putScalar(B, b);
      work(OUT, A, B);
      return answer();
    };
  const sum = (minus: number) => (a: Uint8Array, b: Uint8Array) => {
    putPoint(A, a);
    putPoint(B, b);
    return pointAnswer(exports.pointSum(OUT, A, B, minus));
  };
  const product = (doublings: number) => (s: Uint8Array, point: Uint8Array) => {
    putPoint(B, point);
    putScalar(A, s);
    return pointAnswer(exports.mul(OUT, A, B, doublings));
  };

  const multiexp = (scalars: readonly Uint8Array[], points: readonly Uint8Array[]): Uint8Array => {
    if (scalars.length !== points.length) throw fault('bad_scalar');
    const n = points.length;
    const list = memory.list(64 * n + 64 + exports.multiexpRoom(n));
    try {
      for (let i = 0; i < n; i++) {
        putScalar(list + 32 * i, scalars[i]!);
        putPoint(list + 32 * (n + i), points[i]!);
      }
      return pointAnswer(exports.multiexp(OUT, list, list + 32 * n, n, (list + 64 * n + 63) & ~63));
    } finally {
      memory.wipe(list, 32 * n);
    }
  };

  /** Runs `work` over a list of 32-byte items, PIECE at a time, through two buffers in the list area. */
  const inPieces = (items: Uint8Array, work: (out: number, list: number, n: number) => void): Uint8Array => {
    if (items.length % 32 !== 0) throw new Error('a list of 32-byte items has another length');
    const out = new Uint8Array(items.length);
    const size = 32 * Math.min(PIECE, items.length / 32);
    const list = memory.list(2 * size);
    try {
      for (let from = 0; from < items.length; from += size) {
        const part = items.subarray(from, from + size);
        memory.write(list, part);
        work(list + size, list, part.length / 32);
        out.set(memory.read(list + size, part.length), from);
      }
    } finally {
      memory.wipe(list, 2 * size);
    }
    return out;
  };
  const checkScalars = (list: number, n: number): void => {
    for (let i = 0; i < n; i++) if (!exports.scalarIsReduced(list + 32 * i)) throw fault('bad_scalar');
  };
  const baseBatch = (point: number, scalars: Uint8Array): Uint8Array =>
    inPieces(scalars, (out, list, n) => {
      checkScalars(list, n);
      if (!exports.mulBaseBatch(out, point, list, n, memory.room)) throw fault('bad_point');
    });

  /** Lays out what the two output batches read, with `more` bytes free at `end`. */
  const putOutputs = (derivations: Uint8Array, which: Uint32Array, indices: Uint32Array, more: number) => {
    if (which.length !== indices.length) throw new Error('which and indices differ in length');
    if (which.some((at) => 32 * at + 32 > derivations.length)) throw new Error('no such derivation');
    const size = 4 * which.length;
    const list = memory.list(derivations.length + 2 * size + more + 64);
    const at = { derivations: list, which: list + ((derivations.length + 63) & ~63) };
    memory.write(at.derivations, derivations);
    memory.write(at.which, new Uint8Array(which.buffer, which.byteOffset, size));
    memory.write(at.which + size, new Uint8Array(indices.buffer, indices.byteOffset, size));
    return { ...at, indices: at.which + size, end: at.which + 2 * size };
  };

  const align = (at: number): number => (at + 63) & ~63;
  const putScalars = (at: number, scalars: Uint8Array): void => {
    if (scalars.length % 32 !== 0) throw fault('bad_scalar');
    memory.write(at, scalars);
    checkScalars(at, scalars.length / 32);
  };
  const multiexpWide = (scalars: Uint8Array, wide: Uint8Array): Uint8Array => {
    if (wide.length !== 2 * scalars.length) throw fault('bad_scalar');
    const n = scalars.length / 32;
    const list = memory.list(96 * n + 64 + exports.multiexpRoom(n));
    const points = list + 32 * n;
    try {
      putScalars(list, scalars);
      memory.write(points, wide);
      return pointAnswer(exports.multiexpWide(OUT, list, points, n, align(points + 64 * n)));
    } finally {
      memory.wipe(list, 32 * n);
    }
  };
  const widen = (points: Uint8Array): Uint8Array => {
    if (points.length % 32 !== 0) throw fault('bad_point');
    const list = memory.list(3 * points.length);
    const out = list + points.length;
    memory.write(list, points);
    if (!exports.widen(out, list, points.length / 32, memory.room)) throw fault('bad_point');
    return memory.read(out, 2 * points.length);
  };
  const foldWide = (scalars: Uint8Array, wide: Uint8Array): Uint8Array => {
    const k = scalars.length / 32;
    const size = wide.length / k;
    if (k < 1 || size % 64 !== 0) throw fault('bad_scalar');
    const list = memory.list(scalars.length + wide.length + size + 64 + exports.foldRoom(k));
    const points = list + scalars.length;
    const out = points + wide.length;
    putScalars(list, scalars);
    memory.write(points, wide);
    const fine = exports.foldWide(out, list, k, points, size / 64, memory.room, align(out + size));
    if (!fine) throw fault('bad_point');
    return memory.read(out, size);
  };

  const scanBlocks = scanBlocksWith(exports, memory, A);
  const mapped = (doublings: number): Uint8Array => {
    exports.mapToPoint(OUT, A, doublings);
    return answer();
  };
  const putHash = (at: number, data: Uint8Array): void => {
    const list = memory.list(data.length);
    memory.write(list, data);
    exports.keccak256(at, list, data.length);
    memory.wipe(list, data.length);
  };
  const BASE = Uint8Array.from({ length: 32 }, (_, i) => (i === 0 ? 0x58 : 0x66));

  return {
    name,
    keccak256: (data) => {
      putHash(OUT, data);
      return answer();
    },
    treeHash: (ids) => {
      if (ids.length === 0 || ids.length % 32 !== 0) throw new Error('the tree hash of no list of ids');
      const list = memory.list(ids.length);
      memory.write(list, ids);
      exports.treeHash(list, list, ids.length / 32);
      return memory.read(list, 32);
    },
    cnSlowHash: (data) => {
      const pad = memory.list(CN_PAD + 256 + data.length);
      const state = pad + CN_PAD;
      memory.write(state + 256, data);
      exports.absorb(state, state + 256, data.length);
      exports.cnCore(state, pad);
      const out = finalHash(memory.read(state, 200));
      memory.wipe(pad, CN_PAD + 256 + data.length);
      return out;
    },

    scalarReduce: (bytes) => {
      if (bytes.length > 64) throw new Error('scalarReduce takes at most 64 bytes');
      memory.wipeSlots();
      memory.write(A, bytes);
      exports.scalarReduce(OUT, A);
      return answer();
    },
    isReducedScalar: (bytes) => {
      if (bytes.length !== 32) return false;
      memory.write(A, bytes);
      return exports.scalarIsReduced(A) !== 0;
    },
    scalarAdd: onScalars(exports.scalarAdd),
    scalarSub: onScalars(exports.scalarSub),
    scalarMul: onScalars(exports.scalarMul),
    scalarMulAdd: (a, b, c) => {
      putScalar(A, a);
      putScalar(B, b);
      putScalar(C, c);
      exports.scalarMulAdd(OUT, A, B, C);
      return answer();
    },
    scalarInvert: (a) => {
      putScalar(A, a);
      if (a.every((byte) => byte === 0)) throw fault('bad_scalar');
      exports.scalarInvert(OUT, A);
      return answer();
    },

    isOnCurve: (point) => {
      if (point.length !== 32) return false;
      memory.write(A, point);
      return exports.isOnCurve(A) !== 0;
    },
    isInPrimeSubgroup: (point) => {
      if (point.length !== 32) return false;
      memory.write(A, point);
      return exports.isInPrimeSubgroup(A) !== 0;
    },
    pointAdd: sum(0),
    pointSub: sum(1),
    mulBase: (s) => {
      putScalar(A, s);
      return pointAnswer(exports.mulBaseBatch(OUT, 0, A, 1, memory.room));
    },
    mul: product(0),
    mul8: product(3),
    mulBaseAdd: (a, b, point) => multiexp([a, b], [BASE, point]),
    mulAdd2: (a, p, b, q) => multiexp([a, b], [p, q]),
    multiexp,
    widen,
    multiexpWide,
    foldWide,
    mapToPoint: (bytes) => {
      if (bytes.length !== 32) throw new Error('mapToPoint takes 32 bytes');
      memory.write(A, bytes);
      return mapped(0);
    },
    hashToPoint: (data) => {
      putHash(A, data);
      return mapped(3);
    },

    deriveBatch: (secret, points) => {
      putScalar(A, secret);
      const out = inPieces(points, (to, list, n) => exports.deriveBatch(to, A, list, n, memory.room));
      memory.wipeSlots();
      return out;
    },
    primeSubgroupBatch: (points) => {
      if (points.length % 32 !== 0) throw new Error('a list of 32-byte items has another length');
      const n = points.length / 32;
      const list = memory.list(points.length + n);
      memory.write(list, points);
      exports.primeSubgroupBatch(list + points.length, list, n);
      return memory.read(list + points.length, n);
    },
    mulBaseBatch: (scalars) => baseBatch(0, scalars),
    addMulBaseBatch: (point, scalars) => {
      putPoint(A, point);
      if (!exports.isOnCurve(A)) throw fault('bad_point');
      return baseBatch(A, scalars);
    },
    keyImageBatch: (secrets, keys) => {
      if (secrets.length !== keys.length) throw new Error('one secret per key');
      const n = keys.length / 32;
      const list = memory.list(3 * keys.length);
      try {
        memory.write(list, secrets);
        memory.write(list + keys.length, keys);
        checkScalars(list, n);
        const out = list + 2 * keys.length;
        exports.keyImageBatch(out, list, list + keys.length, n, memory.room);
        return memory.read(out, keys.length);
      } finally {
        memory.wipe(list, keys.length);
      }
    },
    viewTagBatch: (derivations, which, indices) => {
      const at = putOutputs(derivations, which, indices, which.length);
      exports.viewTagBatch(at.end, at.derivations, at.which, at.indices, which.length);
      return memory.read(at.end, which.length);
    },
    spendKeyBatch: (derivations, which, indices, keys) => {
      if (keys.length !== 32 * which.length) throw new Error('spendKeyBatch takes one key per item');
      const at = putOutputs(derivations, which, indices, 2 * keys.length);
      memory.write(at.end, keys);
      const out = at.end + keys.length;
      exports.spendKeyBatch(out, at.derivations, at.which, at.indices, at.end, which.length, memory.room);
      return memory.read(out, keys.length);
    },
    openBatch: (derivations, which, indices, sealed) => {
      const n = which.length;
      if (sealed.length !== 8 * n) throw new Error('openBatch takes one sealed amount per item');
      const at = putOutputs(derivations, which, indices, 112 * n);
      const amounts = at.end + 8 * n;
      const scalars = amounts + 8 * n;
      const [masks, commitments] = [scalars + 32 * n, scalars + 64 * n];
      memory.write(at.end, sealed);
      const { room } = memory;
      exports.openBatch(
        scalars,
        masks,
        amounts,
        commitments,
        at.derivations,
        at.which,
        at.indices,
        at.end,
        n,
        room,
      );
      const opened = {
        scalars: memory.read(scalars, 32 * n),
        masks: memory.read(masks, 32 * n),
        amounts: memory.read(amounts, 8 * n),
        commitments: memory.read(commitments, 32 * n),
      };
      memory.wipe(amounts, 72 * n);
      return opened;
    },
    scanBlocks: (secret, ...blocks) => {
      putScalar(A, secret);
      const skimmed = scanBlocks(...blocks);
      memory.wipeSlots();
      return skimmed;
    },
  };
}
