import { expect, test } from 'vitest';
import { findMethod } from '../../../src/rpc/method-table.ts';
import type { AnyMethod } from '../../../src/rpc/method.ts';
import { registry } from '../../../src/rpc/registry.gen.ts';

test('finds each method under its wire name and its aliases', async () => {
  for (const method of Object.values(registry) as unknown as AnyMethod[])
    for (const name of [method.name, ...(method.aliases ?? [])]) expect(await findMethod(name)).toBe(method);
});
test('finds no method under another name', async () => {
  for (const name of ['', 'constructor', '__proto__', 'GET_BALANCE'])
    expect(await findMethod(name)).toBe(undefined);
});
test('answers at once when all methods are loaded, so that calls keep their order', async () => {
  await findMethod('get_version');
  expect(findMethod('get_version')).toBe(registry.get_version);
  expect(findMethod('no_such_method')).toBe(undefined);
});
