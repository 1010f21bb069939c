/**
 * `npm run ci`: `npm test`, then one shard of `npm run test:all`, chosen by the number of commits, so that successive commits
 * run all shards in turn. Ends itself after MINUTES; what the shard did not run by then is named and is no failure. A red
 * file of the shard is repeated once alone.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { run } from '../setup/process.mjs';
import { projectRoot } from '../setup/setup.mjs';
import { lastResults, sumLine, type Results } from './results.ts';
import { shardOfCommit } from './shards.ts';

const MINUTES = 20;
const SHARDS = 12;
/** The shard ends this long before the whole: what runs then gets a moment to stop. */
const MARGIN = 0.5;

const started = Date.now();
const git = (...args: readonly string[]) => {
  try {
    return execFileSync('git', args, {
      cwd: projectRoot,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return undefined;
  }
};
const isWhole = git('rev-parse', '--is-shallow-repository') === 'false';
const commits = isWhole ? git('rev-list', '--count', 'HEAD') : undefined;
const hash = git('rev-parse', 'HEAD');
const { number, count } = shardOfCommit(
  { ...(commits === undefined ? {} : { commits: Number(commits) }), ...(hash === undefined ? {} : { hash }) },
  SHARDS,
);

const test = async (...flags: readonly string[]): Promise<{ code: number; results: Results }> => {
  const program = join(projectRoot, 'scripts/tools/checks/test.ts');
  const { code } = await run(process.execPath, [join(projectRoot, 'scripts/run.mjs'), program, ...flags], {
    cwd: projectRoot,
  });
  return { code, results: lastResults() };
};

const quick = await test();
const left = MINUTES - MARGIN - (Date.now() - started) / 60_000;
console.log(`\nShard ${number} of ${count} of npm run test:all, for ${left.toFixed(1)} minutes\n`);
const shard = await test(
  '--all',
  `--shard=${number}/${count}`,
  `--minutes=${Math.max(left, 0.1)}`,
  '--repeat',
);
const results = {
  files: [...quick.results.files, ...shard.results.files],
  notRun: shard.results.notRun,
};
console.log(`\nnpm test: ${sumLine(quick.results)}`);
console.log(`shard ${number}/${count}: ${sumLine(shard.results)}`);
console.log(`\n${sumLine(results)}`);
process.exitCode = quick.code === 0 && shard.code === 0 ? 0 : 1;
