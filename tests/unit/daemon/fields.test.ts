import { describe, expect, it } from 'vitest';
import { parseJson } from '../../../src/base/json.ts';
import { fieldsOf } from '../../../src/daemon/json/fields.ts';
import { expectFault } from '../../support/faults.ts';

const of = (json: string) => fieldsOf(parseJson(json));

describe('fields of an answer', () => {
  it('keep a u64 exact', () => {
    expect(of('{"n":18446744073709551615}').u64('n')).toBe(2n ** 64n - 1n);
    expect(of('{"n":7}').u64('n')).toBe(7n);
    expect(of('{}').u64('n', 1n)).toBe(1n);
  });
  it('are empty lists when missing, and never inherited', () => {
    expect(of('{}').hashes('x', 5)).toEqual([]);
    expect(of('{}').has('toString')).toBe(false);
    expect(of('{"__proto__":{"a":1}}').has('a')).toBe(false);
  });
  it.each([
    ['{"n":18446744073709551616}', 'a u64 that is none'],
    ['{"n":-1}', 'a negative one'],
    ['{"n":1.5}', 'a broken one'],
    ['{"n":"1"}', 'a text'],
    ['{"n":null}', 'nothing'],
    ['{"n":[1]}', 'a list'],
    ['{}', 'a missing one'],
  ])('%s is refused as a number: %s', (json) => {
    expectFault(() => of(json).u64('n'), 'bad_answer');
    expectFault(() => of(json).number('n'), 'bad_answer');
    expectFault(() => of(json).bool('n'), 'bad_answer');
    expectFault(() => of(json).hash('n'));
    expectFault(() => of(json).object('n'), 'bad_answer');
  });
  it.each(['1', '"x"', 'null', '[]', 'true'])('are not read from %s', (json) => {
    expectFault(() => of(json), 'bad_answer');
  });
  it('keep to the given maximum of items and lengths', () => {
    expectFault(() => of('{"l":[1,2,3]}').numbers('l', 2), 'bad_answer');
    expectFault(() => of('{"l":{"length":1}}').numbers('l', 2), 'bad_answer');
    expectFault(() => of('{"t":"abc"}').text('t', 2), 'bad_answer');
    expectFault(() => of('{"h":"aabbcc"}').hex('h', 2), 'bad_answer');
    expectFault(() => of('{"h":"abc"}').hex('h', 2), 'bad_hex');
    expectFault(() => of('{"h":"aa"}').hash('h'), 'bad_answer');
    expectFault(() => of('{"n":9}').number('n', { max: 8 }), 'bad_answer');
  });
});
