/** The scripts behind the threat rows, run on small projects of their own. */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { holdsTitle } from '../../../../../scripts/tools/checks/test-titles.mjs';
import { threatFlaws, updatePage } from '../../../../../scripts/tools/checks/threats.mjs';

const projectRoot = resolve(import.meta.dirname, '../../../../..');
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const project = (files: Record<string, unknown>): string => {
  const root = mkdtempSync(join(tmpdir(), 'ostro-threats-'));
  folders.push(root);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return root;
};
const runScript = (
  script: string,
  root: string,
  ...args: string[]
): { code: number | null; output: string } => {
  const child = spawnSync(
    process.execPath,
    [join(projectRoot, 'scripts/tools', script), '--root', root, ...args],
    {
      encoding: 'utf8',
    },
  );
  return { code: child.status, output: child.stdout + child.stderr };
};

const RULE = `export const allowed = (fee: number): boolean => fee < 10;\n`;
const TEST = `import { expect, it, describe } from 'vitest';
import { allowed } from '../src/rule.ts';
describe('the fee', () => {
  it('is refused when it is too high', () => { expect(allowed(20)).toBe(false); });
  it('is accepted when it is low', () => { expect(allowed(5)).toBe(true); });
  it('is wrong from the start', () => { expect(allowed(30)).toBe(true); });
});
`;
const CUT = { file: 'src/rule.ts', find: 'fee < 10', replace: 'true' };
const row = (change: object = {}, test: object = {}) => ({
  group: 'node',
  threat: 'A node asks | for a high fee.',
  answer: 'The wallet refuses it.',
  tests: [
    { file: 'tests/rule.test.ts', name: 'the fee is refused when it is too high', without: CUT, ...test },
  ],
  ...change,
});
const withRows = (rows: Record<string, object>): string =>
  project({
    'src/rule.ts': RULE,
    'tests/rule.test.ts': TEST,
    '.gitignore': 'node_modules\n',
    'vite.config.mjs':
      "export default { test: { projects: [{ test: { name: 'unit', include: ['tests/*.test.ts'] } }] } };\n",
    ...Object.fromEntries(Object.entries(rows).map(([id, value]) => [`docs/threats/${id}.json`, value])),
  });

describe('the page of threats', () => {
  it('has a line for each row, and is outdated when a row changes', () => {
    const root = withRows({ 'high-fee': row() });
    mkdirSync(join(root, 'docs'), { recursive: true });
    expect(runScript('checks/gen-threats.mjs', root, '--check')).toMatchObject({ code: 1 });
    expect(runScript('checks/gen-threats.mjs', root)).toMatchObject({ code: 0 });
    const page = readFileSync(join(root, 'docs/threats.md'), 'utf8');
    expect(page).toContain(
      '| `high-fee` | A node asks \\| for a high fee. | The wallet refuses it. |  | ' +
        '[rule.test.ts](../tests/rule.test.ts): the fee is refused when it is too high |',
    );
    expect(updatePage(root, true).ok).toBe(true);
    writeFileSync(join(root, 'docs/threats/high-fee.json'), JSON.stringify(row({ limit: 'A little.' })));
    expect(updatePage(root, true).ok).toBe(false);
    expect(updatePage(root, false).ok).toBe(true);
    writeFileSync(join(root, 'src/rule.ts'), RULE.replace('10', '11'));
    expect(updatePage(root, true).ok).toBe(false);
  });

  it.each([
    ['an unknown group', row({ group: 'weather' }), 'no group is called weather'],
    ['an unknown suite', row({}, { suite: 'modules' }), 'no suite is called modules'],
    ['a missing file', row({}, { file: 'tests/gone.test.ts' }), 'tests/gone.test.ts does not exist'],
    ['a missing test', row({}, { name: 'the fee is high' }), 'has no test "the fee is high"'],
    ['an edit of text that is not there', row({}, { without: { ...CUT, find: 'x > y' } }), 'stands 0 times'],
    ['an edit of text that stands twice', row({}, { without: { ...CUT, find: 'fee' } }), 'stands 2 times'],
    ['an edit that changes nothing', row({}, { without: { ...CUT, replace: CUT.find } }), 'changes nothing'],
    ['no edit', row({}, { without: [] }), 'does not say how to take its defence out'],
    ['neither test nor reason', row({ tests: [] }), 'a row without tests must say why in limit'],
    ['no answer', row({ answer: ' ' }), 'threat and answer must say something'],
  ])('refuses a row with %s', (_what, wrong, sentence) => {
    const flaws = threatFlaws(withRows({}), { id: 'wrong', ...wrong });
    expect(flaws.join()).toContain(`docs/threats/wrong.json: `);
    expect(flaws.join()).toContain(sentence);
  });

  it('finds tests of a contract in the files that import it', () => {
    const root = withRows({});
    writeFileSync(join(root, 'tests/fees.contract.ts'), TEST.replace('the fee', 'each fee'));
    writeFileSync(
      join(root, 'tests/fees.test.ts'),
      "import './x.ts';\nimport { f } from './fees.contract.ts';\n",
    );
    const test = { file: 'tests/fees.test.ts', name: 'each fee is accepted when it is low' };
    expect(threatFlaws(root, { id: 'right', ...row({}, test) })).toEqual([]);
    expect(
      threatFlaws(root, { id: 'wrong', ...row({}, { ...test, name: 'each fee is high' }) }),
    ).toHaveLength(1);
  });
});

