/** `npm run watch`: checks the types and runs the unit tests that a change reaches, again at each change, until it is ended. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from '../setup/setup.mjs';

const programs: readonly (readonly [program: string, ...args: readonly string[]])[] = [
  ['typescript-native/bin/tsc', '-b', '--watch', '--preserveWatchOutput'],
  ['vitest/vitest.mjs', 'watch', '--project=unit', '--changed', '--no-clearScreen'],
];
const children = programs.map(([program, ...args]) =>
  spawn(process.execPath, [join(projectRoot, 'node_modules', program), ...args], {
    cwd: projectRoot,
    stdio: 'inherit',
  }),
);
for (const child of children) child.once('exit', () => children.forEach((each) => each.kill()));
