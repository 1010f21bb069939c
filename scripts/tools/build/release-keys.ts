/**
 * The release keys that a build contains: the last ones of release-keys.json. Without any, the code that checks releases is left
 * out (src/entries/own-release.ts).
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KeysEntry } from '../../../src/release/keys.ts';

const FILE = join(import.meta.dirname, '../../../release-keys.json');

/** The values that replace `__SIGNED__` and `__RELEASE_KEYS__`. */
export function releaseKeysOfBuild(): Readonly<Record<'__SIGNED__' | '__RELEASE_KEYS__', string>> {
  const list = JSON.parse(readFileSync(FILE, 'utf8')) as readonly KeysEntry[];
  const keys = list.at(-1)?.keys;
  return {
    __SIGNED__: String(keys !== undefined),
    __RELEASE_KEYS__: keys ? JSON.stringify(keys) : 'undefined',
  };
}
