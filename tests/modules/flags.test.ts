/**
 * A class of the page has at most three boolean `$state` fields, inherited ones included: with more, most combinations mean
 * nothing, and one union type says which there are. `OSTRO_FLAGS=1` prints the number of each class.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const ui = join(import.meta.dirname, '../../src/ui');
const MOST = 3;
interface PageClass {
  readonly parent: string | undefined;
  readonly flags: readonly string[];
}
type Classes = ReadonlyMap<string, PageClass>;

/** `boolean`, `true` or `false`, alone or in a union. */
const isBooleanType = (type: ts.TypeNode): boolean =>
  ts.isUnionTypeNode(type) ? type.types.some(isBooleanType) : /^(?:boolean|true|false)$/.test(type.getText());
const COMPARISON = /[=!]==|[<>]|&&|\|\|/;
/** `$state(false)`, `$state<boolean>()`, `$state() as boolean`, `$state(a === b)`, all also with `.raw`. */
const isFlag = ({ type, initializer }: ts.PropertyDeclaration): boolean => {
  let value = initializer;
  let stated = type;
  while (value && (ts.isAsExpression(value) || ts.isSatisfiesExpression(value))) {
    stated = value.type;
    value = value.expression;
  }
  if (!value || !ts.isCallExpression(value) || !/^\$state(?:\.raw)?$/.test(value.expression.getText()))
    return false;
  const [typeArgument] = value.typeArguments ?? [];
  stated = typeArgument ?? stated;
  if (stated) return isBooleanType(stated);
  const first = value.arguments[0];
  return first !== undefined && isBoolean(first);
};
const isBoolean = (value: ts.Expression): boolean =>
  value.kind === ts.SyntaxKind.TrueKeyword ||
  value.kind === ts.SyntaxKind.FalseKeyword ||
  (ts.isPrefixUnaryExpression(value) && value.operator === ts.SyntaxKind.ExclamationToken) ||
  (ts.isBinaryExpression(value) && COMPARISON.test(value.operatorToken.getText()));

const classesOf = (text: string): Classes => {
  const source = ts.createSourceFile('page.ts', text, ts.ScriptTarget.Latest, true);
  return new Map(
    source.statements.filter(ts.isClassDeclaration).map(({ name, members, heritageClauses }) => [
      name?.text ?? '',
      {
        parent: heritageClauses
          ?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)
          ?.types[0]?.getText(),
        flags: members
          .filter(ts.isPropertyDeclaration)
          .filter(isFlag)
          .map((member) => member.name.getText()),
      },
    ]),
  );
};
const flagsOf = (classes: Classes, name: string | undefined): readonly string[] => {
  const found = classes.get(name ?? '');
  return found ? [...flagsOf(classes, found.parent), ...found.flags] : [];
};

test('no class of the page has more than three boolean fields of state', () => {
  const classes = new Map(
    readdirSync(ui, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.svelte.ts'))
      .flatMap((path) => [...classesOf(readFileSync(join(ui, path), 'utf8'))]),
  );
  const counted = [...classes.keys()]
    .map((name) => ({ name, flags: flagsOf(classes, name) }))
    .sort((a, b) => b.flags.length - a.flags.length);
  if (process.env['OSTRO_FLAGS'])
    for (const { name, flags } of counted) if (flags.length > 0) console.log(flags.length, name, ...flags);
  expect(counted.length).toBeGreaterThan(50);
  expect(counted.filter(({ flags }) => flags.length > MOST)).toEqual([]);
});

test('flags are counted however they are written, and through classes that extend others', () => {
  const classes = classesOf(`
    class Base { busy = $state(false); }
    class Screen extends Base {
      shown = $state<boolean>();
      #known = $state.raw(a === b);
      given = $state() as boolean | undefined;
      other = $state(!this.shown);
      name = $state('');
      items = $state.raw<readonly { readonly on: boolean }[]>([]);
      kept = $state.raw<{ readonly on: boolean }>(NONE);
      readonly plain = false;
    }`);
  expect(flagsOf(classes, 'Screen')).toEqual([...['busy', 'shown', '#known', 'given', 'other']]);
});
