import { describe, expect, it } from 'vitest';
import { parseJson } from '../../../src/base/json.ts';
import { ask, type Endpoint } from '../../../src/daemon/ask.ts';
import { createHttp, type Http, type OwnHttp } from '../../../src/daemon/http.ts';
import { pathCall, rpcCall } from '../../../src/daemon/json/call.ts';
import { readNodeAddress } from '../../../src/daemon/node-address.ts';
import * as fields from '../../../src/daemon/schema.ts';
import { readShape, type AnswerField } from '../../../src/daemon/schema.ts';
import { expectFault } from '../../support/faults.ts';
import { faultOf, nodeWorld } from './world.ts';

const read = <T>(field: AnswerField<T>, json: string): unknown =>
  (readShape({ x: field }, parseJson(json)) as { readonly x?: unknown }).x;
const {
  bool,
  bytes,
  count,
  def,
  hash,
  hashOrEmpty,
  hex,
  i64,
  key,
  keys,
  list,
  obj,
  opt,
  text,
  u64,
  u8,
  wide,
} = fields;
const HASH = 'ab'.repeat(32);

describe('fields of an answer', () => {
  it('keep a u64 exact', () => {
    expect(read(u64, '{"x":18446744073709551615}')).toBe(2n ** 64n - 1n);
    expect(read(u64, '{"x":7}')).toBe(7n);
    expect(read(count, '{"x":9007199254740991}')).toBe(2 ** 53 - 1);
    expectFault(() => read(count, '{"x":9007199254740992}'), 'bad_answer');
    expect(read(i64, '{"x":-1}')).toBe(-1);
  });
  it('that are absent are refused, undefined, a default or empty, as the shape says', () => {
    expectFault(() => read(bool, '{}'), 'bad_answer');
    expect(read(opt(bool), '{}')).toBeUndefined();
    expect(read(def(u64, 1n), '{}')).toBe(1n);
    expect(read(list(hash, 5), '{}')).toEqual([]);
    expect(read(keys(5), '{}')).toEqual([]);
  });
  it('beyond the shape are left out, and none is inherited', () => {
    expect(readShape({ x: u8 }, { x: 1, y: 2 })).toEqual({ x: 1 });
    expectFault(() => readShape({ toString: text() }, {}), 'bad_answer');
    expectFault(() => readShape({ a: u8 }, parseJson('{"__proto__":{"a":1}}')), 'bad_answer');
  });
  const all = { bool, u64, count, u8, i64, hash, hashOrEmpty, wide, key, text: text(), hex: hex(9) };
  const compound = { list: list(u8, 9), obj: obj({ a: u8 }), bytes: bytes(9), keys: keys(9) };
  it.each(Object.entries({ ...all, ...compound }))('refuse values of other types: %s', (name, field) => {
    const wrong: Record<string, unknown> = { fraction: 1.5, null: null, list: [[]], object: { b: 1 } };
    if (name !== 'bool') wrong['bool'] = true;
    if (!['text', 'hex', 'hashOrEmpty'].includes(name)) wrong['text'] = '';
    if (!['u64', 'count', 'u8', 'i64'].includes(name)) wrong['number'] = 7;
    for (const value of Object.values(wrong))
      expectFault(() => readShape({ x: field }, { x: value }), 'bad_answer');
    expectFault(() => readShape({ x: opt<unknown>(field) }, { x: null }), 'bad_answer');
  });
  it.each([
    [u64, '18446744073709551616'],
    [u64, '-1'],
    [u8, '256'],
    [text(2), '"abc"'],
    [hex(2), '"aabbcc"'],
    [hex(2), '"abc"'],
    [hex(2), '"zz"'],
    [hash, `"${HASH}00"`],
    [hash, '""'],
    [wide, '"1"'],
    [wide, `"0x${'1'.repeat(33)}"`],
    [list(u8, 2), '[1,2,3]'],
    [list(obj({ a: u8 }), 2), '[{"a":1},{}]'],
  ] as const)('refuse what is beyond their bounds: %#', (field, json) => {
    expectFault(() => read<unknown>(field, `{"x":${json}}`), 'bad_answer');
  });
  it('read bytes of epee as text, and keys one by one', () => {
    expect(readShape({ x: text() }, { x: Uint8Array.of(79, 75) })).toEqual({ x: 'OK' });
    expectFault(() => readShape({ x: text() }, { x: Uint8Array.of(255) }), 'bad_answer');
    expect(readShape({ x: keys(2) }, { x: new Uint8Array(64) }).x).toHaveLength(2);
    expectFault(() => readShape({ x: keys(2) }, { x: new Uint8Array(96) }), 'bad_answer');
    expectFault(() => readShape({ x: keys(2) }, { x: new Uint8Array(33) }), 'bad_answer');
  });
  it('write hex in lower case', () => {
    expect(read(hash, `{"x":"${HASH.toUpperCase()}"}`)).toBe(HASH);
  });
});

