/**
 * The flags beside those of monero-wallet-rpc: the server knows every one, and whether it takes a value; and it starts with the
 * same command lines.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FlagError } from '../../src/server/flags/flag-error.ts';
import { FOLLOWED, OURS, REFUSED } from '../../src/server/flags/flag-table.ts';
import { readFlags } from '../../src/server/flags/flags.ts';
import { freePort } from '../../scripts/tools/app/monero.ts';
import { run } from '../../scripts/tools/setup/process.mjs';
import { ensureMonero, projectRoot } from '../../scripts/tools/setup/setup.mjs';
import { inTier } from '../support/tier.ts';
import { FLAG_ROWS, type FlagRow } from './table/flag-rows.ts';

/** A certificate with its key. */
const PEM = join(projectRoot, 'scripts/tools/app/self-signed.pem');

/** Lines such as `  --daemon-port arg (=0)      Use daemon instance at port …`. */
const flagsOf = (help: string): Map<string, boolean> =>
  new Map(
    [...help.matchAll(/^ {2}--([a-z0-9-]+)( arg)?/gm)].map(([, name = '', value]) => [
      name,
      value !== undefined,
    ]),
  );

describe('the flags of the wallet server', () => {
  let theirs: Map<string, boolean>;
  beforeAll(async () => {
    const program = join(await ensureMonero(), 'monero-wallet-rpc');
    theirs = flagsOf((await run(program, ['--help'], { quiet: true })).output);
    expect(theirs.size).toBeGreaterThan(60);
  });
  // threat: server-host
  it('are those of the reference, each followed or refused, with a value where the reference has one', () => {
    const refused = Object.entries(REFUSED).map(([name, [takesValue]]) => [name, takesValue] as const);
    const ours = new Map([...Object.entries(FOLLOWED), ...refused]);
    const sorted = (flags: Map<string, boolean>): unknown => [...flags].sort(([a], [b]) => (a < b ? -1 : 1));
    expect(sorted(ours)).toEqual(sorted(theirs));
    expect(ours.size).toBe(Object.keys(FOLLOWED).length + refused.length);
  });
  it('of our own have names that the reference does not use', () => {
    for (const name of Object.keys(OURS)) expect(theirs.has(name)).toBe(false);
  });
});

/** Outcomes of the two with the same command line; the reference really starts, on a free port, without a node. */
describe('a command line', () => {
  let dir: string;
  let program: string;
  beforeAll(async () => {
    program = join(await ensureMonero(), 'monero-wallet-rpc');
    dir = mkdtempSync(join(tmpdir(), 'ostro-flag-rows-'));
  });
  afterAll(() => rmSync(dir, { recursive: true, force: true }));
  const argsOf = ({ args, file, without = [] }: FlagRow, port: number): readonly string[] => {
    const config = join(dir, `config-${port}`);
    if (file !== undefined) writeFileSync(config, file);
    return [
      ...['--rpc-bind-port', String(port), '--offline'],
      ...(without.includes('--wallet-dir') ? [] : ['--wallet-dir', dir]),
      ...(without.includes('--disable-rpc-login') ? [] : ['--disable-rpc-login']),
      ...args.map((each) => (each === 'FILE' ? config : each === 'PEM' ? PEM : each)),
    ];
  };
  const theirs = async (row: FlagRow): Promise<string> => {
    const port = await freePort();
    const own = ['--log-file', join(dir, `log-${port}`), '--shared-ringdb-dir', join(dir, `rings-${port}`)];
    const child = spawn(program, [...argsOf(row, port), ...own], {
      cwd: dir,
      env: { ...process.env, ...row.env },
    });
    const ended = new Promise<string>((resolve) => child.on('exit', () => resolve('refuses')));
    const started = new Promise<string>((resolve) => {
      let output = '';
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (output.includes('Starting wallet RPC server')) resolve('starts');
      });
    });
    const outcome = await Promise.race([ended, started]);
    child.kill('SIGKILL');
    await ended;
    return outcome;
  };
  const ours = (row: FlagRow): string => {
    try {
      return 'shows' in readFlags(argsOf(row, 1), row.env ?? {}) ? 'shows' : 'starts';
    } catch (error) {
      if (!(error instanceof FlagError)) throw error;
      return 'refuses';
    }
  };
  // The others are in `npm run test:all`.
  const rows = inTier({ short: FLAG_ROWS.filter((_, i) => i % 60 === 1), long: FLAG_ROWS });
  // threat: server-host
  it.concurrent.each(rows.map((row) => [JSON.stringify(row.file ?? row.args), row] as const))(
    '%s starts the server or is refused as in the reference, or differs for a reason',
    async (_, row) => {
      const expected = { theirs: row.theirs, ours: row.ours?.[0] ?? row.theirs };
      expect({ theirs: await theirs(row), ours: ours(row) }).toEqual(expected);
    },
  );
  it('has its outcome in ours for each row', () => {
    for (const row of FLAG_ROWS)
      expect([row.args, ours(row)]).toEqual([row.args, row.ours?.[0] ?? row.theirs]);
  });
});
