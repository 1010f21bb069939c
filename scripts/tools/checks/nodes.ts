/** `npm run test:nodes`: the unit tests, those of rpc and those of the package on later releases of Node. */
import { delimiter, join } from 'node:path';
import { run } from '../setup/process.mjs';
import { ensureNode } from './other-node.ts';
import { ensureMonero, projectRoot } from '../setup/setup.mjs';

const RELEASES = ['22', '24'];
const vitest = join(projectRoot, 'node_modules/vitest/vitest.mjs');
/** The project `unit` has the tests of rpc, too. */
const SUITES: readonly (readonly string[])[] = [
  ['--project=unit'],
  ['--project=long-parity', 'tests/long/parity/library.test.ts'],
];

const monero = await ensureMonero();
for (const release of RELEASES) {
  const bin = await ensureNode(release);
  const node = join(bin, 'node');
  const env = {
    ...process.env,
    PATH: `${bin}${delimiter}${process.env.PATH ?? ''}`,
    OSTRO_MONERO: monero,
    OSTRO_TESTS: 'sample',
  };
  for (const suite of SUITES) {
    console.log(`\nNode ${release}: ${suite.join(' ')}`);
    const { code } = await run(node, [vitest, 'run', ...suite], { cwd: projectRoot, env });
    if (code !== 0) process.exitCode = 1;
  }
}
