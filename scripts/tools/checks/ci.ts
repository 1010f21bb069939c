/**
 * `npm run ci`: `npm test`, then one shard of the long tests that were seen green (`npm run test:all -- --shard K/N --long`), chosen
 * by the number of commits, so that successive commits run all shards in turn. Ends itself after MINUTES; what the shard did
 * not run by then is named and is no failure. A red file of the shard is repeated once alone, and counts if it is red again.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { run } from '../setup/process.mjs';
import { projectRoot } from '../setup/setup.mjs';
import { lastResults, sumLine, wholeSumLine, type Results } from './results.ts';
import { shardOfCommit } from './shards.ts';

/** Minutes of the whole, and of the shard at most. */
const MINUTES = 19.5;
const SHARD_MINUTES = 9;
const SHARDS = 12;
/** Long tests make the same random choices for each commit; the nightly run makes new ones. */
const SEED = '1';

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
const minutes = Math.min(MINUTES - (Date.now() - started) / 60_000, SHARD_MINUTES);
if (minutes < 1) {
  console.log(`\nnpm test took so long that there is no time for shard ${number} of ${count}.`);
  console.log(`\n${sumLine(quick.results)}`);
  process.exit(quick.code);
}
console.log(`\nShard ${number} of ${count} of the long tests, for ${minutes.toFixed(1)} minutes\n`);
process.env.OSTRO_SEED ??= SEED;
const shard = await test('--all', `--shard=${number}/${count}`, '--long', `--minutes=${minutes}`, '--repeat');
console.log(`\nnpm test: ${sumLine(quick.results)}`);
console.log(`shard ${number}/${count}: ${wholeSumLine(shard.results)}`);
const together = {
  files: [...quick.results.files, ...shard.results.files],
  notRun: shard.results.notRun,
  greenAgain: shard.results.greenAgain,
};
console.log(`\n${sumLine(together)}`);
process.exitCode = quick.code === 0 && shard.code === 0 ? 0 : 1;
