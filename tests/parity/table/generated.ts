/**
 * Parameters made from the schemas of the methods: each field of a good call missing, of every wrong type, at its bounds
 * and beyond them, one field at a time. As JSON text, because JSON.stringify cannot write some of the values.
 */
import type { MethodName } from '../../../src/rpc/contract.ts';
import type { AnyMethod } from '../../../src/rpc/method.ts';
import { registry } from '../../../src/rpc/registry.gen.ts';

const U64_MAX = '18446744073709551615';
/** JSON values of different types, for every field. */
const KINDS = [
  'null',
  'true',
  '1',
  '-1',
  '1.5',
  '"x"',
  '""',
  '[]',
  '[1]',
  '["x"]',
  '[true]',
  '[{}]',
  '{}',
  '{"x":1}',
];
const NUMBERS: Readonly<Record<string, readonly string[]>> = {
  uint32: ['0', '4294967295', '4294967296', '"7"', '1e3', U64_MAX],
  uint64: ['0', '9007199254740993', U64_MAX, '18446744073709551616', '"7"', '1e3'],
  int64: ['9223372036854775807', '-9223372036854775808', '9223372036854775808', '"7"'],
};
const TEXTS = [`"${'f'.repeat(64)}"`, `"${'é'.repeat(2000)}"`, '"\\u0001"', '"a/b\\\\"'];

/** The params of a method as JSON, and how they were changed. */
export function variations(
  method: MethodName,
  good: object,
): readonly (readonly [what: string, json: string])[] {
  // Fields of our own: the reference ignores them.
  const fields = Object.entries((registry[method] as unknown as AnyMethod).params).filter(
    ([name]) => !name.startsWith('x_'),
  );
  const base = new Map(Object.entries(good).map(([name, value]) => [name, JSON.stringify(value)]));
  const written = (changes: ReadonlyMap<string, string>): string =>
    `{${[...changes].map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`;
  const out: (readonly [string, string])[] = [
    ['nothing', '{}'],
    ['no object', '[]'],
    ['unknown fields', written(new Map([...base, ['unheard_of', '1'], ['Address', '"x"']]))],
  ];
  for (const [name, { type }] of fields) {
    const without = new Map(base);
    if (without.delete(name)) out.push([`no ${name}`, written(without)]);
    const plain = type.split(/[?= []/)[0]!;
    const more = plain === 'string' ? TEXTS : (NUMBERS[plain] ?? []);
    for (const json of [...KINDS, ...more])
      out.push([`${name}: ${json.slice(0, 40)}`, written(new Map([...base, [name, json]]))]);
  }
  return out;
}
