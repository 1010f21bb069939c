/**
 * `npm run test:nodes`: the unit tests, those of rpc and those of the package on later releases of Node. The programs come
 * from npm: packages with nothing but a binary of nodejs.org, which are unpacked into a cache.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from '../setup/process.mjs';
import { ensureMonero, projectRoot } from '../setup/setup.mjs';
import { SetupError } from '../../../src/server/errors.mjs';

const RELEASES = ['22', '24'];
const vitest = join(projectRoot, 'node_modules/vitest/vitest.mjs');
/** The project `unit` has the tests of rpc, too. */
const SUITES: readonly (readonly string[])[] = [
  ['--project=unit'],
  ['--project=long-parity', 'tests/long/parity/library.test.ts'],
];

/** The folder with the program `node` of a release. */
const ensureNode = async (release: string): Promise<string> => {
  const dir = join(projectRoot, 'node_modules/.cache/ostro', `node-${release}`);
  const name = `node-${process.platform}-${process.arch}`;
  const bin = join(dir, 'node_modules', name, 'bin');
  if (existsSync(bin)) return bin;
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, 'package.json'), '{"private":true}');
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', `${name}@${release}`];
  const { code, output } = await run('npm', args, { cwd: dir, quiet: true });
  if (code !== 0 || !existsSync(bin))
    throw new SetupError(`npm has no ${name}@${release}:\n${output.trim()}`);
  return bin;
};

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
