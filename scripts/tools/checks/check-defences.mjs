#!/usr/bin/env node
/**
 * `npm run check:defences [-- ID… --no-baseline --root FOLDER]`: takes the defence of each threat row (docs/threats)
 * out of a copy of the project and expects that the row's test notices.
 *
 * First every test has to pass unchanged (`--no-baseline` leaves that out). Then each test's `without` edits are
 * applied, and the test has to run and fail. A test that does not run (its file no longer loads, no test has that
 * title) proves nothing and counts as wrong. Ends with code 1 when a defence can be taken out unnoticed.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { playwrightOutcome, vitestOutcome } from './outcomes.mjs';
import { messageOf } from '../setup/errors.mjs';
import { readFlags } from '../setup/flags.mjs';
import { onEnd, run } from '../setup/process.mjs';
import { ensureChromium, ensureMonero, projectRoot } from '../setup/setup.mjs';
import { readReport } from './reports.mjs';
import { editsOf, readThreats, threatFlaws } from './threats.mjs';
import { applyEdits, copyTree } from './tree-copy.mjs';

/** @typedef {import('./threats.mjs').ThreatTest & { readonly suite: string, readonly id: string }} Case */
/** @typedef {import('./tree-copy.mjs').Edit} Edit */

const { root, baseline, ids } = readFlags(
  'npm run check:defences -- [ID…] [--no-baseline] [--root FOLDER]',
  {
    allowPositionals: true,
    allowNegative: true,
    options: {
      baseline: { type: 'boolean', default: true },
      root: { type: 'string', default: projectRoot },
    },
  },
  ({ values, positionals }) => ({ ...values, ids: positionals }),
);
const TIMEOUT = 14 * 60_000;

