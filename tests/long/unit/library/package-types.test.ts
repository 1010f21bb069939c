/** The declarations in the package are those of the methods themselves: a program with both compiles. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { methodDeclarations } from '../../../../scripts/tools/build/package-methods.ts';
import { projectRoot } from '../../../../scripts/tools/setup/setup.mjs';

/** It does not compile while one of the types at the end is not `never`. */
const program = (daemon: string, wallet: string): string => `
import type { DaemonMethods } from './daemon-methods.ts';
import type { WalletMethods, OstroReason } from './methods.ts';
import type * as own from '${wallet}';
import type * as ownDaemon from '${daemon}';

/** The names for which the first type does not fit the second one. */
type Wrong<A extends Record<Name, unknown>, B extends Record<Name, unknown>, Name extends PropertyKey> = {
  [N in Name]: A[N] extends B[N] ? never : N;
}[Name];
type Side<T, S extends 'params' | 'result'> = { [N in keyof T]: T[N] extends Record<S, infer V> ? V : never };
/** A field that may be missing may be undefined, too: the methods' own types allow it, and answers never have it. */
type Loose<T> = T extends Uint8Array ? T : T extends object
  ? { readonly [K in keyof T]: undefined extends T[K] ? Loose<T[K]> | undefined : Loose<T[K]> }
  : T;
type LooseAll<T> = { [N in keyof T]: Loose<T[N]> };
type None<T extends never> = T;
type Calls = keyof ownDaemon.DaemonMethods;
export type NoDifference = [
  None<Wrong<Side<WalletMethods, 'params'>, Side<own.WalletMethods, 'params'>, keyof WalletMethods>>,
  None<Wrong<Side<own.WalletMethods, 'result'>, LooseAll<Side<WalletMethods, 'result'>>, keyof WalletMethods>>,
  None<Exclude<keyof WalletMethods, keyof own.WalletMethods>>,
  None<Exclude<OstroReason, own.OstroReason>>,
  None<Exclude<own.OstroReason, OstroReason>>,
  None<Wrong<Side<ownDaemon.DaemonMethods, 'result'>, LooseAll<Side<DaemonMethods, 'result'>>, Calls>>,
  None<Exclude<keyof DaemonMethods, Calls>>,
  None<Exclude<Calls, keyof DaemonMethods>>,
];
`;

/** What the compiler says of a program with each of these declarations; all are compiled as one. */
const complaints = (variants: readonly ReadonlyMap<string, string>[]): readonly (readonly string[])[] => {
  const parent = join(projectRoot, 'node_modules/.cache/ostro');
  mkdirSync(parent, { recursive: true });
  const dir = mkdtempSync(join(parent, 'package-types-'));
  try {
    const at = (name: string): string => join(projectRoot, 'src/library', `${name}.ts`);
    const files = variants.map((declarations, i) => {
      const folder = join(dir, String(i));
      mkdirSync(folder);
      for (const [name, text] of declarations) writeFileSync(join(folder, `${name}.ts`), text);
      const file = join(folder, 'compared.ts');
      writeFileSync(file, program(at('daemon-methods'), at('methods')));
      return file;
    });
    const compiled = ts.createProgram(files, {
      strict: true,
      exactOptionalPropertyTypes: true,
      allowImportingTsExtensions: true,
      noEmit: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      lib: ['lib.es2023.d.ts', 'lib.esnext.disposable.d.ts', 'lib.dom.d.ts'],
      types: [],
    });
    return files.map((file) =>
      compiled
        .getSemanticDiagnostics(compiled.getSourceFile(file))
        .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')),
    );
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
};

it('compiles with the declarations of the package, and not with a field of another type', async () => {
  const declarations = await methodDeclarations();
  const changed = (file: string, from: string, to: string): ReadonlyMap<string, string> => {
    const text = declarations.get(file)!;
    expect(text).toContain(from);
    return new Map([...declarations, [file, text.replace(from, to)]]);
  };
  const [same, ...different] = complaints([
    declarations,
    changed('methods', 'readonly good: boolean', 'readonly good: string'),
    changed('methods', 'readonly address?: string', 'readonly address?: number'),
    changed('daemon-methods', 'readonly merkle_root: string', 'readonly merkle_root: number'),
  ]);
  expect(same).toEqual([]);
  expect(different.map((each) => each.length)).toEqual([1, 1, 1]);
});
