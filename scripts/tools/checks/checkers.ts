/** The checkers of `npm test`: programs of packages (in node_modules) and of the project (in scripts/tools). */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { GENERATORS } from '../build/generators.ts';
import { run } from '../setup/process.mjs';
import { projectRoot } from '../setup/setup.mjs';
import { firstLines, type FileReport } from './file-report.ts';

type Checker = readonly [suite: string, program: string, ...args: readonly string[]];

const git = (...args: readonly string[]) =>
  execFileSync('git', args, { cwd: projectRoot, encoding: 'utf8' }).split('\n').filter(Boolean);

/** Files that differ from those of the revision. */
const changedFiles = (revision: string) => {
  const names = [
    ...git('diff', '--name-only', revision),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
  return names.filter((name) => existsSync(join(projectRoot, name)));
};

/** Prettier checks all files in the whole run, and where the history is too short to name what the newest 30 commits changed. */
const toFormat = (all: boolean) => {
  if (all || !existsSync(join(projectRoot, '.git'))) return ['.'];
  const changed = changedFiles(git('rev-list', '--max-count=31', 'HEAD').at(-1) ?? 'HEAD');
  return changed.length > 0 ? changed : ['.'];
};

/** The checkers that judge each file by itself, for the files that differ from those of the revision. */
export function checkersOfChanged(revision: string): readonly Checker[] {
  const changed = changedFiles(revision);
  const code = changed.filter((name) => /\.(ts|js|mjs|svelte)$/.test(name));
  const components = changed.filter((name) => /^src\/.*\.svelte$/.test(name));
  const every: readonly Checker[] = [
    ['lint', 'oxlint/bin/oxlint', '--no-error-on-unmatched-pattern', ...code],
    ['lint', 'eslint/bin/eslint.js', ...components, '--config', 'scripts/config/eslint.js'],
    ['format', 'prettier/bin/prettier.cjs', ...PRETTIER, ...changed],
  ];
  return every.filter((_, i) => [code, components, changed][i]!.length > 0);
}

const PRETTIER = ['--check', '--log-level', 'warn', '--ignore-unknown'];

/** Each is one test of its suite; the last one takes longest. */
export function checkersOf(all: boolean): readonly Checker[] {
  const config = `scripts/config/${all ? 'eslint-typed' : 'eslint'}.js`;
  const svelteCheck = ['--tsconfig', 'tsconfig/page.json', '--fail-on-warnings'];
  const every: readonly Checker[] = [
    ['types', 'typescript-native/bin/tsc', '-b'],
    ['types', 'svelte-check/bin/svelte-check', ...svelteCheck],
    ['lint', 'oxlint/bin/oxlint'],
    ['lint', 'eslint/bin/eslint.js', 'src/**/*.svelte', '--config', config],
    ['modules', 'dependency-cruiser/bin/dependency-cruise.mjs', 'src', 'workers', 'tests'],
    ['unused', 'knip/bin/knip.js', '--config', 'scripts/config/knip.json'],
    ...GENERATORS.map((program) => ['gen', program, '--check'] as const),
    ['format', 'prettier/bin/prettier.cjs', ...PRETTIER, ...toFormat(all)],
    ['build', 'build/size.ts'],
  ];
  const long: readonly Checker[] = [
    ['build', 'build/check-reproducible.ts'],
    ['build', 'build/build-wasm.ts', '--check'],
    ['lighthouse', 'checks/lighthouse.ts', '--busy'],
    ['defences', 'checks/check-defences.ts'],
  ];
  return [...every, ...(all ? long : [])];
}

/** The name of a checker among the files of a report. */
export function checkerName([suite, program]: Checker): string {
  return `${suite} ${program}`;
}

const check = async (checker: Checker, timeout: number): Promise<FileReport | undefined> => {
  const [suite, program, ...args] = checker;
  const started = Date.now();
  const own = join(projectRoot, 'scripts/tools', program);
  const command = existsSync(own)
    ? [join(projectRoot, 'scripts/run.mjs'), own]
    : [join(projectRoot, 'node_modules', program)];
  const limit = Number.isFinite(timeout) ? { timeout } : {};
  const { code, output, timedOut } = await run(process.execPath, [...command, ...args], {
    cwd: projectRoot,
    quiet: true,
    ...limit,
  });
  if (timedOut) return undefined;
  const status = code === 0 ? 'passed' : 'failed';
  console.log(`${status} ${suite} ${program}`);
  if (code !== 0) process.stdout.write(output);
  return {
    where: checkerName(checker),
    seconds: (Date.now() - started) / 1000,
    tests: [{ title: program, status, why: firstLines(output) }],
  };
};

/** Runs them on as many cores as there are; a report of each that ended within the time that `left` says. */
export async function runCheckers(
  checkers: readonly Checker[],
  left: () => number,
): Promise<readonly FileReport[]> {
  const waiting = [...checkers];
  const found: FileReport[] = [];
  const next = async () => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
      const report = left() > 0 ? await check(one, left()) : undefined;
      if (report) found.push(report);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, next));
  return found;
}
