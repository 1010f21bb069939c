import { describe, expect, it } from 'vitest';
import {
  bool,
  count,
  def,
  i64,
  listOf,
  obj,
  oneOf,
  opt,
  readShape,
  str,
  u32,
  u64,
  writeShape,
} from '../../../src/rpc/schema.ts';
import { expectFault } from '../../support/faults.ts';

const shape = {
  amount: u64,
  index: u32,
  offset: i64,
  height: count,
  name: str,
  flag: bool,
  limit: def(u32, 7),
  note: opt(str),
  list: listOf(obj({ a: u32, b: listOf(str) })),
};

describe('reading parameters', () => {
  it('gives a missing field its zero value, its default, or nothing', () => {
    expect(readShape(shape, {})).toEqual({
      amount: 0n,
      index: 0,
      offset: 0,
      height: 0,
      name: '',
      flag: false,
      limit: 7,
      list: [],
    });
  });
  it('fills in missing fields inside lists, and ignores unknown ones', () => {
    expect(readShape(shape, { list: [{ a: 1 }, { b: ['x'], c: 9 }], more: true }).list).toEqual([
      { a: 1, b: [] },
      { a: 0, b: ['x'] },
    ]);
  });
  it('reads whole numbers as number or bigint, up to 64 bits, and 64-bit ones as text too', () => {
    for (const amount of [18_446_744_073_709_551_615n, '18446744073709551615'])
      expect(readShape(shape, { amount }).amount).toBe(2n ** 64n - 1n);
    expect(() => readShape(shape, { index: '7' })).toThrow();
    expect(readShape(shape, { amount: 5, index: 4_294_967_295n })).toMatchObject({
      amount: 5n,
      index: 4_294_967_295,
    });
    expect(readShape(shape, { height: 2n ** 64n - 1n }).height).toBe(Number.MAX_SAFE_INTEGER);
    expect(readShape(shape, { offset: -3 }).offset).toBe(-3);
  });
  it('reads a list without items as a missing one', () => {
    expect(readShape(shape, { amount: [], index: [] })).toEqual(readShape(shape, {}));
  });
  it('refuses wrong types and numbers out of range', () => {
    for (const given of [
      { amount: -1 },
      { amount: 1.5 },
      { amount: 2 ** 60 },
      { amount: 2n ** 64n },
      { amount: '' },
      { amount: '0x10' },
      { amount: '1e3' },
      { amount: null },
      { index: 4_294_967_296 },
      { name: 5 },
      { flag: 'true' },
      { flag: 1 },
      { list: [{ b: [1] }] },
    ])
      expectFault(() => readShape(shape, given), 'invalid_params');
    for (const given of [undefined, null, 5, 'x', []])
      expectFault(() => readShape(shape, given), 'invalid_params');
  });
  it('reads another type as an empty list, or as an object without fields, as the reference does', () => {
    for (const list of [{}, 5, 'x', true, [5], [{ b: 1 }, 5]])
      expect(readShape(shape, { list }).list).toEqual([]);
    const nested = { at: obj({ major: u32 }) };
    for (const at of [5, 'x', true, [], [{ major: 1 }]])
      expect(readShape(nested, { at }).at).toEqual({ major: 0 });
    expectFault(() => readShape({ indices: listOf(u32) }, { indices: [{}] }), 'invalid_params');
  });
  it('reads nothing from the prototype of its input', () => {
    const given = Object.create({ name: 'inherited' }) as object;
    expect(readShape(shape, given).name).toBe('');
    expect(readShape({ toString: str }, {})).toEqual({ toString: '' });
  });
});

describe('writing answers', () => {
  it('omits empty lists, defaults and undefined fields, but not empty text, zero or false', () => {
    expect(
      writeShape(shape, {
        amount: 0n,
        index: 0,
        offset: 0,
        height: 0,
        name: '',
        flag: false,
        limit: 7,
        list: [],
      }),
    ).toEqual({ amount: 0n, index: 0, offset: 0, height: 0, name: '', flag: false });
  });
  it('writes nested lists in order', () => {
    const list = [
      { a: 1, b: [] },
      { a: 2, b: ['x', 'y'] },
    ];
    expect(writeShape({ list: shape.list }, { list })).toEqual({ list: [{ a: 1 }, { a: 2, b: ['x', 'y'] }] });
  });
  it('contains the types for the documentation', () => {
    expect(shape.limit.type).toBe('uint32 = 7');
    expect(shape.list.type).toBe('{ a: uint32, b: string[] }[]');
    expect(shape.note.type).toBe('string?');
  });
});

describe('one of several texts', () => {
  const state = oneOf('open', 'closed');

  it('is the first one when it is missing, and is written as it is', () => {
    expect([readShape({ state }, {}), writeShape({ state }, { state: 'closed' })]).toEqual([
      { state: 'open' },
      { state: 'closed' },
    ]);
  });
  it('refuses another text', () => {
    expect(readShape({ state }, { state: 'closed' })).toEqual({ state: 'closed' });
    expectFault(() => readShape({ state }, { state: 'ajar' }), 'invalid_params');
  });
});
