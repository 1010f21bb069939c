/** One kernel instance and its argument slots: writes checked arguments, reads results, and wipes both. */
import { fault } from '../faults.ts';
import type { KernelExports } from './exports.ts';
import { layoutMemory, type KernelMemory } from './memory.ts';

export interface Instance {
  readonly exports: KernelExports;
  readonly memory: KernelMemory;
  /** Addresses of the slots for the result and for single arguments. */
  readonly out: number;
  readonly a: number;
  readonly b: number;
  readonly c: number;
}

export function createInstance(exports: KernelExports): Instance {
  const memory = layoutMemory(exports);
  exports.init(memory.scratch);
  return { exports, memory, out: memory.slot(0), a: memory.slot(1), b: memory.slot(2), c: memory.slot(3) };
}

/** Fault bad_point unless it has 32 bytes. The function that reads the point checks whether it decodes. */
export function putPoint({ memory }: Instance, at: number, point: Uint8Array): void {
  if (point.length !== 32) throw fault('bad_point');
  memory.write(at, point);
}

/** Fault bad_scalar. */
export function putScalar({ exports, memory }: Instance, at: number, scalar: Uint8Array): void {
  if (scalar.length !== 32) throw fault('bad_scalar');
  memory.write(at, scalar);
  if (!exports.scalarIsReduced(at)) throw fault('bad_scalar');
}

/** A list of scalars in one buffer. Fault bad_scalar. */
export function putScalars(instance: Instance, at: number, scalars: Uint8Array): void {
  if (scalars.length % 32 !== 0) throw fault('bad_scalar');
  instance.memory.write(at, scalars);
  checkScalars(instance, at, scalars.length / 32);
}

/** Fault bad_scalar when one of the `n` scalars at `at` is not reduced. */
export function checkScalars({ exports }: Instance, at: number, n: number): void {
  for (let i = 0; i < n; i++) if (!exports.scalarIsReduced(at + 32 * i)) throw fault('bad_scalar');
}

/** Writes Keccak-256 of the data to `at`. */
export function putHash({ exports, memory }: Instance, at: number, data: Uint8Array): void {
  const list = memory.list(data.length);
  memory.write(list, data);
  exports.keccak256(at, list, data.length);
  memory.wipe(list, data.length);
}

/** Returns the 32 bytes in the result slot and wipes all slots. */
export function takeResult({ memory, out }: Instance): Uint8Array {
  const result = memory.read(out, 32);
  memory.wipeSlots();
  return result;
}

/** Takes a point as a result. Fault bad_point when the function reported that an argument did not decode. */
export function takePoint(instance: Instance, decoded: number): Uint8Array {
  const result = takeResult(instance);
  if (!decoded) throw fault('bad_point');
  return result;
}

/** The next address that is a multiple of 64. */
export function align(at: number): number {
  return (at + 63) & ~63;
}
