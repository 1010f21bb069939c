/** The installation of packages runs none of their scripts. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../../../../..');
interface LockFile {
  readonly packages: Readonly<Record<string, { readonly hasInstallScript?: boolean }>>;
}
/** Packages that have an install script, and why they work without it. */
const WORK_WITHOUT_THEIR_SCRIPT: Readonly<Record<string, string>> = {};

// threat: supply-chain
describe('the installation of packages', () => {
  let dir: string;
  beforeAll(() => {
    dir = mkdtempSync(join(tmpdir(), 'ostro-install-'));
    mkdirSync(join(dir, 'evil'));
    const script = "node -e \"fs.writeFileSync(process.env.INIT_CWD + '/ran', '')\"";
    const evil = { name: 'evil', version: '1.0.0', scripts: { install: script, postinstall: script } };
    writeFileSync(join(dir, 'evil/package.json'), JSON.stringify(evil));
    const packed = execFileSync('npm', ['pack', '--silent', './evil'], { cwd: dir, encoding: 'utf8' });
    const dependencies = { evil: `file:${packed.trim()}` };
    writeFileSync(join(dir, 'package.json'), JSON.stringify({ name: 'app', version: '1.0.0', dependencies }));
  });
  afterAll(() => rmSync(dir, { recursive: true, force: true }));
  const install = (): void => {
    const { npm_config_ignore_scripts: _theirs, ...env } = process.env;
    execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: dir,
      env,
      stdio: 'pipe',
    });
  };

  it('runs no script of a package, by the npm settings of the project', () => {
    writeFileSync(join(dir, '.npmrc'), readFileSync(join(root, '.npmrc')));
    install();
    expect(existsSync(join(dir, 'node_modules/evil/package.json'))).toBe(true);
    expect(existsSync(join(dir, 'ran'))).toBe(false);
  });
  it('by the set-up passes the option itself, whatever other settings of a machine say', () => {
    expect(readFileSync(join(root, 'scripts/tools/setup/setup.mjs'), 'utf8')).toContain(
      "'ci', '--ignore-scripts'",
    );
  });
  it('needs no script: the packages of the lock file have none, or work without theirs', () => {
    const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as LockFile;
    const scripted = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript);
    expect(Object.keys(packages).length).toBeGreaterThan(100);
    expect(scripted.map(([path]) => path).filter((path) => !(path in WORK_WITHOUT_THEIR_SCRIPT))).toEqual([]);
  });
});
