/** The envelope as text: the answers of the reference (monero-wallet-rpc 0.18.4.0), and where ours differ. */
import { beforeAll, describe, expect, it } from 'vitest';
import { readSection } from '../../src/rpc/json-reader.ts';
import { Real, writeSection } from '../../src/rpc/json.ts';
import { dispatchText } from '../../src/rpc/dispatch-text.ts';
import type { OwnedSession } from '../../src/wallet/session/session.ts';
import { startEngine } from '../support/engine.ts';

let session: OwnedSession;
beforeAll(() => {
  session = startEngine('http://127.0.0.1:1');
});
const ask = (text: string): Promise<string> => dispatchText(session, text);
const refusal = async (text: string): Promise<[code: number, id: unknown]> => {
  const { error, id } = JSON.parse(await ask(text)) as { error?: { code: number }; id: unknown };
  return [error?.code ?? 0, id];
};
const version = '"result": {\r\n    "release": true,\r\n    "version": 65567\r\n  }\r\n}';

describe('a well-formed envelope', () => {
  it("has the reference's byte layout", async () => {
    expect(await ask('{"jsonrpc":"2.0","id":"0","method":"get_version"}')).toBe(
      `{\r\n  "id": "0",\r\n  "jsonrpc": "2.0",\r\n  ${version}`,
    );
    expect(await ask('{"method":"nope","id":"x"}')).toBe(
      '{\r\n  "error": {\r\n    "code": -32601,\r\n    "message": "Method not found"\r\n  },\r\n  "id": "x",\r\n  "jsonrpc": "2.0"\r\n}',
    );
  });

  it.each([
    ['-5', '-5'],
    ['18446744073709551615', '18446744073709551615'],
    ['9007199254740993', '9007199254740993'],
    ['1.5', '1.5'],
    ['1e30', '1e+30'],
    ['true', 'true'],
    ['"a/b"', '"a\\/b"'],
    ['{"b":{},"a":[1,2]}', '{\r\n    "a": [1,2],\r\n    "b": {\r\n    }\r\n  }'],
    ['[{"x":1}]', '[{\r\n    "x": 1\r\n  }]'],
    ['[]', '0'],
    ['null', '0'],
  ])('echoes the id %s as %s', async (id, echoed) => {
    expect(await ask(`{"method":"get_version","id":${id}}`)).toBe(
      `{\r\n  "id": ${echoed},\r\n  "jsonrpc": "2.0",\r\n  ${version}`,
    );
  });

  it.each([
    '{"method":"get_version",}',
    '{"method":"get_version"} and more',
    '{"method":"get_version","jsonrpc":"1.0"}',
    '{"method":"get_version","params":[1,2]}',
    '{"method":"get_version","params":"x"}',
    '{"method":"get_version","params":7}',
    '{"method":"get_version","params":null}',
    '\n\t {"x":TRUE,"y":01,"z":"\\q\u0001\n","method"\v:"get_version"}',
  ])('is accepted in the form %j', async (text) => {
    expect(await refusal(text)).toEqual([0, 0]);
  });
});

describe('a malformed envelope', () => {
  it.each([
    ['', -32600, 0],
    ['  ', -32600, 0],
    ['{}', -32600, 0],
    ['{"id":3}', -32600, 0],
    ['[]', -32700, 0],
    ['[{"method":"get_version"}]', -32700, 0],
    ['"x"', -32700, 0],
    ['{"method":"get_version","id":18446744073709551616}', -32700, 0],
    ['{"method":"get_version","id":-9223372036854775809}', -32700, 0],
    ['{"method":"get_version","x":1e999}', -32700, 0],
    ['{"method":"get_version","x":[1,"a"]}', -32700, 0],
    ['{"method":"get_version","x":[1,-1]}', -32700, 0],
    ['{"method":"get_version","x":[[1]]}', -32700, 0],
    ['{"method":"get_version","x":[null]}', -32700, 0],
    ['{"method":"get_version","x":nil}', -32700, 0],
    ['{"method":"get_version","x":"\\u12"}', -32700, 0],
    ['{method:"get_version"}', -32700, 0],
    ['{"method":"nope"}', -32601, ''],
    ['{"method":"nope","id":null}', -32601, ''],
    ['{"method":"__proto__","id":7}', -32601, 7],
    ['{"method":"get_version","jsonrpc":2,"id":3}', -32602, 0],
    ['{"method":"auto_refresh","params":{"enable":1},"id":1}', -32602, 1],
    ['{"method":"auto_refresh","params":{"period":1.0},"id":1}', -32602, 1],
    ['{"method":"auto_refresh","params":{"period":-1},"id":1}', -32602, 1],
    ['{"method":"auto_refresh","params":{"period":4294967296},"id":1}', -32602, 1],
    ['{"method":"get_balance","id":1}', -13, 1],
  ])('%j is refused with %i', async (text, code, id) => {
    expect(await refusal(text)).toEqual([code, id]);
  });

  it.each([
    // The reference accepts an incomplete text; we refuse it, so that an incomplete payment is not made.
    '{"method":"get_version"',
    '{"method":"get_version","params":{"a":1}',
    // The reference reads 1.
    '{"method":"get_version","x":1-2}',
  ])('%j is refused, unlike in the reference', async (text) => {
    expect(await refusal(text)).toEqual([-32700, 0]);
  });

  it('without a method name is an invalid request (the reference answers HTTP 500)', async () => {
    expect(await refusal('{"method":5,"id":3}')).toEqual([-32600, 0]);
  });

  it('may nest a hundred levels, but not more', async () => {
    const nested = (levels: number): string =>
      `{"method":"get_version","x":${'{"x":'.repeat(levels)}1${'}'.repeat(levels)}}`;
    expect(await refusal(nested(99))).toEqual([0, 0]);
    expect(await refusal(nested(100))).toEqual([-32700, 0]);
    expect(await refusal(nested(100_000))).toEqual([-32700, 0]);
  });

  it('gives outside callers no data of a fault', async () => {
    expect(await ask('{"method":"open_wallet","params":{"filename":"none"}}')).not.toContain('data');
  });
});

describe('JSON at the outer endpoints', () => {
  it('keeps 64-bit integers exact in both directions', () => {
    const text = '{"a":18446744073709551615,"b":9007199254740993,"c":-9223372036854775808,"d":12}';
    expect(readSection(text)).toEqual({
      a: 18446744073709551615n,
      b: 9007199254740993n,
      c: -9223372036854775808n,
      d: 12,
    });
    expect(JSON.stringify(writeSection(readSection(text)))).toBe(
      JSON.stringify(
        '{\r\n  "a": 18446744073709551615,\r\n  "b": 9007199254740993,\r\n  "c": -9223372036854775808,\r\n  "d": 12\r\n}',
      ),
    );
  });
  it('refuses a number with a point where an integer is expected', () => {
    expect(readSection('{"a":1.0,"b":1e12}')).toEqual({ a: new Real(1), b: new Real(1e12) });
  });
  it('is valid JSON whatever characters a text contains', () => {
    const text = 'a/"\\\b\f\n\r\t\v\u0000\u001f\u007f é 日本 😀 \ud800';
    const written = writeSection({ text });
    expect(JSON.parse(written)).toEqual({ text });
    expect(new TextDecoder().decode(new TextEncoder().encode(written))).toBe(written);
    expect(readSection(written)).toEqual({ text });
  });
  it("cannot set properties of JavaScript's prototypes", () => {
    const read = readSection('{"__proto__":{"polluted":true},"constructor":1}');
    expect(Object.keys(read)).toEqual(['__proto__', 'constructor']);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });
});
