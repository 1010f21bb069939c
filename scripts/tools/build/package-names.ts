/**
 * The names of both npm packages. Each is written once, in the package.json that is published; documents repeat it, which
 * tests/unit/scripts/tools/build/package-names.test.ts compares.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../setup/setup.mjs';

const nameIn = (path: string): string => {
  const { name } = JSON.parse(readFileSync(join(projectRoot, path), 'utf8')) as { readonly name: string };
  return name;
};

export const LIBRARY_PACKAGE = nameIn('src/library/package/package.json');
export const SDK_PACKAGE = nameIn('src/sdk/package.json');
