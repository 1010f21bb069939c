import { describe, expect, it } from 'vitest';
import { columnsOf, csvCell, MAX_ROWS, readCsv, writeCsv } from '../../../src/ui/format/csv.ts';
import { seededRandom } from '../../support/seeded-random.ts';

describe('CSV', () => {
  it('is read with each separator, quotes and line ends', () => {
    expect(readCsv('a,b\r\n"c ""d""","e\nf"\n')).toEqual([
      ['a', 'b'],
      ['c "d"', 'e\nf'],
    ]);
    expect(readCsv('a;b;c\n1,5;;')).toEqual([
      ['a', 'b', 'c'],
      ['1,5', '', ''],
    ]);
    expect(readCsv('\uFEFFa\tb\n\n')).toEqual([['a', 'b']]);
    expect(readCsv('')).toEqual([]);
  });
  it('is refused when a quote does not end or is followed by text', () => {
    expect(readCsv('a,"b')).toBeUndefined();
    expect(readCsv('a,"b"c')).toBeUndefined();
  });
  it('is refused beyond its limits', () => {
    expect(readCsv('x\n'.repeat(MAX_ROWS))).toHaveLength(MAX_ROWS);
    expect(readCsv('x\n'.repeat(MAX_ROWS + 1))).toBeUndefined();
    expect(readCsv(`${'x,'.repeat(64)}x`)).toBeUndefined();
  });
  it('comes back as it was written, whatever the fields contain', () => {
    const signs = ['a', ' ', ',', ';', '\t', '"', "'", '=', '-', '1', '.', '\n', 'é'];
    const random = seededRandom('csv');
    for (let round = 0; round < 500; round++) {
      const bytes = random(12);
      const row = [0, 6].map((from) =>
        Array.from(bytes.slice(from, from + 6), (byte) => signs[byte % signs.length]).join(''),
      );
      const [read = []] = readCsv(writeCsv([row.map((text) => `${text}x`)])) ?? [];
      expect(read).toEqual(row.map((text) => `${text}x`));
    }
  });
  it('comes back with a note that has a formula, a quotation or a list in it', () => {
    for (const note of [
      'Rent; -50',
      ' =1',
      '- milk\n- eggs',
      'x\t-5',
      '"quoted" -x',
      "'=1",
      "''-2",
      '\tx',
      "'\tx",
      '-5',
      '5',
    ])
      expect(readCsv(writeCsv([['id', note]])), note).toEqual([['id', note]]);
    // As monero-gui writes it.
    expect(readCsv("id,' =1")).toEqual([['id', ' =1']]);
  });
  // threat: hostile-text
  it('takes back the sign before a formula, and no other apostrophe', () => {
    for (const text of ['=1+1', '-x', '@a', '+1 b']) {
      expect(csvCell(text).startsWith("'")).toBe(true);
      expect(readCsv(csvCell(text))?.[0]).toEqual([text]);
    }
    expect(readCsv("'tis fine")).toEqual([["'tis fine"]]);
  });
  it('finds columns by any of their names', () => {
    const rows = [['TxID ', 'Note'], ['1', '2'], ['3']];
    expect(columnsOf(rows, [['note'], ['txid']])).toEqual([
      ['2', '1'],
      ['', '3'],
    ]);
    expect(columnsOf(rows, [['amount']])).toBeUndefined();
  });
});