describe('a request', () => {
  const call = pathCall('/x', { request: { id: hash, more: opt(u8) }, answer: {} });
  it('has the fields of its shape and no others', () => {
    const { body } = call({ id: HASH, other: 1 } as { id: string });
    expect(new TextDecoder().decode(body)).toBe(`{"id":"${HASH}"}`);
  });
  it('that breaks its shape is a bug, which no caller takes for a fault of the node', () => {
    expect(() => call({ id: 'short' })).toThrow('/x is asked wrongly');
  });
});

describe('what a node answers instead', () => {
  const http = (answer: string, own: boolean, status = 200): Http => {
    const fetch = () => Promise.resolve(new Response(answer, { status }));
    return createHttp({ ...nodeWorld(), fetch }, readNodeAddress({ address: 'http://node.example' }), own);
  };
  const reading = rpcCall('get_thing', { idempotent: false, answer: { n: u8 } });
  const commanding = pathCall('/do_thing', { admin: true, idempotent: false, answer: { n: u8 } });
  const old = pathCall('/old_thing', { admin: true, obsolete: true, idempotent: false, answer: {} });
  const fault = (answer: string, endpoint: Endpoint<unknown, boolean>, status = 200) =>
    faultOf(ask(http(answer, true, status) as OwnHttp, endpoint));
  const error = (code: number) => `{"error":{"code":${code},"message":"why"}}`;
  const address = 'http://node.example';

  it('is a fault with a name', async () => {
    const call = 'get_thing';
    expect(await fault(error(-32601), reading())).toEqual({
      code: 'node_lacks_method',
      data: { address, call },
    });
    expect(await fault(error(-9), reading())).toEqual({ code: 'node_busy', data: { address } });
    expect(await fault(error(-14), reading())).toEqual({
      code: 'node_payment_required',
      data: { address, call },
    });
    const restricted = { address, call, message: 'why' };
    expect(await fault(error(-19), reading())).toEqual({ code: 'node_restricted', data: restricted });
    expect(await fault(error(-2), reading())).toEqual({
      code: 'node_error',
      data: { address, message: 'why', code: -2 },
    });
    expect(await fault('{"result":{"status":"BUSY"}}', reading())).toMatchObject({ code: 'node_busy' });
    expect(await fault('{"status":"PAYMENT REQUIRED"}', commanding())).toMatchObject({
      code: 'node_payment_required',
    });
    expect(
      await fault('{"status":"Too many blocks requested in restricted mode"}', commanding()),
    ).toMatchObject({
      code: 'node_restricted',
    });
  });
  it('names an admin call that a restricted port hides, and one that no node has any more', async () => {
    const hidden = { code: 'node_restricted', data: { address, call: '/do_thing' } };
    expect(await fault('', commanding(), 404)).toEqual(hidden);
    expect(await fault('', commanding(), 403)).toMatchObject({ code: 'node_http' });
    expect(await fault('', old(), 404)).toMatchObject({ code: 'node_lacks_method' });
    expect(await fault('', reading(), 404)).toMatchObject({ code: 'node_http' });
  });
  it('is not requested when an admin call goes to a node of another person', async () => {
    const asked: string[] = [];
    const fetch = (url: string) => {
      asked.push(url);
      return Promise.resolve(new Response('{"status":"OK","n":1}'));
    };
    const at = (own: boolean) =>
      createHttp({ ...nodeWorld(), fetch }, readNodeAddress({ address: 'http://node.example' }), own);
    // @ts-expect-error: the compiler refuses it as well
    const refused = ask(at(false), commanding());
    expect(await faultOf(refused)).toEqual({ code: 'node_not_own', data: { address, call: '/do_thing' } });
    expect(asked).toEqual([]);
    expect(await ask(at(true) as OwnHttp, commanding())).toEqual({ n: 1 });
    expect(asked).toHaveLength(1);
  });
});
