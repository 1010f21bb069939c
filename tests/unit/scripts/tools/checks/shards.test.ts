/** How `npm run test:all` is divided, and which part a commit runs. */
import { describe, expect, it } from 'vitest';
import {
  divide,
  onlyLong,
  parseShard,
  shardOfCommit,
  unitsNamed,
  unitsOfShard,
  withSeconds,
} from '../../../../../scripts/tools/checks/shards.ts';

const SECONDS = { a: 60, b: 50, c: 40, d: 30, e: 20, f: 10 };
const units = Object.keys(SECONDS);

describe('divide', () => {
  it('puts each unit into one part, and gives the parts the same time', () => {
    const parts = divide(units, SECONDS, 3);
    expect(parts.flat().sort()).toEqual(units);
    const sums = parts.map((part) =>
      part.reduce((sum, unit) => sum + SECONDS[unit as keyof typeof SECONDS], 0),
    );
    expect(sums).toEqual([70, 70, 70]);
  });

  it('leaves each measured unit where it is when files come and go', () => {
    const before = divide(units, SECONDS, 3);
    const after = divide(['new', 'other', ...units.filter((unit) => unit !== 'c')], SECONDS, 3);
    const known = after.map((part) => part.filter((unit) => unit in SECONDS));
    expect(known).toEqual(before.map((part) => part.filter((unit) => unit !== 'c')));
    expect(after.flat()).toEqual(expect.arrayContaining(['new', 'other']));
  });

  it('gives the same parts whatever the order of files is', () => {
    const some = ['x', 'y', ...units];
    expect(divide([...some].reverse(), SECONDS, 4)).toEqual(divide(some, SECONDS, 4));
  });

  it('spreads files of which none was measured', () => {
    const some = ['p', 'q', 'r', 's'];
    expect(divide(some, {}, 2).map(({ length }) => length)).toEqual([2, 2]);
    expect(unitsOfShard({ number: 2, count: 2 }, some, {})).toEqual(['q', 's']);
  });
});

describe('onlyLong', () => {
  it('leaves out what npm test runs, and names what nobody has seen green', () => {
    const some = ['a', 'b', 'quick', 'new'];
    expect(onlyLong(some, ['quick', 'b'], SECONDS)).toEqual({ counted: ['a'], unseen: ['new'] });
  });
});

describe('unitsNamed', () => {
  it('chooses units by name, and refuses a name that none has', () => {
    expect(unitsNamed(['c', 'a'], units)).toEqual(['a', 'c']);
    expect(() => unitsNamed(['a', 'x'], units)).toThrow('There is no test file or checker x.');
  });
});

describe('withSeconds', () => {
  it('takes the seconds of green files and leaves those of all others', () => {
    const file = (where: string, status: 'passed' | 'failed') => ({
      where,
      seconds: 7.2,
      tests: [{ title: 'one', status, why: '' }],
    });
    const files = [file('a', 'passed'), file('b', 'failed'), file('new', 'passed')];
    expect(withSeconds(SECONDS, files)).toEqual({ ...SECONDS, a: 8, new: 8 });
  });
});

describe('parseShard', () => {
  it('reads a part and the number of parts', () => {
    expect(parseShard('3/12')).toEqual({ number: 3, count: 12 });
  });
  it.each(['0/3', '4/3', '1/0', '1', '1/', '-1/3', '1/3/5', '01/3', '1.5/3', '', 'a/b'])(
    'refuses %j',
    (text) => {
      expect(parseShard(text)).toBeUndefined();
    },
  );
});

describe('shardOfCommit', () => {
  it('runs all parts within as many successive commits', () => {
    const numbers = Array.from({ length: 12 }, (_, i) => shardOfCommit({ commits: 700 + i }, 12).number);
    expect(new Set(numbers).size).toBe(12);
    expect(Math.min(...numbers)).toBe(1);
    expect(Math.max(...numbers)).toBe(12);
  });

  it('chooses by the hash of the commit when the history is cut off', () => {
    expect(shardOfCommit({ hash: '0000000dffff' }, 12)).toEqual({ number: 2, count: 12 });
    expect(shardOfCommit({ hash: 'ffffffff0000' }, 12).number).toBe((0xffffffff % 12) + 1);
  });

  it('is the first part without a history', () => {
    expect(shardOfCommit({}, 12)).toEqual({ number: 1, count: 12 });
  });
});
