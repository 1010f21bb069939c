/**
 * The published types of the SDK in a TypeScript project of its own: a page's code compiles against the built package
 * under both ways of module resolution, and wrong calls do not.
 */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const project = resolve(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'ostro-sdk-types-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeAll(async () => {
  const build = ['scripts/run.mjs', 'scripts/tools/build/sdk.ts'].map((path) => join(project, path));
  const built = join(folder, 'node_modules/ostro-connect');
  await promisify(execFile)(process.execPath, [...build, built]);
  writeFileSync(join(folder, 'package.json'), '{"name":"shop","type":"module","private":true}');
  mkdirSync(join(folder, 'src'));
  cpSync(join(import.meta.dirname, 'sdk-project.ts.txt'), join(folder, 'src/shop.ts'));
});

const RESOLUTIONS = [
  ['bundler', ts.ModuleKind.ESNext, ts.ModuleResolutionKind.Bundler],
  ['node16', ts.ModuleKind.Node16, ts.ModuleResolutionKind.Node16],
] as const;
/** Each is the last line of a page that is right but for it. */
const WRONG = [
  ['an amount used as a number', `(await monero.request({ method: 'get_balance' })).balance.toFixed()`],
  ['a parameter that the method lacks', `await monero.request({ method: 'sign', params: { text: '' } })`],
  [
    'an invoice without an amount',
    `await monero.verifyPayment({ tx_hash: '', proof: '', invoice: { id: '', address: '' } })`,
  ],
  ['an event that does not exist', `monero.on('chainChanged', () => undefined)`],
  ['a provider without the address of a wallet', `createProvider({})`],
] as const;
const HEAD = `import { createProvider } from 'ostro-connect';
  const monero = createProvider({ wallet: 'https://wallet.example/' });
`;

/** TypeScript's own declarations are parsed once for both programs. */
const libraries = new Map<string, ts.SourceFile | undefined>();
const sharingLibraries = (options: ts.CompilerOptions): ts.CompilerHost => {
  const host = ts.createCompilerHost(options);
  return {
    ...host,
    getSourceFile: (path, language) => {
      if (!path.includes('/typescript/lib/')) return host.getSourceFile(path, language);
      if (!libraries.has(path)) libraries.set(path, host.getSourceFile(path, language));
      return libraries.get(path);
    },
  };
};

describe.each(RESOLUTIONS)('the types of ostro-connect with resolution %s', (_, module, moduleResolution) => {
  let program: ts.Program;
  const wrongFile = (name: string): string => join(folder, 'src', `${name.replaceAll(' ', '-')}.ts`);
  beforeAll(() => {
    for (const [name, line] of WRONG) writeFileSync(wrongFile(name), `${HEAD}${line};\n`);
    const options: ts.CompilerOptions = {
      strict: true,
      noEmit: true,
      exactOptionalPropertyTypes: true,
      target: ts.ScriptTarget.ES2022,
      lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
      types: [],
      module,
      moduleResolution,
    };
    const files = [join(folder, 'src/shop.ts'), ...WRONG.map(([name]) => wrongFile(name))];
    program = ts.createProgram(files, options, sharingLibraries(options));
  });
  const errorsIn = (file: ts.SourceFile | undefined): readonly string[] =>
    [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(
      ({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '),
    );

  it('accept what the README shows, and have no errors themselves', () => {
    const declarations = program
      .getSourceFiles()
      .filter(({ fileName }) => fileName.includes('/ostro-connect/'));
    expect(declarations.length).toBeGreaterThan(1);
    for (const file of [program.getSourceFile(join(folder, 'src/shop.ts')), ...declarations])
      expect(errorsIn(file)).toEqual([]);
  });

  it.each(WRONG)('refuse %s', (name) => {
    expect(errorsIn(program.getSourceFile(wrongFile(name)))).toHaveLength(1);
  });
});
