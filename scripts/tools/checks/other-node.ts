/** Other releases of Node, from npm: packages with nothing but a binary of nodejs.org, which are unpacked into a cache. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SetupError } from '../../../src/server/errors.mjs';
import { run } from '../setup/process.mjs';
import { projectRoot } from '../setup/setup.mjs';

/** The folder with the program `node` of a release, such as 22. Throws SetupError if npm has none for this machine. */
export async function ensureNode(release: string): Promise<string> {
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
}
