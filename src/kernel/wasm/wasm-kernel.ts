/** The Kernel interface of an instance: checks lengths and scalars, throws ref's faults, wipes slots of secrets. */
import type { Kernel } from '../interface.ts';
import { batches } from './batches.ts';
import type { KernelExports } from './exports.ts';
import { hashes } from './hashes.ts';
import { createInstance } from './instance.ts';
import { multiexps } from './multiexp.ts';
import { outputs } from './outputs.ts';
import { points } from './points.ts';
import { scalars } from './scalars.ts';
import { scanBlocks } from './scan-blocks.ts';

export function wasmKernel(name: string, exports: KernelExports): Kernel {
  const instance = createInstance(exports);
  return {
    name,
    ...hashes(instance),
    ...scalars(instance),
    ...points(instance),
    ...multiexps(instance),
    ...batches(instance),
    ...outputs(instance),
    scanBlocks: (secrets, bytes, startHeight, layout) =>
      scanBlocks(instance, secrets, bytes, startHeight, layout),
  };
}
