/** The test of a wire method is found by its name: src/rpc/methods/x.ts has tests/rpc/x.test.ts. */
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const project = resolve(import.meta.dirname, '../..');
const namesIn = (folder: string, end: string): readonly string[] =>
  readdirSync(join(project, folder))
    .filter((name) => name.endsWith(end))
    .map((name) => name.slice(0, -end.length));

/** Tests of rules that hold for many methods. */
const OF_MANY_METHODS = [
  'addresses-in-turns',
  'background-access',
  'compat',
  'doors',
  'envelope',
  'envelope-fuzz',
  'idempotency',
  'ownership',
  'typed-secrets',
];

it('finds a test file under the name of each wire method, and no other tests beside them but the listed ones', () => {
  const methods = namesIn('src/rpc/methods', '.ts');
  expect(methods.length).toBeGreaterThan(150);
  expect(namesIn('tests/rpc', '.test.ts').toSorted()).toEqual([...methods, ...OF_MANY_METHODS].toSorted());
});
