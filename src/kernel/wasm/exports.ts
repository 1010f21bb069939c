/** The functions of src/kernel/assembly/index.ts as they arrive here: addresses and counts are numbers, bool is 0 or 1. */
export interface KernelExports {
  readonly memory: WebAssembly.Memory;
  init(room: number): void;
  heapBase(): number;
  workRoom(): number;
  scalarReduce(out: number, x64: number): void;
  scalarIsReduced(a: number): number;
  scalarAdd(out: number, a: number, b: number): void;
  scalarSub(out: number, a: number, b: number): void;
  scalarMul(out: number, a: number, b: number): void;
  scalarMulAdd(out: number, a: number, b: number, c: number): void;
  scalarInvert(out: number, a: number): void;
  isOnCurve(point: number): number;
  isInPrimeSubgroup(point: number): number;
  pointSum(out: number, a: number, b: number, minus: number): number;
  mul(out: number, s: number, point: number, doublings: number): number;
  multiexpRoom(n: number): number;
  multiexp(out: number, scalars: number, points: number, n: number, room: number): number;
  mapToPoint(out: number, bytes: number, doublings: number): void;
  deriveBatch(out: number, secret: number, points: number, n: number, room: number): void;
  mulBaseBatch(out: number, point: number, scalars: number, n: number, room: number): number;
  keccak256(out: number, data: number, length: number): void;
  absorb(state: number, data: number, length: number): void;
  cnCore(state: number, pad: number): void;
}
