/** The threat rows (docs/threats/*.json): read, checked, and written as one page. docs/threats/README.md has their shape. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { messageOf } from '../setup/errors.mjs';
import { holdsTitle } from './test-titles.mjs';
import { parseJson } from '../setup/json.mjs';

/** @typedef {import('./tree-copy.mjs').Edit} Edit */
/**
 * A test that fails without the defence. Rows are checked by threatFlaws: until then any of this may be missing.
 * @typedef {object} ThreatTest
 * @property {string} file
 * @property {string} name The full title.
 * @property {string} [suite] `unit` if absent.
 * @property {Edit | readonly Edit[]} [without]
 *
 * @typedef {object} Threat
 * @property {string} id
 * @property {string} group
 * @property {string} threat
 * @property {string} answer
 * @property {string} [limit]
 * @property {readonly ThreatTest[]} [tests]
 */

/** The groups in the order of the page, each with its heading. */
const GROUPS = {
  node: 'A node that lies, fails or watches',
  chain: 'What others write on the chain',
  signers: 'Watchers, signers and co-signers',
  device: 'The device: lost power, full disks, wrong clocks',
  server: 'The wallet server',
  page: 'The page',
  browser: 'The browser and its storage',
};
const SUITES = ['unit', 'browser', 'parity', 'chaos', 'e2e'];

/**
 * The edits that take a test's defence out.
 * @param {ThreatTest} test
 * @returns {readonly Edit[]}
 */
export function editsOf(test) {
  return [test.without ?? []].flat();
}

/**
 * All rows, sorted by id (the file's name without `.json`). Throws on a file that is not JSON.
 * @param {string} root
 * @returns {readonly Threat[]}
 */
export function readThreats(root) {
  const folder = join(root, 'docs/threats');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => {
      try {
        const row = /** @type {Omit<Threat, 'id'>} */ (parseJson(readFileSync(join(folder, name), 'utf8')));
        return { id: name.slice(0, -5), ...row };
      } catch (error) {
        throw new Error(`docs/threats/${name}: ${messageOf(error)}`, { cause: error });
      }
    });
}

/**
 * @param {string} text
 * @param {string} part
 */
const occurrences = (text, part) => (part === '' ? 0 : text.split(part).length - 1);
const isText = (/** @type {unknown} */ value) => typeof value === 'string' && value.trim() !== '';

/**
 * @param {string} root
 * @param {Edit} edit
 * @returns {readonly string[]}
 */
const editFlaws = (root, { file, find, replace }) => {
  if (![file, find].every(isText) || typeof replace !== 'string')
    return ['an edit of "without" needs file, find and replace'];
  if (!existsSync(join(root, file))) return [`${file} does not exist`];
  if (find === replace) return [`the edit of ${file} changes nothing`];
  const count = occurrences(readFileSync(join(root, file), 'utf8'), find);
  return count === 1
    ? []
    : [`"find" stands ${count} times in ${file} instead of once: ${JSON.stringify(find)}`];
};

/**
 * A test file's text, and that of each contract (tests that several implementations have to pass) that it imports.
 * @param {string} root
 * @param {string} file
 */
const testSources = (root, file) => {
  const read = (/** @type {string} */ path) => readFileSync(join(root, path), 'utf8');
  const text = read(file);
  const contracts = [...text.matchAll(/from '(\.[^']*\.contract\.ts)'/g)].map(([, path = '']) =>
    join(dirname(file), path),
  );
  return [text, ...contracts.map(read)];
};

/**
 * @param {string} root
 * @param {ThreatTest} test
 * @returns {readonly string[]}
 */
