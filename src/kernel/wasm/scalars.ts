/** Arithmetic of single scalars. */
import { fault } from '../faults.ts';
import type { Kernel } from '../interface.ts';
import { putScalar, takeResult, type Instance } from './instance.ts';

type Scalars = Pick<
  Kernel,
  | 'scalarReduce'
  | 'isReducedScalar'
  | 'scalarAdd'
  | 'scalarSub'
  | 'scalarMul'
  | 'scalarMulAdd'
  | 'scalarInvert'
>;

export function scalars(instance: Instance): Scalars {
  const { exports, memory, out, a, b, c } = instance;
  const ofTwo =
    (operation: (out: number, a: number, b: number) => void) =>
    (x: Uint8Array, y: Uint8Array): Uint8Array => {
      putScalar(instance, a, x);
      putScalar(instance, b, y);
      operation(out, a, b);
      return takeResult(instance);
    };
  return {
    scalarReduce: (bytes) => {
      if (bytes.length > 64) throw new Error('scalarReduce takes at most 64 bytes');
      memory.wipeSlots();
      memory.write(a, bytes);
      exports.scalarReduce(out, a);
      return takeResult(instance);
    },
    isReducedScalar: (bytes) => {
      if (bytes.length !== 32) return false;
      memory.write(a, bytes);
      return exports.scalarIsReduced(a) !== 0;
    },
    scalarAdd: ofTwo(exports.scalarAdd),
    scalarSub: ofTwo(exports.scalarSub),
    scalarMul: ofTwo(exports.scalarMul),
    scalarMulAdd: (x, y, z) => {
      putScalar(instance, a, x);
      putScalar(instance, b, y);
      putScalar(instance, c, z);
      exports.scalarMulAdd(out, a, b, c);
      return takeResult(instance);
    },
    scalarInvert: (x) => {
      putScalar(instance, a, x);
      if (x.every((byte) => byte === 0)) throw fault('bad_scalar');
      exports.scalarInvert(out, a);
      return takeResult(instance);
    },
  };
}
