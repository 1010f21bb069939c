/**
 * The package `ostro`, installed into a folder of its own: the examples of its README restore, read, pay, prove and receive on
 * a real chain. Also in Deno and Bun where OSTRO_DENO and OSTRO_BUN name their programs.
 */
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FIRST_OWNER, FOREIGN_ADDRESS, SECOND_OWNER } from '../../../scripts/tools/app/funded-chain.ts';
import { startChild } from '../../../scripts/tools/setup/process.mjs';
import { projectRoot } from '../../../scripts/tools/setup/setup.mjs';
import { exampleOf, installPackage, type InstalledPackage } from '../../support/library-package.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { startRegtest, type Regtest } from '../../support/regtest.ts';
import { until } from '../../support/until.ts';

const TYPED = `
import { createWallet, folder, OstroError, postgres, type OstroEvent, type WalletStorage } from 'ostro';
import { parseAddress } from 'ostro/addresses';
import { connectDaemon } from 'ostro/daemon';
import { newMnemonic } from 'ostro/mnemonics';
import { bindMoneroTs } from 'ostro/monero-ts';
import { checkTxProof } from 'ostro/proofs';
import { storageContract, type StorageTrial } from 'ostro/storage-contract';
import { parseUri } from 'ostro/uris';
const wallet = await createWallet({ storage: folder('wallets') });
export const balance: bigint = (await wallet.call('get_balance', { account_index: 0 })).balance;
// @ts-expect-error -- no such parameter
await wallet.call('get_balance', { nonsense: 1 });
// @ts-expect-error -- no such method
await wallet.call('nonsense');
for await (const { type, data } of wallet.events())
  if (type === 'received') data.txids satisfies readonly string[];
export const height: number = (await connectDaemon('x').call('get_info')).height;
export const good: boolean = (await checkTxProof({ txid: '' }, { node: 'x' })).good;
export const contractOf = (trial: StorageTrial) => storageContract(trial);
export const others = [parseAddress, newMnemonic, parseUri, bindMoneroTs, OstroError, postgres];
export type Others = OstroEvent | WalletStorage;
`;

/** What the compiler says of a strict program that uses the installed package. */
const compile = ({ dir }: InstalledPackage): string[] => {
  const file = join(dir, 'typed.ts');
  writeFileSync(file, TYPED);
  const program = ts.createProgram([file], {
    strict: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
    types: [],
  });
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
};

const { OSTRO_DENO: deno, OSTRO_BUN: bun } = process.env;
const programs: readonly (readonly [name: string, program: readonly string[] | undefined])[] = [
  ['Node', [process.execPath]],
  ['Deno', deno === undefined ? undefined : [deno, 'run', '--allow-all']],
  ['Bun', bun === undefined ? undefined : [bun]],
];

describe.each(programs)('the examples of the README in %s', (name, program) => {
  let chain: Regtest;
  let installed: InstalledPackage;
  let database: TestPostgres;
  beforeAll(async () => {
    if (!program) return;
    [chain, installed, database] = await Promise.all([
      startRegtest({ funded: true }),
      installPackage(),
      startPostgres(),
    ]);
  });
  afterAll(async () => {
    if (!program) return;
    installed.remove();
    await Promise.all([chain.dispose(), database.stop()]);
  });
  const values = (more: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> => ({
    'http://127.0.0.1:18081': chain.url,
    'your 25, 16 or 13 words': FIRST_OWNER.seed,
    'the address of the payee': FOREIGN_ADDRESS,
    'a long password': 'pw',
    ...more,
  });
  const runExample = (heading: string, more?: Readonly<Record<string, string>>): Promise<string> =>
    installed.runModule(`${heading.replaceAll(' ', '-')}.mjs`, exampleOf(heading, values(more)), program);

  it.skipIf(!program)('restore, read, pay and prove', async () => {
    const [, balance, unlocked] = /^(\d+)n (\d+)n$/m.exec(
      await runExample('Restore a wallet and read the chain'),
    )!;
    expect(BigInt(balance!)).toBeGreaterThan(0n);
    expect(unlocked).toBe(balance);
    expect(await runExample('Pay and prove')).toMatch(/^true 250000000000n \d+n$/m);
  });
  it.skipIf(!program)('receive what another wallet pays', async () => {
    const other = { 'your 25, 16 or 13 words': SECOND_OWNER.seed, "'shop'": "'other'" };
    await runExample('Restore a wallet and read the chain', other);
    const file = 'Receive.mjs';
    writeFileSync(join(installed.dir, file), exampleOf('Receive', values()));
    const [command = '', ...args] = program!;
    const shop = startChild(`receive in ${name}`, command, [...args, file], { cwd: installed.dir });
    try {
      const said = (line: RegExp): string | undefined => line.exec(shop.tail(20))?.[1];
      await until(() => said(/^pay to (\w+)$/m) !== undefined);
      await runExample('Pay and prove', { ...other, 'the address of the payee': said(/^pay to (\w+)$/m)! });
      await shop.exited;
      expect(said(/^received (.*)$/m)).toBe('250000000000n true');
    } finally {
      await shop.stop();
    }
  });
  it.skipIf(!program)('errors, a storage of one’s own, and what needs no wallet', async () => {
    expect(await runExample('Errors and aborting')).toMatch(/^-2 bad_address [^]*\nAbortError$/m);
    expect(await runExample('Storage')).toMatch(/^true$/m);
    expect(await runExample('Without a wallet')).toMatch(/^true\nsubaddress false\n5000000000n\ntrue$/m);
  });
  it.runIf(name === 'Node')('the contract of storages, by the test runner of Node', async () => {
    const code = exampleOf('A storage of your own', {
      'endLease(name)': 'endLock(`contract/${name}.lock`)',
      // A lock is looked at every 15 seconds.
      '  expire': '  limitMs: 30_000,\n  expire',
    });
    cpSync(join(projectRoot, 'tests/support/end-lock.mjs'), join(installed.dir, 'end-lock.mjs'));
    const whole = `import { endLock } from './end-lock.mjs';\n${code}`;
    const said = await installed.runModule('contract.test.mjs', whole, [process.execPath, '--test']);
    expect(said).toMatch(/^# pass 9$/m);
  });
  it.skipIf(!program)('wallets in PostgreSQL', async () => {
    const url = { 'postgres://shop@127.0.0.1:5432/wallets': await database.database() };
    expect(await runExample('Several programs', url)).toMatch(
      /^wallet_open_elsewhere\nclosed: closed\n\[ 'shared' \]$/m,
    );
  });
  it.runIf(name === 'Node')('a strict program compiles with its declarations, and wrong calls do not', () => {
    expect(compile(installed)).toEqual([]);
  });
});
