/** The rule of ADR 7 over the whole table of methods: what is ours has a method of its own. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { AnyMethod } from '../../../src/rpc/method.ts';
import { registry } from '../../../src/rpc/registry.gen.ts';
import type { Shape } from '../../../src/rpc/schema.ts';

interface Fields {
  readonly in: readonly string[];
  readonly out: readonly string[];
}
const { methods: reference } = JSON.parse(
  readFileSync(new URL('../../vectors/rpc/reference-fields.json', import.meta.url), 'utf8'),
) as { readonly methods: Readonly<Record<string, Fields>> };

/** Older versions of the reference have them, and programs send them. */
const OLDER = ['payment_id', 'set_payment_id'];
/** The specification of wallet methods names `regexp` so. */
const SPECIFIED: Readonly<Record<string, readonly string[]>> = { get_accounts: ['regex'] };
/** Of the reference's next release. */
const COMING: Readonly<Record<string, readonly string[]>> = {
  create_wallet: ['polyseed'],
  get_languages: ['polyseed'],
};
const mayHave = ({ name }: AnyMethod, fields: readonly string[]): readonly string[] => [
  ...fields,
  ...(name.endsWith('_address_book') ? OLDER : []),
  ...(COMING[name] ?? []),
  ...(SPECIFIED[name] ?? []),
];

/** Names of fields, those of objects inside included: their types say them. */
const namesIn = (shape: Shape): string[] =>
  Object.entries(shape).flatMap(([name, { type }]) => [
    name,
    ...[...type.matchAll(/(\w+): /g)].map(([, inner]) => inner!),
  ]);

const all = Object.values(registry) as unknown as readonly AnyMethod[];
const theirs = all.filter(({ name }) => !name.startsWith('x_'));

describe('the fields of methods', () => {
  it.each(theirs.filter(({ name }) => name in reference))('of $name are the reference’s', (method) => {
    const fields = reference[method.name]!;
    expect(namesIn(method.params).filter((name) => !mayHave(method, fields.in).includes(name))).toEqual([]);
    expect(namesIn(method.result).filter((name) => !mayHave(method, fields.out).includes(name))).toEqual([]);
  });
  it('are unknown of two methods alone: one that the reference has removed, and one of its next release', () => {
    expect(theirs.map(({ name }) => name).filter((name) => !(name in reference))).toEqual([
      'finalize_multisig',
      'get_multisig_key_exchange_booster',
    ]);
  });
  it('never begin with x_: only names of methods do', () => {
    const names = all.flatMap(({ params, result }) => [...namesIn(params), ...namesIn(result)]);
    expect(names.filter((name) => name.startsWith('x_'))).toEqual([]);
  });
});
