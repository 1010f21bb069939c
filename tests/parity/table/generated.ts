/**
 * Parameters made from the schemas of the methods: each field of a good call by itself missing, of every wrong type, at
 * its bounds and beyond them. As JSON text, because some of it is nothing that JSON.stringify writes.
 */
import type { MethodName } from '../../../src/rpc/contract.ts';
import type { AnyMethod } from '../../../src/rpc/method.ts';
import { registry } from '../../../src/rpc/registry.gen.ts';

const U64_MAX = '18446744073709551615';
/** Values in JSON that differ in kind, whatever was wanted. */
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

/** JSON of the params of a method, with what was done to them. */
export function variations(
  method: MethodName,
  good: object,
): readonly (readonly [what: string, json: string])[] {
  // Fields of our own: the reference passes over them whatever they hold.
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
