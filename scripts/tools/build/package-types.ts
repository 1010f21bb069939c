/** The declarations of the package `ostro`: those of src/library alone, which refer to no other module. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import ts from 'typescript';
import { projectRoot } from '../setup/setup.mjs';
import { methodDeclarations } from './package-methods.ts';
import { SetupError } from '../../../src/server/errors.mjs';

const folder = join(projectRoot, 'src/library');
/** Entries and the files that they take their types from. */
const PUBLIC =
  /^((monero-ts|daemon|proofs|storage-contract)(-entry)?|index|addresses|mnemonics|uris|wallets|types|error|methods|daemon-methods|storage-trial)\.d\.ts$/;

/** Writes them into `dir`. Throws SetupError when one refers to what the package lacks. */
export async function buildTypes(dir: string) {
  const roots = readdirSync(folder)
    .filter((name) => name.endsWith('.ts'))
    .sort();
  const program = ts.createProgram(
    roots.map((name) => join(folder, name)),
    {
      strict: true,
      exactOptionalPropertyTypes: true,
      declaration: true,
      emitDeclarationOnly: true,
      // The project's own checks have compiled it.
      noCheck: true,
      stripInternal: true,
      allowImportingTsExtensions: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      lib: ['lib.es2023.d.ts', 'lib.esnext.disposable.d.ts', 'lib.dom.d.ts'],
      types: ['node'],
      rootDir: join(projectRoot, 'src'),
      outDir: dir,
    },
  );
  const written = await methodDeclarations();
  program.emit(undefined, (path, emitted) => {
    const name = path.split(sep).at(-1) ?? '';
    if (!path.includes(`${sep}library${sep}`) || !PUBLIC.test(name)) return;
    const text = written.get(name.replace('.d.ts', '')) ?? emitted;
    // An import for its effect declares nothing.
    const declared = text.replaceAll(/^import '[^']+';\n/gm, '');
    const plain = declared.replaceAll(/(from '\.[^']+)\.ts'/g, "$1.js'");
    // Programs need not name the library of `AsyncDisposable` themselves.
    const needs = /AsyncDisposable|asyncDispose/.test(plain)
      ? '/// <reference lib="esnext.disposable" />\n'
      : '';
    const published = needs + plain;
    const [foreign] = /(?:from |import\()['"]\.\.\/[^'"]+/.exec(published) ?? [];
    if (foreign !== undefined) throw new SetupError(`${name} refers to ${foreign}: the package lacks it`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, published);
  });
}
