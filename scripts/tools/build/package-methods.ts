/**
 * The declarations of the methods for the package `ostro`: the types of src/library/methods.ts and daemon-methods.ts written
 * out. In the tree they derive from the methods, whose own declarations would bring those of the whole wallet into the package.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import ts from 'typescript';
import { projectRoot } from '../setup/setup.mjs';
import { importTypeScript } from '../setup/typescript.mjs';
import { libraryMethods, type TypedMethod } from './library-methods.ts';
import { headOf } from './method-table.ts';

/** Declarations by the name of the file of src/library that they replace. */
export async function methodDeclarations(): Promise<ReadonlyMap<string, string>> {
  return new Map([
    ['methods', await formatted(await walletDeclarations())],
    ['daemon-methods', await formatted(daemonDeclarations())],
  ]);
}

const formatted = async (text: string): Promise<string> => {
  const filepath = join(projectRoot, 'src/library/methods.d.ts');
  return format(text, { ...(await resolveConfig(filepath)), filepath });
};

const walletDeclarations = async (): Promise<string> => {
  const { registry } = (await importTypeScript('src/rpc/registry.gen.ts')) as {
    readonly registry: Readonly<Record<string, TypedMethod>>;
  };
  const { faultCodes } = (await importTypeScript('src/rpc/errors.ts')) as {
    readonly faultCodes: readonly string[];
  };
  const folder = join(projectRoot, 'src/rpc/methods');
  const heads = new Map(
    readdirSync(folder)
      .filter((file) => file.endsWith('.ts'))
      .map((file) => [file.slice(0, -3), readFileSync(join(folder, file), 'utf8')] as const)
      .map(([name, source]) => [name, headOf(source, name)]),
  );
  return libraryMethods(registry, heads, faultCodes);
};

/** A program of its own: its types have their fields in the order of their declarations. */
const daemonDeclarations = (): string => {
  const file = join(projectRoot, 'src/library/daemon-methods.ts');
  const program = ts.createProgram([file], {
    strict: true,
    exactOptionalPropertyTypes: true,
    allowImportingTsExtensions: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
    types: [],
  });
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file)!;
  const [methods] = checker.getExportsOfModule(checker.getSymbolAtLocation(source)!);
  const plainOf = (symbol: ts.Symbol): string =>
    plainType(checker, source, checker.getTypeOfSymbolAtLocation(symbol, source));
  return [
    '/** Parameters and result of each call of monerod, by its name on the wire. */',
    'export interface DaemonMethods {',
    ...checker
      .getDeclaredTypeOfSymbol(methods!)
      .getProperties()
      .map((call) => `readonly ${call.name}: ${plainOf(call)};`),
    '}',
    '',
  ].join('\n');
};

const EMPTY = 'Readonly<Record<never, never>>';
const PRIMITIVE =
  ts.TypeFlags.StringLike |
  ts.TypeFlags.NumberLike |
  ts.TypeFlags.BigIntLike |
  ts.TypeFlags.BooleanLike |
  ts.TypeFlags.Undefined;

/** A type written out, without a name of another module. */
const plainType = (checker: ts.TypeChecker, at: ts.Node, type: ts.Type): string => {
  const plain = (each: ts.Type): string => plainType(checker, at, each);
  if (type.isUnion() && !(type.flags & ts.TypeFlags.Boolean)) {
    const all = type.types.map(plain);
    const merged =
      all.includes('true') && all.includes('false')
        ? ['boolean', ...all.filter((each) => !/^(true|false)$/.test(each))]
        : all;
    return merged.join(' | ');
  }
  // A branded value, such as the id of a transaction.
  const bare = type.isIntersection()
    ? type.types.find((each) => each.getSymbol()?.name === 'Uint8Array' || each.flags & PRIMITIVE)
    : undefined;
  if (bare) return plain(bare);
  if (type.flags & PRIMITIVE) return checker.typeToString(type);
  const isList = checker.isArrayType(type);
  if (isList) return `readonly (${plain(checker.getTypeArguments(type as ts.TypeReference)[0]!)})[]`;
  if (type.getSymbol()?.name === 'Uint8Array') return 'Uint8Array';
  const fields =
    type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection) ? checker.getPropertiesOfType(type) : [];
  const index = checker.getIndexInfosOfType(type)[0];
  if (index) return `Readonly<Record<string, ${plain(index.type)}>>`;
  if (fields.length > 0)
    return `{ ${fields
      .map((field) => {
        const optional = field.flags & ts.SymbolFlags.Optional ? '?' : '';
        const own = checker.getTypeOfSymbolAtLocation(field, at);
        return `readonly ${field.name}${optional}: ${plain(optional ? checker.getNonNullableType(own) : own)}`;
      })
      .join('; ')} }`;
  if (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) return EMPTY;
  return checker.typeToString(type, at, ts.TypeFormatFlags.NoTruncation);
};