describe('the search for a test by its full title', () => {
  const text = `describe('a node', () => {
    describe.each([1, 2])('on port %i', () => { it(\`answers \${x} times\`, async () => {}); });
    it.skipIf(slow)('costs 5 %% more', { timeout: 1 }, () => {});
    test.describe('seen by a person', () => { test('is named', async ({ page }) => {}); });
    for (const [title, f] of [['refuses a long answer', 1]]) it(title, f);
  });`;

  it.each([
    'a node on port 2 answers 3 times',
    'a node costs 5 % more',
    'a node seen by a person is named',
    'a node refuses a long answer',
  ])('finds "%s"', (title) => {
    expect(holdsTitle(text, title)).toBe(true);
  });

  it.each(['a node answers 3 times', 'is named', 'a node', 'a node refuses a short answer'])(
    'does not find "%s"',
    (title) => {
      expect(holdsTitle(text, title)).toBe(false);
    },
  );
});

describe('the check of defences', () => {
  const check = (
    rows: Record<string, object>,
    ...args: string[]
  ): { code: number | null; output: string } => {
    const root = withRows(rows);
    execFileSync('git', ['init', '-q'], { cwd: root });
    symlinkSync(join(projectRoot, 'node_modules'), join(root, 'node_modules'));
    const result = runScript('checks/check-defences.mjs', root, ...args);
    // The project itself does not change.
    expect(readFileSync(join(root, 'src/rule.ts'), 'utf8')).toBe(RULE);
    expect(existsSync(join(root, 'tests/rule.test.ts'))).toBe(true);
    return result;
  };

  it('succeeds when each test fails without its defence', () => {
    const { code, output } = check(
      { 'high-fee': row(), other: row({}, { name: 'the fee is gone' }) },
      'high-fee',
    );
    expect(output).toContain('1 defences taken out, 0 not noticed');
    expect(code).toBe(0);
  });

  it('reports a test that does not fail, one that cannot run, and one that fails with its defence', () => {
    const { code, output } = check({
      asleep: row({}, { name: 'the fee is accepted when it is low' }),
      broken: row({}, { without: { ...CUT, replace: 'fee <' } }),
      noticed: row(),
      red: row({}, { name: 'the fee is wrong from the start' }),
    });
    expect(output).toMatch(/^asleep +NOT NOTICED/m);
    expect(output).toMatch(/^broken +does not run without its defence/m);
    expect(output).toMatch(/^noticed +noticed/m);
    expect(output).toMatch(/^red +failed even with its defence/m);
    expect(output).toContain('4 defences taken out, 3 not noticed');
    expect(code).toBe(1);
  });
});
