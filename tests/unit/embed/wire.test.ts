/** Readers of the messages of sites: what a hostile page may send. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { siteError } from '../../../src/embed/errors.ts';
import { MAX_DEPTH, MAX_SIZE } from '../../../src/embed/limits.ts';
import { isLoopbackOrigin, isSiteOrigin } from '../../../src/embed/origin.ts';
import { InvalidMessage, readPlain } from '../../../src/embed/plain.ts';
import { readFromWallet, readHello, readReady, readRequest, readWelcome } from '../../../src/embed/wire.ts';

const nonce = '00112233445566778899aabbccddeeff';
const hello = { ostro: 'hello', v: 1, nonce };
const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);

describe('readHello', () => {
  it('reads a hello', () => {
    expect(readHello(hello)).toEqual(hello);
  });
  it.each([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'hello'],
    ['a list', [hello]],
    ['another kind', { ...hello, ostro: 'ready' }],
    ['another version', { ...hello, v: 2 }],
    ['a version as text', { ...hello, v: '1' }],
    ['no nonce', { ostro: 'hello', v: 1 }],
    ['a short nonce', { ...hello, nonce: 'aa' }],
    ['a nonce in capitals', { ...hello, nonce: nonce.toUpperCase() }],
    ['a nonce with a line end', { ...hello, nonce: `${nonce}\n` }],
    ['a nonce that is an object', { ...hello, nonce: { toString: nonce } }],
    ['a claimed origin', { ...hello, origin: 'https://shop.example' }],
    ['another prototype', Object.assign(Object.create({ ...hello }) as object, {})],
    ['a map', new Map(Object.entries(hello))],
  ])('refuses %s', (_, data) => {
    expect(readHello(data)).toBeUndefined();
  });
});

describe('readReady and readWelcome', () => {
  it('distinguish the window and the frame', () => {
    expect(readReady({ ostro: 'ready', v: 1 }, 'ready')).toBe(true);
    expect(readReady({ ostro: 'frame-ready', v: 1 }, 'ready')).toBe(false);
    expect(readReady({ ostro: 'ready', v: 2 }, 'ready')).toBe(false);
  });
  it('accept a welcome for the nonce that was sent only', () => {
    const welcome = {
      ostro: 'welcome',
      v: 1,
      nonce,
      wallet: 'ostro',
      networks: ['mainnet'],
      methods: ['sign'],
    };
    expect(readWelcome(welcome, nonce)).toEqual(welcome);
    expect(readWelcome(welcome, nonce.replace('0', '1'))).toBeUndefined();
    expect(readWelcome({ ...welcome, methods: 'sign' }, nonce)).toBeUndefined();
    expect(readWelcome({ ...welcome, networks: [1] }, nonce)).toBeUndefined();
  });
});

describe('readRequest', () => {
  it('copies the parameters and keeps amounts exact', () => {
    const params = {
      amount: 2n ** 64n - 1n,
      destinations: [{ address: '4…', note: undefined }],
      ok: true,
      n: -1.5,
    };
    const read = readRequest({ id: 7, method: 'transfer', params });
    expect(read).toEqual({ id: 7, method: 'transfer', params });
    expect(read.params).not.toBe(params);
    params.destinations[0]!.address = 'changed after the check';
    expect(read.params['destinations']).toEqual([{ address: '4…' }]);
  });
  it('takes a request without parameters', () => {
    expect(readRequest({ id: 1, method: 'get_balance' }).params).toEqual({});
  });
  it.each([
    ['nothing', undefined],
    ['a list', []],
    ['no id', { method: 'sign', params: {} }],
    ['id 0', { id: 0, method: 'sign', params: {} }],
    ['an id with a fraction', { id: 1.5, method: 'sign', params: {} }],
    ['an id as text', { id: '1', method: 'sign', params: {} }],
    ['no method', { id: 1, params: {} }],
    ['a method that is an object', { id: 1, method: {}, params: {} }],
    ['a method with a path', { id: 1, method: '../x_status', params: {} }],
    ['a very long method', { id: 1, method: 'a'.repeat(65), params: {} }],
    ['parameters in a list', { id: 1, method: 'sign', params: [] }],
    ['parameters as text', { id: 1, method: 'sign', params: '{}' }],
    ['a field more', { id: 1, method: 'sign', params: {}, origin: 'https://other.example' }],
    ['a method from the prototype', Object.assign(Object.create({ method: 'sign' }) as object, { id: 1 })],
  ])('refuses %s', (_, data) => {
    expect(() => readRequest(data)).toThrow(InvalidMessage);
  });
});

describe('readPlain', () => {
  it.each([
    ['a function', () => 1],
    ['a symbol', Symbol('x')],
    ['not a number', NaN],
    ['an infinite number', Infinity],
    ['an integer above 64 bits', 2n ** 64n],
    ['an integer of a million digits', 10n ** 1_000_000n],
    ['a date', new Date(0)],
    ['a map', new Map()],
    ['a set', new Set()],
    ['a buffer', new ArrayBuffer(8)],
    ['bytes', new Uint8Array(8)],
    ['an error', new Error('x')],
    ['an expression', /x/],
    ['an object without prototype', Object.create(null)],
    ['an instance of a class', new URL('https://shop.example')],
    ['a field named __proto__', JSON.parse('{"__proto__":{"do_not_relay":true}}')],
    ['a field named constructor', { constructor: { prototype: {} } }],
    ['a field named prototype', { prototype: 1 }],
    ['a list with gaps', Array.from({ length: 3 }).fill(1, 1).slice(0, 2).concat(new Array(2))],
    ['a list of a billion gaps', new Array(1_000_000_000)],
    ['a list with a name', Object.assign([1], { extra: 1 })],
  ])('refuses %s, also inside an object', (_, value) => {
    expect(() => readPlain(value)).toThrow(InvalidMessage);
    expect(() => readPlain({ inside: [value] })).toThrow(InvalidMessage);
  });
  // threat: site-floods
  it('leaves Object.prototype as it is', () => {
    expect(() => readPlain(JSON.parse('{"a":{"__proto__":{"polluted":1}}}'))).toThrow(InvalidMessage);
    expect('polluted' in {}).toBe(false);
  });
  it('refuses one level more than the limit', () => {
    expect(readPlain(nested(MAX_DEPTH))).toEqual(nested(MAX_DEPTH));
    expect(() => readPlain(nested(MAX_DEPTH + 1))).toThrow('too deep');
  });
  it('refuses a loop', () => {
    const loop: Record<string, unknown> = {};
    loop['self'] = loop;
    expect(() => readPlain(loop)).toThrow('too deep');
  });
  // threat: site-floods
  it.each([
    ['a text', 'a'.repeat(MAX_SIZE)],
    ['a name', { ['a'.repeat(MAX_SIZE)]: 1 }],
    ['a list', Array.from({ length: MAX_SIZE / 8 }, () => 1)],
    ['many small objects', Array.from({ length: MAX_SIZE / 8 }, () => ({}))],
  ])('refuses %s beyond the limit of size', (_, value) => {
    expect(() => readPlain(value)).toThrow('too large');
  });
  it('stops early at a small value that encodes a huge one', () => {
    let wide: unknown = Array.from({ length: 100 }, () => 1);
    for (let level = 0; level < 5; level++) wide = Array.from({ length: 100 }, () => wide);
    expect(() => readPlain(wide)).toThrow('too large');
  });
  it('returns every JSON value unchanged that is inside the limits', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const copy = structuredClone(value);
        let read: unknown;
        try {
          read = readPlain(copy);
        } catch (error) {
          expect(error).toBeInstanceOf(InvalidMessage);
          return;
        }
        expect(read).toEqual(value);
      }),
    );
  });
});

describe('readFromWallet', () => {
  it('reads answers, errors and events', () => {
    expect(readFromWallet({ id: 1, result: { height: 5 } })).toEqual({ id: 1, result: { height: 5 } });
    const error = siteError('unavailable', { reason: 'popup_blocked' });
    expect(readFromWallet({ id: 1, error })).toEqual({ id: 1, error });
    expect(readFromWallet({ event: 'disconnect', data: {} })).toEqual({ event: 'disconnect', data: {} });
  });
  it.each([
    ['nothing', undefined],
    ['an answer without id', { result: 1 }],
    ['an answer without content', { id: 1 }],
    ['an error without code', { id: 1, error: { message: 'x' } }],
    ['an error without text', { id: 1, error: { code: 1 } }],
  ])('ignores %s', (_, data) => {
    expect(readFromWallet(data)).toBeUndefined();
  });
});

describe('isSiteOrigin', () => {
  it.each(['https://shop.example', 'https://shop.example:8443', 'http://localhost:5173', 'http://[::1]:80'])(
    'accepts %s',
    (origin) => {
      expect(isSiteOrigin(origin)).toBe(true);
    },
  );
  it('accepts names of this device with http', () => {
    expect(isLoopbackOrigin('http://shop.localhost:4000')).toBe(true);
    expect(isLoopbackOrigin('http://127.0.0.1:4000')).toBe(true);
    expect(isLoopbackOrigin('https://shop.example')).toBe(false);
  });
  it.each([
    'null',
    '',
    'file://',
    'http://shop.example',
    'http://192.168.1.2',
    'http://localhost.shop.example',
    'http://127.0.0.1.shop.example',
    'https://',
    'https://shop.example/path',
    'chrome-extension://abc',
    ' https://shop.example',
    'https://shop.example\nhttps://other.example/',
  ])('refuses %j', (origin) => {
    expect(isSiteOrigin(origin)).toBe(false);
  });
});