const testFlaws = (root, test) => {
  const { file, name, suite = 'unit' } = test;
  if (![file, name].every(isText)) return ['a test needs file and name'];
  if (!existsSync(join(root, file))) return [`${file} does not exist`];
  const edits = editsOf(test);
  return [
    ...(SUITES.includes(suite) ? [] : [`no suite is called ${suite}`]),
    ...(testSources(root, file).some((text) => holdsTitle(text, name))
      ? []
      : [`${file} has no test "${name}"`]),
    ...(edits.length > 0 ? [] : [`"${name}" does not say how to take its defence out ("without")`]),
    ...edits.flatMap((edit) => editFlaws(root, edit)),
  ];
};

/**
 * What is wrong with one row, as sentences; empty when nothing is. A row is written by hand, so every field is
 * checked.
 * @param {string} root
 * @param {Partial<Threat>} row
 * @returns {readonly string[]}
 */
export function threatFlaws(root, row) {
  const { id, group, threat, answer, limit, tests = [] } = row;
  return [
    ...(Object.hasOwn(GROUPS, group ?? '') ? [] : [`no group is called ${group}`]),
    ...(isText(threat) && isText(answer) ? [] : ['threat and answer must say something']),
    ...(limit === undefined || isText(limit) ? [] : ['limit must say something']),
    // A threat without a defence has no test, and says why it remains.
    ...(tests.length > 0 || isText(limit) ? [] : ['a row without tests must say why in limit']),
    ...tests.flatMap((test) => testFlaws(root, test)),
  ].map((flaw) => `docs/threats/${id}.json: ${flaw}`);
}

const cell = (/** @type {string} */ text) => text.replaceAll('|', '\\|').replace(/\s*\n\s*/g, ' ');
const testCell = (/** @type {ThreatTest} */ { file, name }) =>
  `[${file.split('/').at(-1)}](../${file}): ${name.replaceAll('<', '&lt;')}`;
const line = (/** @type {readonly string[]} */ cells) => `| ${cells.map(cell).join(' | ')} |`;

const HEAD = `# Threats

<!-- Generated by scripts/tools/checks/gen-threats.mjs from docs/threats: do not edit. -->

Each row is an attack or a failure: what the wallet does against it, what remains, and the tests that stage it. How a row
is written: [threats/README.md](threats/README.md).

\`npm run check:defences [-- ID…]\` repeats the proof: in a copy of the project it takes each defence out of the code and
expects that the row's test fails.
`;

/**
 * The page docs/threats.md.
 * @param {readonly Threat[]} rows
 */
function threatsPage(rows) {
  return [
    HEAD,
    ...Object.entries(GROUPS).flatMap(([group, title]) => {
      const own = rows.filter((row) => row.group === group);
      if (own.length === 0) return [];
      return [
        `## ${title}\n`,
        line(['ID', 'Threat', 'What is done', 'What remains', 'Tests']),
        line(['---', '---', '---', '---', '---']),
        ...own.map(({ id, threat, answer, limit = '', tests = [] }) =>
          line([`\`${id}\``, threat, answer, limit, [...new Set(tests.map(testCell))].join('<br>')]),
        ),
        '',
      ];
    }),
  ].join('\n');
}

const PAGE = 'docs/threats.md';

/**
 * Checks the rows below `root` and writes docs/threats.md from them; with `check` it only compares. Answers {ok, said}:
 * not ok when a row is wrong, or when the page is stale and stays so.
 * @param {string} root
 * @param {boolean} check
 * @returns {{ readonly ok: boolean, readonly said: readonly string[] }}
 */
export function updatePage(root, check) {
  const rows = readThreats(root);
  const flaws = rows.flatMap((row) => threatFlaws(root, row));
  const file = join(root, PAGE);
  const wanted = threatsPage(rows);
  const stale = !existsSync(file) || readFileSync(file, 'utf8') !== wanted;
  if (stale && !check) writeFileSync(file, wanted);
  const outcome = stale ? (check ? 'is not up to date: run npm run gen' : 'written') : 'is up to date';
  return {
    ok: flaws.length === 0 && !(stale && check),
    said: [...flaws, `${PAGE} ${outcome}`, `${rows.length} threats`],
  };
}
