/**
 * The declarations of all methods of the wallet for the package `ostro`: plain types, from the schemas of the methods.
 * tests/long/unit/library/package-types.test.ts compares them with the methods' own types.
 */

interface TypedField {
  readonly type: string;
  readonly fields?: TypedShape;
  readonly items?: TypedField;
  readonly omittable?: true;
  readonly read: (value: unknown, path: string) => unknown;
}
type TypedShape = Readonly<Record<string, TypedField>>;
export interface TypedMethod {
  readonly params: TypedShape;
  readonly result: TypedShape;
  readonly pageOnly?: true;
}
/** In parameters every field may be left out. */
type Side = 'params' | 'result';

/** `heads`: what each method does. Methods for the page alone are left out. */
export function libraryMethods(
  registry: Readonly<Record<string, TypedMethod>>,
  heads: ReadonlyMap<string, string>,
  faultCodes: readonly string[],
): string {
  const methods = Object.entries(registry).filter(([, { pageOnly }]) => !pageOnly);
  return [
    '/** Parameters and result of each method, by its name on the wire. Amounts are bigint, in atomic units. */',
    'export interface WalletMethods {',
    ...methods.flatMap(([name, { params, result }]) => [
      `/** ${(heads.get(name) ?? '').replaceAll('*/', '')} */`,
      `readonly ${name}: {`,
      `readonly params: ${shapeType(params, 'params')};`,
      `readonly result: ${shapeType(result, 'result')};`,
      '};',
    ]),
    '}',
    '/** Names of expected failures. */',
    `export type OstroReason = ${[...faultCodes].sort().map(quoted).join(' | ')};`,
    '',
  ].join('\n');
}

const shapeType = (shape: TypedShape, side: Side): string => {
  const fields = Object.entries(shape).map(
    ([name, field]) =>
      `readonly ${name}${side === 'params' || field.omittable ? '?' : ''}: ${fieldType(field, side)}`,
  );
  return fields.length === 0 ? 'Readonly<Record<never, never>>' : `{ ${fields.join('; ')} }`;
};

const fieldType = (field: TypedField, side: Side): string => {
  if (field.items) return `readonly (${fieldType(field.items, side)})[]`;
  if (field.fields) return shapeType(field.fields, side);
  const type = field.type.replace(/ = .*$|\?$/, '');
  switch (type) {
    case 'bool':
      return 'boolean';
    case 'string':
      return textType(field);
    case 'uint32':
    case 'int64':
    case 'uint64':
      // A field of 64 bits reads an amount or a count.
      return typeof field.read(1, '');
    case 'object':
      return 'Readonly<Record<string, unknown>>';
    default:
      throw new Error(`the library has no type for a field ${field.type}`);
  }
};

/** A field that takes a few texts alone names them when it refuses another one. */
const textType = (field: TypedField): string => {
  try {
    field.read('\0', '');
    return 'string';
  } catch (error) {
    const { wanted } = (error as { readonly data: { readonly wanted: string } }).data;
    return wanted.split(' or ').map(quoted).join(' | ');
  }
};

const quoted = (text: string): string => `'${text}'`;