const escaped = (/** @type {string} */ text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const reports = mkdtempSync(join(tmpdir(), 'ostro-defences-'));
process.on('exit', () => rmSync(reports, { recursive: true, force: true }));
onEnd(() => console.error('Interrupted.'));

const environment = async (/** @type {string} */ suite) => ({
  // Without its defence a test often waits for what never comes: time limits of minutes become shorter.
  OSTRO_SLOW: '0.2',
  ...process.env,
  ...(['parity', 'chaos', 'e2e'].includes(suite) ? { OSTRO_MONERO: await ensureMonero() } : {}),
  ...(suite === 'browser' || suite === 'e2e' ? { OSTRO_CHROMIUM: await ensureChromium() } : {}),
});

let reportNumber = 0;
/**
 * Runs these tests of one suite in the copy; a function that says what became of one of them, and what was printed.
 * @param {string} copy
 * @param {string} suite
 * @param {readonly Case[]} tests
 */
const runTests = async (copy, suite, tests) => {
  const report = join(reports, `${reportNumber++}.json`);
  const files = [...new Set(tests.map((test) => test.file))];
  const titles = `(${[...new Set(tests.map((test) => escaped(test.name)))].join('|')})$`;
  const env = await environment(suite);
  const names = suite === 'e2e' ? ['phone', 'long'] : [suite, `long-${suite}`];
  const projects = names.map((name) => `--project=${name}`);
  const { output } =
    suite === 'e2e'
      ? await node(
          copy,
          ['@playwright/test/cli.js', 'test', ...projects, '--reporter=json', '-g', titles, ...files],
          {
            ...env,
            PLAYWRIGHT_JSON_OUTPUT_FILE: report,
          },
        )
      : await node(
          copy,
          [
            ...['vitest/vitest.mjs', 'run', ...projects, '--reporter=json', `--outputFile=${report}`],
            ...['-t', titles, ...files],
          ],
          env,
        );
  const read = readReport(report);
  const outcome = suite === 'e2e' ? playwrightOutcome : vitestOutcome;
  return { output, of: (/** @type {Case} */ { file, name }) => outcome(read, file, name) };
};

/**
 * @param {string} copy
 * @param {readonly string[]} command The program's path in node_modules, and its arguments.
 * @param {NodeJS.ProcessEnv} env
 */
const node = (copy, [path = '', ...args], env) =>
  run(process.execPath, [join(copy, 'node_modules', path), ...args], {
    quiet: true,
    cwd: copy,
    env,
    timeout: TIMEOUT,
  });

/**
 * Runs `work` with the edits applied; the kernel's binaries are built again when an edit is in its source.
 * @template T
 * @param {string} copy
 * @param {readonly Edit[]} edits
 * @param {() => Promise<T>} work
 */
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

/**
 * The tests with the same key, each time with the first of them.
 * @param {readonly Case[]} tests
 * @param {(test: Case) => string} keyOf
 */
const grouped = (tests, keyOf) => {
  /** @type {Map<string, { first: Case, group: Case[] }>} */
  const groups = new Map();
  for (const test of tests) {
    const known = groups.get(keyOf(test));
    if (known) known.group.push(test);
    else groups.set(keyOf(test), { first: test, group: [test] });
  }
  return [...groups.values()];
};

/** @typedef {Map<Case, string>} Verdicts */

/**
 * Runs each test unchanged: those that fail are reported before any defence is removed.
 * @param {string} copy
 * @param {readonly Case[]} tests
 * @param {Verdicts} verdicts
 */
const withDefence = async (copy, tests, verdicts) => {
  for (const { first, group } of grouped(tests, (test) => test.suite)) {
    const result = await runTests(copy, first.suite, group);
    for (const test of group)
      if (result.of(test) !== 'passed')
        verdicts.set(test, `${result.of(test) ?? 'does not run'} even with its defence`);
    if (group.some((test) => verdicts.has(test))) console.error(result.output.slice(-4000));
  }
};

const VERDICTS = { failed: 'noticed', passed: 'NOT NOTICED' };
/**
 * The same edits are applied once for all tests of a suite that they are to fail.
 * @param {string} copy
 * @param {readonly Case[]} tests
 * @param {Verdicts} verdicts
 */
const withoutDefence = async (copy, tests, verdicts) => {
  for (const { first, group } of grouped(tests, (test) => JSON.stringify([test.suite, editsOf(test)]))) {
    const result = await edited(copy, editsOf(first), () => runTests(copy, first.suite, group));
    for (const test of group) {
      const outcome = result.of(test);
      const verdict = outcome ? VERDICTS[outcome] : 'does not run without its defence';
      verdicts.set(test, verdict);
      console.log(`${test.id}: ${verdict} (${test.name})`);
      if (outcome === undefined) console.error(result.output.slice(-4000));
    }
  }
};

const main = async () => {
  const all = readThreats(root);
  const unknown = ids.filter((id) => !all.some((row) => row.id === id));
  const rows = ids.length === 0 ? all : all.filter((row) => ids.includes(row.id));
  const flaws = [
    ...unknown.map((id) => `No threat is called ${id}.`),
    ...rows.flatMap((row) => threatFlaws(root, row)),
  ];
  if (flaws.length > 0) throw new Error(flaws.join('\n'));
  const tests = rows.flatMap(({ id, tests: own = [] }) =>
    own.map((test) => ({ suite: 'unit', ...test, id })),
  );
  const copy = copyTree(root);
  /** @type {Verdicts} */
  const verdicts = new Map();
  if (baseline) await withDefence(copy, tests, verdicts);
  await withoutDefence(
    copy,
    tests.filter((test) => !verdicts.has(test)),
    verdicts,
  );
  const width = Math.max(0, ...tests.map((test) => test.id.length)) + 2;
  console.log('');
  for (const [test, verdict] of verdicts)
    console.log(`${test.id.padEnd(width)}${verdict.padEnd(14)}${test.name}`);
  const wrong = tests.filter((test) => verdicts.get(test) !== 'noticed').length;
  console.log(`\n${tests.length} defences taken out, ${wrong} not noticed`);
  process.exitCode = wrong > 0 ? 1 : 0;
};

try {
  await main();
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
