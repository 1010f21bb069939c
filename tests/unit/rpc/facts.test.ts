/** A method may do only what it states, and one without a needed fact does not compile. */
import { describe, expect, it } from 'vitest';
import type { SiteMethodName } from '../../../src/embed/methods.gen.ts';
import { isFault } from '../../../src/base/fault.ts';
import { defineMethod, type AnyMethod } from '../../../src/rpc/method.ts';
import { definePublicMethod } from '../../../src/rpc/public-method.ts';
import { registry } from '../../../src/rpc/registry.gen.ts';
import { count, listOf, obj, str, u64 } from '../../../src/rpc/schema.ts';
import { anyValue, atMost, fields, maxLength } from '../../../src/rpc/site-rules.ts';
import { readerFor } from '../../../src/rpc/sites/rules.ts';
import { isSiteMethod } from '../../../src/rpc/sites/methods.ts';
import type { Methods } from '../../../src/sdk/types.ts';

const methods = Object.values(registry as unknown as Readonly<Record<string, AnyMethod>>);
const named = (facts: (method: AnyMethod) => boolean): string[] =>
  methods.filter(facts).map(({ name }) => name);
const x = { name: 'x_made', params: { text: str }, handle: () => undefined } as const;

describe('the facts of methods', () => {
  it('say of each method that spends whether the console warns', () => {
    // @ts-expect-error without access
    defineMethod({ ...x });
    // @ts-expect-error without console.warning
    defineMethod({ ...x, access: 'spend' });
    // @ts-expect-error a warning that does not exist
    defineMethod({ ...x, access: 'read', console: { warning: 'explodes' } });
    // These answer a signature, a proof, or what another call sends.
    expect(named(({ access, console }) => access === 'spend' && console.warning === 'none')).toEqual([
      ...['get_reserve_proof', 'get_tx_key', 'sign', 'sign_multisig', 'sign_transfer', 'x_prepare_sweep'],
      ...['x_prepare_transfer', 'x_sign_multisig', 'x_site_request', 'x_sweep_keys_prepare'],
      'x_sweep_keys_start',
    ]);
  });
  it('name fields that the method has', () => {
    // @ts-expect-error no such parameter
    defineMethod({ ...x, access: 'read', console: { needs: ['txt'] } });
    // @ts-expect-error no such field
    defineMethod({ ...x, access: 'read', console: { secrets: ['txt'] } });
    // @ts-expect-error no such parameter
    defineMethod({ ...x, access: 'read', console: { example: { txt: '' } } });
    // @ts-expect-error no such parameter
    defineMethod({ ...x, access: 'read', site: { tier: 'read', params: { txt: maxLength(1) } } });
    expect(defineMethod({ ...x, access: 'read', console: { secrets: ['text'] } }).site).toBeUndefined();
  });
  it('state each field that is secret in another method', () => {
    const secrets = new Set(methods.flatMap(({ console }) => console?.secrets ?? []));
    for (const { name, params, result, console, pageOnly } of methods) {
      const types = Object.entries({ ...params, ...result }).map(([field, { type }]) => `${field}: ${type}`);
      const fields = types.flatMap((type) => [...type.matchAll(/(\w+): /g)].map(([, field = '']) => field));
      const unsaid = fields.filter((field) => secrets.has(field) && !console?.secrets?.includes(field));
      // The console does not show methods for the page alone.
      if (!pageOnly) expect(unsaid, name).toEqual([]);
    }
  });
  it('limit the texts and lists of sites', () => {
    // @ts-expect-error a text of any length
    defineMethod({ ...x, access: 'read', site: { tier: 'read', params: { text: anyValue } } });
    const params = { list: listOf(str) };
    // @ts-expect-error a list of any length
    defineMethod({ ...x, params, access: 'read', site: { tier: 'read', params: { list: maxLength(9) } } });
    const rules = { text: anyValue };
    expect(() => readerFor({ text: str }, rules)).toThrow(TypeError);
  });
  it('do not let the frame answer a method that says nothing of sites', () => {
    // @ts-expect-error without site
    definePublicMethod({ ...x, access: 'read' });
    // @ts-expect-error not said to be answered by the frame
    definePublicMethod({ ...x, access: 'read', site: { tier: 'public', params: {} } });
    // @ts-expect-error needs a permission
    definePublicMethod({ ...x, access: 'read', site: { tier: 'read', frame: true, params: {} } });
    expect(isSiteMethod('x_made')).toBe(false);
  });
  it('give every answer as a whole to sites only where a method says so', () => {
    expect(named(({ site }) => site?.whole === true)).toEqual(['get_height']);
  });
  it('put a method that asks the person behind a permission', () => {
    expect(named(({ site }) => site?.asks === true)).toEqual([
      ...['sign', 'sweep_all', 'sweep_single', 'transfer', 'transfer_split'],
    ]);
    expect(named(({ site, access }) => site !== undefined && access === 'change')).toEqual([
      'create_address',
    ]);
  });
  it('contain every method that the SDK has types for', () => {
    const unknown: Exclude<keyof Methods<'bigint'>, SiteMethodName>[] = [];
    expect(unknown).toEqual([]);
  });
});

describe('a rule', () => {
  const read = (rules: Parameters<typeof readerFor>[1], params: object): unknown => {
    try {
      return readerFor(SHAPE, rules)(params, 'params');
    } catch (error) {
      if (isFault(error, 'site_bad_params')) return 'refused';
      throw error;
    }
  };
  const SHAPE = { amount: u64, height: count, payees: listOf(obj({ address: str, amount: u64 })) };
  it('reads an amount exactly, and a count only as an exact number', () => {
    const rules = { amount: anyValue, height: anyValue };
    expect(read(rules, { amount: '5' })).toEqual({ amount: 5n });
    for (const height of ['5', 2 ** 53, -1, 0.5]) expect(read(rules, { height })).toBe('refused');
  });
  it('reads lists and objects within their limits, without other fields', () => {
    const rules = { payees: atMost(1, fields({ address: maxLength(2) })) };
    expect(read(rules, { payees: [{ address: 'ab' }] })).toEqual({ payees: [{ address: 'ab' }] });
    const others = [{ address: 'abc' }, { address: 'ab', amount: 1n }, { amount: 1n }];
    for (const payee of others) expect(read(rules, { payees: [payee] })).toBe('refused');
    expect(read(rules, { payees: [{}, {}] })).toBe('refused');
  });
});
