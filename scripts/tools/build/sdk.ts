#!/usr/bin/env node
/**
 * `npm run build:sdk`: builds src/sdk as the package `ostro-connect`: one ES module, its declarations, package.json and
 * README. Fails when the module is larger than its budget as gzip sends it, or imports something.
 * `npm run build:sdk -- FOLDER` writes somewhere else than dist-sdk.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import ts from 'typescript';
import { build } from 'vite';
import { projectRoot } from '../setup/setup.mjs';
import { SDK_PACKAGE } from './package-names.ts';

const budget = 6000;
const name = `${SDK_PACKAGE}.js`;
const source = join(projectRoot, 'src/sdk');

/** The sentence is all there is to say. */
class BuildError extends Error {}

const buildModule = (outDir: string) =>
  build({
    configFile: false,
    root: projectRoot,
    logLevel: 'warn',
    publicDir: false,
    build: {
      outDir,
      emptyOutDir: false,
      target: 'es2022',
      sourcemap: true,
      rolldownOptions: {
        input: join(source, 'index.ts'),
        preserveEntrySignatures: 'strict',
        output: { format: 'es', entryFileNames: name },
      },
    },
  });

/** Writes the declarations of all files that the SDK consists of, below `types`. */
const buildTypes = (outDir: string) => {
  const program = ts.createProgram([join(source, 'index.ts')], {
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    declaration: true,
    emitDeclarationOnly: true,
    allowImportingTsExtensions: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: [],
    rootDir: join(projectRoot, 'src'),
    outDir: join(outDir, 'types'),
  });
  const { diagnostics } = program.emit(undefined, (path, text) => {
    mkdirSync(dirname(path), { recursive: true });
    // Published declarations name modules as they are loaded.
    writeFileSync(path, text.replaceAll(/(from '\.[^']+)\.ts'/g, "$1.js'"));
  });
  const [problem] = [...ts.getPreEmitDiagnostics(program), ...diagnostics];
  if (problem) throw new BuildError(ts.flattenDiagnosticMessageText(problem.messageText, '\n'));
};

const main = async () => {
  const outDir = resolve(process.argv[2] ?? join(projectRoot, 'dist-sdk'));
  rmSync(outDir, { recursive: true, force: true });
  mkdirSync(outDir, { recursive: true });
  await buildModule(outDir);
  buildTypes(outDir);
  for (const file of ['package.json', 'README.md']) cpSync(join(source, file), join(outDir, file));
  if (!existsSync(join(outDir, 'types/sdk/index.d.ts')))
    throw new BuildError('No declarations were written.');
  const code = readFileSync(join(outDir, name));
  if (/(?:^|[;}\n])\s*import\b/.test(code.toString())) throw new BuildError(`${name} imports another file.`);
  const size = gzipSync(code, { level: 9 }).length;
  console.log(`${size} of ${budget} bytes  ${relative(projectRoot, join(outDir, name))}`);
  if (size > budget) throw new BuildError(`The SDK is ${size - budget} bytes over its budget.`);
};

try {
  await main();
} catch (error) {
  console.error(error instanceof BuildError ? error.message : error);
  process.exitCode = 1;
}
