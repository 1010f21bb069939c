/** Arithmetic of single points. */
import type { Kernel } from '../interface.ts';
import { putHash, putPoint, putScalar, takePoint, takeResult, type Instance } from './instance.ts';

type Points = Pick<
  Kernel,
  | 'isOnCurve'
  | 'isInPrimeSubgroup'
  | 'pointAdd'
  | 'pointSub'
  | 'mulBase'
  | 'mul'
  | 'mul8'
  | 'mapToPoint'
  | 'hashToPoint'
>;

export function points(instance: Instance): Points {
  const { exports, memory, out, a, b } = instance;
  const holds = (test: (point: number) => number) => (point: Uint8Array) => {
    if (point.length !== 32) return false;
    memory.write(a, point);
    return test(a) !== 0;
  };
  const sum = (minus: number) => (p: Uint8Array, q: Uint8Array) => {
    putPoint(instance, a, p);
    putPoint(instance, b, q);
    return takePoint(instance, exports.pointSum(out, a, b, minus));
  };
  const product = (doublings: number) => (scalar: Uint8Array, point: Uint8Array) => {
    putPoint(instance, b, point);
    putScalar(instance, a, scalar);
    return takePoint(instance, exports.mul(out, a, b, doublings));
  };
  const mapped = (doublings: number): Uint8Array => {
    exports.mapToPoint(out, a, doublings);
    return takeResult(instance);
  };
  return {
    isOnCurve: holds(exports.isOnCurve),
    isInPrimeSubgroup: holds(exports.isInPrimeSubgroup),
    pointAdd: sum(0),
    pointSub: sum(1),
    mulBase: (scalar) => {
      putScalar(instance, a, scalar);
      return takePoint(instance, exports.mulBaseBatch(out, 0, 0, a, 1, memory.scratch));
    },
    mul: product(0),
    mul8: product(3),
    mapToPoint: (bytes) => {
      if (bytes.length !== 32) throw new Error('mapToPoint takes 32 bytes');
      memory.write(a, bytes);
      return mapped(0);
    },
    hashToPoint: (data) => {
      putHash(instance, a, data);
      return mapped(3);
    },
  };
}
