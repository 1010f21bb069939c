/**
 * Writes the unrolled inner loops of the kernel (src/kernel/assembly/gen/*.gen.ts): multiplication and squaring in
 * GF(2^255 - 19) for three instruction sets, Keccak-f[1600] on one and two lanes, and Montgomery multiplication in the
 * fields of the tower. The output is committed; run
 * `node scripts/run.mjs scripts/tools/build/gen-field.ts` after a change in field/*.ts, `--check` compares. The bounds are in
 * src/kernel/assembly/field/*.ts.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readFlags } from '../setup/flags.mjs';
import { projectRoot } from '../setup/setup.mjs';
import { constantsFile } from './field/constants.ts';
import { fmaFile } from './field/fma.ts';
import { keccakFile } from './field/keccak.ts';
import { scalarFile } from './field/scalar.ts';
import { simdFile } from './field/simd.ts';
import { towerFile } from './field/tower.ts';

const OUT = join(projectRoot, 'src/kernel/assembly/gen');
const files = {
  'constants.gen.ts': constantsFile(),
  'scalar.gen.ts': scalarFile(),
  'simd.gen.ts': simdFile(),
  'fma.gen.ts': fmaFile(),
  'keccak.gen.ts': keccakFile(),
  'tower.gen.ts': towerFile(),
};

const check = readFlags(
  'node scripts/run.mjs scripts/tools/build/gen-field.ts [--check]',
  { options: { check: { type: 'boolean', default: false } } },
  ({ values }) => values.check,
);
mkdirSync(OUT, { recursive: true });
for (const [name, text] of Object.entries(files)) {
  const path = join(OUT, name);
  if (!check) writeFileSync(path, text);
  else if (readFileSync(path, 'utf8') !== text) {
    console.error(`${name} is not what scripts/tools/build/gen-field.ts writes`);
    process.exitCode = 1;
  }
}
