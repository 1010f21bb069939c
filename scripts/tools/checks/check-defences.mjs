#!/usr/bin/env node
/**
 * `npm run check:defences [-- ID… --no-baseline --root FOLDER]`: takes the defence of each threat row (docs/threats) out of a copy of
 * the project and expects that the row's test notices.
 *
 * First every test has to pass unchanged (`--no-baseline` leaves that out). Then each test's `without` edits are applied,
 * and the test has to run and fail. A test that does not run (its file no longer loads, nobody has a test of that title)
 * proves nothing and counts as wrong. Ends with code 1 when a defence can be taken out unnoticed.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { playwrightOutcome, vitestOutcome } from './outcomes.mjs';
import { onEnd, run } from '../setup/process.mjs';
import { ensureChromium, ensureMonero, projectRoot } from '../setup/setup.mjs';
import { editsOf, readThreats, threatFlaws } from './threats.mjs';
import { applyEdits, copyTree } from './tree-copy.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  allowNegative: true,
  options: {
    baseline: { type: 'boolean', default: true },
    root: { type: 'string', default: projectRoot },
  },
});
const { root } = values;
const TIMEOUT = 14 * 60_000;

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const reports = mkdtempSync(join(tmpdir(), 'ostro-defences-'));
process.on('exit', () => rmSync(reports, { recursive: true, force: true }));
onEnd(() => console.error('Interrupted.'));

const environment = async (suite) => ({
  ...process.env,
  ...(['parity', 'chaos', 'e2e'].includes(suite) ? { OSTRO_MONERO: await ensureMonero() } : {}),
  ...(suite === 'browser' || suite === 'e2e' ? { OSTRO_CHROMIUM: await ensureChromium() } : {}),
});

let reportNumber = 0;
/** Runs these tests of one suite in the copy; a function that says what became of one of them, and what was printed. */
const runTests = async (copy, suite, tests) => {
  const report = join(reports, `${reportNumber++}.json`);
  const files = [...new Set(tests.map((test) => test.file))];
  const titles = `(${[...new Set(tests.map((test) => escaped(test.name)))].join('|')})$`;
  const env = await environment(suite);
  const { output } =
    suite === 'e2e'
      ? await node(copy, ['@playwright/test/cli.js', 'test', '--reporter=json', '-g', titles, ...files], {
          ...env,
          PLAYWRIGHT_JSON_OUTPUT_FILE: report,
        })
      : await node(
          copy,
          ['vitest/vitest.mjs', 'run', '--project', suite, '--reporter=json', `--outputFile=${report}`]
            .concat(['-t', titles])
            .concat(files),
          env,
        );
  const read = readReport(report);
  const outcome = suite === 'e2e' ? playwrightOutcome : vitestOutcome;
  return { output, of: ({ file, name }) => outcome(read, file, name) };
};

const node = (copy, [path, ...args], env) =>
  run(process.execPath, [join(copy, 'node_modules', path), ...args], {
    quiet: true,
    cwd: copy,
    env,
    timeout: TIMEOUT,
  });

const readReport = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
};

/** Runs `work` with the edits applied; the kernel's binaries are built again when an edit is in its source. */
const edited = async (copy, edits, work) => {
  const restore = applyEdits(copy, edits);
  const kernel = edits.some(({ file }) => file.startsWith('src/kernel/assembly/'));
  try {
    if (kernel)
      execFileSync(process.execPath, ['scripts/tools/build/build-wasm.mjs'], { cwd: copy, stdio: 'ignore' });
    return await work();
  } finally {
    restore();
    if (kernel) cpSync(join(root, 'src/kernel/wasm'), join(copy, 'src/kernel/wasm'), { recursive: true });
  }
};

const grouped = (items, keyOf) => {
  const groups = new Map();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return [...groups.values()];
};

/** Each test as it is: those that do not pass are wrong before anything is taken out. */
const baseline = async (copy, tests) => {
  for (const group of grouped(tests, (test) => test.suite)) {
    const result = await runTests(copy, group[0].suite, group);
    for (const test of group)
      if (result.of(test) !== 'passed')
        test.verdict = `${result.of(test) ?? 'does not run'} even with its defence`;
    if (group.some((test) => test.verdict)) console.error(result.output.slice(-4000));
  }
};

const VERDICTS = { failed: 'noticed', passed: 'NOT NOTICED' };
/** The same edits are applied once for all tests of a suite that they are to fail. */
const withoutDefence = async (copy, tests) => {
  for (const group of grouped(tests, (test) => JSON.stringify([test.suite, editsOf(test)]))) {
    const result = await edited(copy, editsOf(group[0]), () => runTests(copy, group[0].suite, group));
    for (const test of group) {
      const outcome = result.of(test);
      test.verdict = VERDICTS[outcome] ?? 'does not run without its defence';
      console.log(`${test.id}: ${test.verdict} (${test.name})`);
      if (outcome === undefined) console.error(result.output.slice(-4000));
    }
  }
};

const main = async () => {
  const all = readThreats(root);
  const unknown = positionals.filter((id) => !all.some((row) => row.id === id));
  const rows = positionals.length === 0 ? all : all.filter((row) => positionals.includes(row.id));
  const flaws = [
    ...unknown.map((id) => `No threat is called ${id}.`),
    ...rows.flatMap((row) => threatFlaws(root, row)),
  ];
  if (flaws.length > 0) throw new Error(flaws.join('\n'));
  const tests = rows.flatMap(({ id, tests: own = [] }) =>
    own.map((test) => ({ suite: 'unit', ...test, id })),
  );
  const copy = copyTree(root);
  if (values.baseline) await baseline(copy, tests);
  await withoutDefence(
    copy,
    tests.filter((test) => test.verdict === undefined),
  );
  const width = Math.max(0, ...tests.map((test) => test.id.length)) + 2;
  console.log('');
  for (const test of tests) console.log(`${test.id.padEnd(width)}${test.verdict.padEnd(14)}${test.name}`);
  const wrong = tests.filter((test) => test.verdict !== 'noticed').length;
  console.log(`\n${tests.length} defences taken out, ${wrong} not noticed`);
  process.exitCode = wrong > 0 ? 1 : 0;
};

try {
  await main();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
