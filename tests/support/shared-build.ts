/** Builds that all tests share while the sources stay as they are, also those of another run. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { storeOnce } from '../../scripts/tools/app/funded-chain.ts';
import { projectRoot } from '../../scripts/tools/setup/setup.mjs';

/**
 * The folder of what `build` makes of `sources` (files and folders of the project); built when there is none. `name` is that of
 * the folder.
 */
export function sharedBuild(
  name: string,
  sources: readonly string[],
  build: (folder: string) => Promise<void>,
): Promise<string> {
  const hash = createHash('sha256');
  const files = sources.flatMap((source) =>
    statSync(join(projectRoot, source)).isFile()
      ? [source]
      : readdirSync(join(projectRoot, source), { recursive: true, encoding: 'utf8' })
          .sort()
          .map((file) => join(source, file)),
  );
  for (const file of files) {
    const path = join(projectRoot, file);
    if (statSync(path).isFile()) hash.update(`${file}\0`).update(readFileSync(path));
  }
  const cache = join(projectRoot, 'node_modules', '.cache', 'ostro', name);
  return storeOnce(cache, `${hash.digest('hex').slice(0, 16)}-${name}`, build);
}
