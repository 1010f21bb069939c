/** Runs all generators. With --check: fails when a generated file is not up to date. */
import { join } from 'node:path';
import { GENERATORS } from './generators.ts';
import { readFlags } from '../setup/flags.mjs';
import { run } from '../setup/process.mjs';
import { projectRoot } from '../setup/setup.mjs';

const { check } = readFlags(
  'gen.ts [--check]',
  { options: { check: { type: 'boolean', default: false } } },
  ({ values }) => values,
);
const start = join(projectRoot, 'scripts/run.mjs');
for (const program of GENERATORS) {
  const args = [start, join(projectRoot, 'scripts/tools', program), ...(check ? ['--check'] : [])];
  const { code } = await run(process.execPath, args, { cwd: projectRoot });
  if (code !== 0) process.exitCode = 1;
}
