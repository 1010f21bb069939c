/** The bench's cache, for what the project itself does not need: packages from npm, a mined chain. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { run } from '../setup/process.mjs';

export function benchCache() {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'ostro', 'bench');
}

/**
 * Installs packages into `folder`, without their scripts, unless they are there. Answers undefined, or a sentence with
 * the reason if it cannot.
 */
export async function installPackages(
  folder: string,
  packages: readonly string[],
): Promise<string | undefined> {
  const done = join(folder, 'installed.json');
  if (existsSync(done)) return undefined;
  mkdirSync(folder, { recursive: true });
  const args = [
    'install',
    '--prefix',
    folder,
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    // Packages find those of the project, which npm must not install a second time.
    '--legacy-peer-deps',
    '--loglevel=error',
  ];
  const { code, output } = await run('npm', [...args, ...packages], { quiet: true, timeout: 300_000 });
  if (code !== 0) return `npm could not install ${packages.join(', ')}: ${output.trim().split('\n').at(-1)}`;
  writeFileSync(done, JSON.stringify(packages));
  return undefined;
}
