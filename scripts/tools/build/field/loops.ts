/**
 * The unrolled inner loops of the kernel: multiplication and squaring in GF(2^255 - 19) for three instruction sets,
 * Keccak-f[1600] on one and two lanes, and Montgomery multiplication in the fields of the tower. `build-wasm.ts` compiles them
 * with src/kernel/assembly, where `field/*.ts` states the bounds.
 */
import { constantsFile } from './constants.ts';
import { fmaFile } from './fma.ts';
import { keccakFile } from './keccak.ts';
import { scalarFile } from './scalar.ts';
import { simdFile } from './simd.ts';
import { towerFile } from './tower.ts';

/** The text of each file, by its path. `folder`: from which the other files of the kernel import them. */
export function kernelLoops(folder: string): ReadonlyMap<string, string> {
  return new Map([
    [`${folder}/constants.gen.ts`, constantsFile()],
    [`${folder}/scalar.gen.ts`, scalarFile()],
    [`${folder}/simd.gen.ts`, simdFile()],
    [`${folder}/fma.gen.ts`, fmaFile()],
    [`${folder}/keccak.gen.ts`, keccakFile()],
    [`${folder}/tower.gen.ts`, towerFile()],
  ]);
}
