#!/usr/bin/env node
/**
 * `npm run docs`: writes the pages of the documentation that are made from the code: the reference of the library and the
 * methods of the wallet, into dist-docs, or into the folder that is named. `npm run build:package` puts them into the package.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { projectRoot } from '../setup/setup.mjs';
import { importTypeScript } from '../setup/typescript.mjs';
import { libraryReference } from './library-reference.ts';

export async function writeDocs(dir: string): Promise<void> {
  const coverage = (await importTypeScript('tests/parity/table/coverage-page.ts')) as {
    readonly text: string;
  };
  mkdirSync(dir, { recursive: true });
  const options = await resolveConfig(join(projectRoot, 'docs/x.md'));
  for (const [name, text] of Object.entries({
    'library-api.md': libraryReference(),
    'rpc-coverage.md': coverage.text,
  }))
    writeFileSync(join(dir, name), await format(text, { ...options, parser: 'markdown' }));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await writeDocs(resolve(process.argv[2] ?? join(projectRoot, 'dist-docs')));
