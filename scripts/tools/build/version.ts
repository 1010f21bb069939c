/** The version of package.json in the code of a build: About shows it, and src/entries/release-check.ts compares it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The value that replaces `__VERSION__`. */
export function versionOfBuild(): { readonly __VERSION__: string } {
  const file = readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8');
  return { __VERSION__: JSON.stringify((JSON.parse(file) as { readonly version: string }).version) };
}
