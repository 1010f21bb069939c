/**
 * `npm run criteria`: what getmonero.org asks of wallets (monero-project/monero-site, issue 2412), line by line, each with the
 * tests and commands that show it. Runs them and prints a table; code 1 if a line fails. `--quick` leaves out the builds, which
 * take minutes. `--line NAME` runs one line.
 */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readFlags } from '../setup/flags.mjs';
import { run } from '../setup/process.mjs';
import { projectRoot } from '../setup/setup.mjs';
import { SetupError } from '../../../src/server/errors.mjs';

/** A file of tests, with a part of their titles if not all of them count. */
interface Tests {
  readonly file: string;
  readonly title?: string;
}
interface Line {
  /** For --line. */
  readonly name: string;
  /** In the words of the issue. */
  readonly asks: string;
  readonly tests: readonly Tests[];
  /** Scripts of package.json that take minutes. */
  readonly builds?: readonly string[];
}

const unit = (file: string, title?: string): Tests => ({
  file: `tests/${file}.test.ts`,
  ...(title !== undefined && { title }),
});

const LINES: readonly Line[] = [
  {
    name: 'personal-data',
    asks: "doesn't require any PII",
    tests: [unit('contract/criteria', 'is made from a name and a password')],
  },
  {
    name: 'non-custodial',
    asks: 'non-custodial wallet',
    tests: [
      unit('contract/criteria', 'a wallet without a server'),
      unit('contract/privacy'),
      unit('unit/ui/secrets-in-messages'),
    ],
  },
  {
    name: 'updates',
    asks: 'must receive regular updates',
    tests: [
      unit('unit/release/version'),
      unit('unit/ui/new-version'),
      unit('unit/transport/stored-versions'),
    ],
  },
  {
    name: 'open-source',
    asks: 'client must be open source',
    tests: [unit('contract/criteria', 'are free software')],
  },
  {
    name: 'tracking',
    asks: 'No tracking / can opt-out',
    tests: [unit('contract/criteria', 'the sources'), unit('unit/ui/rates'), unit('unit/ui/questions')],
  },
  {
    name: 'transactions',
    asks: 'uses standard tx generation',
    tests: [
      unit('unit/wallet/decoys/gamma'),
      unit('unit/wallet/decoys/rings'),
      unit('unit/wallet/spend/settle'),
      unit('unit/protocol/tx/fees'),
      unit('unit/protocol/tx/rules'),
    ],
  },
  {
    name: 'signatures',
    asks: 'provides hashes and binaries are signed',
    tests: [
      unit('unit/scripts/tools/checks/package-copy'),
      unit('unit/scripts/tools/release/served-manifest'),
      unit('unit/scripts/tools/release/attestation'),
      unit('unit/scripts/tools/release/crx'),
      unit('unit/release/release'),
      unit('unit/release/proof'),
    ],
  },
  {
    name: 'reproducible',
    asks: 'reproducible builds',
    tests: [unit('unit/scripts/workflows')],
    builds: ['check:reproducible'],
  },
  {
    name: 'socks5',
    asks: 'SOCKS5 proxy support',
    tests: [unit('unit/nodejs/socks'), unit('unit/server/command/command', 'through the proxy')],
  },
  {
    name: 'passcode',
    asks: 'Can lock wallet with passcode & encrypts database',
    tests: [
      unit('contract/wallet-files-memory'),
      unit('unit/store/crypt'),
      unit('rpc/x_auto_lock'),
      unit('rpc/open_wallet', 'wrong passwords'),
    ],
  },
];

const { quick, lines } = readFlags(
  `Usage: npm run criteria -- [--quick] [--line ${LINES.map(({ name }) => name).join(' | ')}]`,
  { options: { quick: { type: 'boolean' }, line: { type: 'string' } } },
  ({ values: { quick = false, line } }) => {
    const chosen = LINES.filter(({ name }) => line === undefined || line === name);
    if (chosen.length === 0) throw new Error(`There is no line ${String(line)}.`);
    return { quick, lines: chosen };
  },
);

interface TestFile {
  readonly name: string;
  readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
}

/** All tests of all lines in one run. */
const runTests = async (): Promise<readonly TestFile[]> => {
  const files = [...new Set(lines.flatMap(({ tests }) => tests.map(({ file }) => file)))];
  const report = join(projectRoot, '.cache/criteria.json');
  const vitest = join(projectRoot, 'node_modules/vitest/vitest.mjs');
  // Of another run.
  rmSync(report, { force: true });
  const args = ['run', '--project=unit', '--reporter=json', `--outputFile=${report}`, ...files];
  const { output } = await run(process.execPath, [vitest, ...args], { cwd: projectRoot, quiet: true });
  try {
    return (JSON.parse(readFileSync(report, 'utf8')) as { readonly testResults: readonly TestFile[] })
      .testResults;
  } catch {
    throw new SetupError(`The tests did not run:\n${output.trim()}`);
  }
};

/** The proofs of a criterion that do not hold; a test that was renamed or left out does not hold. */
const failing = (results: readonly TestFile[], { file, title = '' }: Tests): readonly string[] => {
  const tests = results
    .find(({ name }) => name.replaceAll('\\', '/').endsWith(file))
    ?.assertionResults.filter(({ fullName }) => fullName.includes(title));
  if (!tests?.length) return [`${file}: no test “${title}” ran`];
  return tests.filter(({ status }) => status !== 'passed').map(({ fullName }) => `${file}: ${fullName}`);
};

const failingBuild = async (script: string): Promise<readonly string[]> => {
  const { code, output } = await run('npm', ['run', '--silent', script], { cwd: projectRoot, quiet: true });
  return code === 0 ? [] : [`npm run ${script}:\n${output.trim()}`];
};

const results = await runTests();
const faults: string[] = [];
for (const { asks, tests, builds = [] } of lines) {
  const found = tests.flatMap((each) => failing(results, each));
  if (!quick) for (const script of builds) found.push(...(await failingBuild(script)));
  faults.push(...found);
  const left =
    quick && builds.length > 0 ? `, without ${builds.map((each) => `npm run ${each}`).join(', ')}` : '';
  const shown = [...tests.map(({ file }) => file.replace('tests/', '')), ...(quick ? [] : builds)];
  console.log(`${found.length === 0 ? 'yes' : 'NO '}  ${asks}${left}\n       ${shown.join(' ')}`);
}
if (lines.length === LINES.length)
  console.log('no   software received a security audit (docs/audit.md is for whoever makes one)');
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
