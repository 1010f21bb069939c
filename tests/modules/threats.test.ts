/** Each row of the pages of threats names a tag, which stands above its tests; each tag in a test has a row. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const project = resolve(import.meta.dirname, '../..');
const MOST_ROWS = 60;

const tagsOfRows = (page: string): readonly string[] =>
  [...page.matchAll(/^\|(?! Threat | --- ).*\| *`?(.*?)`? *\|$/gm)].map(([, tag = '']) => tag);

/** A tag is a comment of its own: `// threat: burning-bug`. */
const tagsOfTest = (text: string): readonly string[] =>
  [...text.matchAll(/^ *\/\/ threat: *(.*)$/gm)].map(([, tag = '']) => tag.trim());

const flawsOf = (page: string, tests: readonly string[]): readonly string[] => {
  const rows = tagsOfRows(page);
  const tagged = new Set(tests.flatMap(tagsOfTest));
  return [
    ...(rows.length > MOST_ROWS
      ? [`${rows.length} rows, more than ${MOST_ROWS}: unite rows of one kind`]
      : []),
    ...rows.filter((tag) => !tagged.has(tag)).map((tag) => `no test has the tag of row ${tag}`),
    ...rows.filter((tag, i) => rows.indexOf(tag) !== i).map((tag) => `two rows have the tag ${tag}`),
    ...[...tagged].filter((tag) => !rows.includes(tag)).map((tag) => `no row has the tag ${tag} of a test`),
  ];
};

const readPage = () =>
  ['threats.md', 'threats-app.md']
    .map((name) => readFileSync(join(project, 'docs', name), 'utf8'))
    .join('\n');
const readTests = () =>
  readdirSync(join(project, 'tests'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(test|spec|contract)\.ts$/.test(name) && !name.startsWith('modules'))
    .map((name) => readFileSync(join(project, 'tests', name), 'utf8'));

describe('the pages of threats', () => {
  it('has a test for each row, and a row for each tag of a test', () => {
    expect(tagsOfRows(readPage()).length).toBeGreaterThan(40);
    expect(flawsOf(readPage(), readTests())).toEqual([]);
  });

  const row = (tag: string) => `| Somebody does harm. | It is prevented. | \`${tag}\` |\n`;
  it.each([
    ['a row without a test', row('planted'), [], 'no test has the tag of row planted'],
    [
      'a row without a tag',
      '| Somebody does harm. | It is prevented. | |\n',
      [],
      'no test has the tag of row ',
    ],
    ['a tag without a row', '', ['  // threat: planted\n'], 'no row has the tag planted of a test'],
    [
      'a tag in two rows',
      row('planted').repeat(2),
      ['// threat: planted\n'],
      'two rows have the tag planted',
    ],
    [
      'more rows than people read',
      row('planted').repeat(61),
      ['// threat: planted\n'],
      `61 rows, more than ${MOST_ROWS}: unite rows of one kind`,
    ],
  ])('is refused with %s', (_, rows, tests, flaw) => {
    expect(flawsOf(rows, tests)).toContain(flaw);
  });
});
