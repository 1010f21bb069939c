/** The wallet server as an npm package: installed into an empty folder it answers, without a file of the source tree. */
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { run } from '../../../scripts/tools/setup/process.mjs';
import { projectRoot } from '../../../scripts/tools/setup/setup.mjs';
import { emptyFolder, startServer } from '../../browser/wallet-server.ts';

let folder: ReturnType<typeof emptyFolder>;
const installed = (...path: string[]): string => join(folder.dir, 'node_modules', ...path);
const npm = async (cwd: string, ...args: string[]): Promise<void> => {
  const { code, output } = await run('npm', args, { cwd, quiet: true });
  expect(code, output).toBe(0);
};

beforeAll(async () => {
  folder = emptyFolder();
  const packed = join(folder.dir, 'packed');
  const program = join(projectRoot, 'scripts/tools/build/package.ts');
  const { code, output } = await run(
    process.execPath,
    [join(projectRoot, 'scripts/run.mjs'), program, packed],
    { cwd: projectRoot, quiet: true },
  );
  expect(code, output).toBe(0);
  const version = (name: string): string =>
    (JSON.parse(readFileSync(join(projectRoot, name), 'utf8')) as { version: string }).version;
  const file = join(packed, `ostro-${version('package.json')}.tgz`);
  await npm(folder.dir, 'install', '--offline', '--no-audit', '--no-fund', '--ignore-scripts', file);
});
afterAll(() => folder.remove());

it('the installed command answers get_version, makes a wallet and saves it', async () => {
  const program = realpathSync(installed('.bin/ostro-wallet-rpc'));
  const flags = ['--disable-rpc-login', '--offline', '--wallet-dir', join(folder.dir, 'wallets')];
  const server = await startServer(flags, { cwd: folder.dir, program });
  expect(await server.call('get_version')).toMatchObject({ version: expect.any(Number) as number });
  await server.call('create_wallet', { filename: 'mine', password: 'pw', language: 'English' });
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  expect(existsSync(join(folder.dir, 'wallets/mine'))).toBe(true);
});

it('the package has no dependency, no path of the source tree and no source map, and its help names its command', async () => {
  const server = installed('ostro/node/server.mjs');
  const programs = readdirSync(installed('ostro'), { encoding: 'utf8', recursive: true }).filter((name) =>
    /\.m?js$/.test(name),
  );
  expect(programs).toEqual(
    expect.arrayContaining(['node/server.mjs', 'node/thread.mjs', 'browser/index.js']),
  );
  for (const name of programs) {
    const text = readFileSync(installed('ostro', name), 'utf8');
    expect(text).not.toContain(projectRoot);
    // The page has the bytes of every build.
    if (!name.startsWith('page')) expect(text).not.toContain('sourceMappingURL');
  }
  expect(readdirSync(installed()).filter((name) => !name.startsWith('.'))).toEqual(['ostro']);
  const ostro = realpathSync(installed('.bin/ostro'));
  const { output: version } = await run(process.execPath, [ostro, '--version'], {
    cwd: folder.dir,
    quiet: true,
  });
  expect(version.trim()).toMatch(/^ostro \d+\.\d+\.\d+/);
  expect(existsSync(installed('ostro/page/index.html'))).toBe(true);
  const { output } = await run(process.execPath, [server, '--help'], { cwd: folder.dir, quiet: true });
  expect(output).toMatch(/^ostro-wallet-rpc --rpc-bind-port/);
});
