/** The suites of `npm test` and `npm run test:all`, and their test files. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../setup/setup.mjs';
import { FOLDERS, VITEST } from './suite-folders.ts';

/** Programs that check the tree as a whole. */
const CHECKERS = ['build', 'types', 'lint', 'modules', 'unused', 'gen', 'format', 'lighthouse', 'defences'];

/** Suites that only the whole run has. */
export const OF_ALL: readonly string[] = ['lighthouse', 'defences', 'engines'];
export const SUITES: readonly string[] = [...CHECKERS, ...VITEST, 'e2e'];

/** The suite of a test file; a checker's name begins with its suite. */
export function suiteOf(where: string): string {
  const folder = /^tests\/(?:long\/)?([^/]+)/.exec(where)?.[1] ?? where.split(' ')[0] ?? where;
  return SUITES.includes(folder) ? folder : 'unit';
}

/** The test files of a suite of Vitest, or of `e2e`; with `all` also those of tests/long. */
export function filesOf(suite: string, all: boolean): readonly string[] {
  const folders = suite === 'e2e' ? ['e2e'] : FOLDERS[suite as keyof typeof FOLDERS];
  return [...folders, ...(all ? folders.map((folder) => `long/${folder}`) : [])]
    .map((folder) => `tests/${folder}`)
    .filter((folder) => existsSync(join(projectRoot, folder)))
    .flatMap((folder) =>
      readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith(suite === 'e2e' ? '.spec.ts' : '.test.ts'))
        .map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
    )
    .sort();
}
