/** `npm run verify-release` for packages, and the signed list of a release. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { zipOf } from '../../../../../scripts/tools/build/zip.ts';
import { filesInTarball, filesInZip } from '../../../../../scripts/tools/checks/archive.ts';
import {
  builtFiles,
  comparePackages,
  readPackage,
} from '../../../../../scripts/tools/checks/package-copy.ts';
import { run } from '../../../../../scripts/tools/setup/process.mjs';
import { projectRoot } from '../../../../../scripts/tools/setup/setup.mjs';

const EXTENSION = {
  'manifest.json': '{"manifest_version":3,"browser_specific_settings":{}}',
  'assets/page.js': 'console.log(1);\n',
};
const PACKAGE = {
  'package.json': '{"name":"ostro"}',
  'node/ostro.mjs': 'start();\n',
  'page/index.html': '<p>',
};

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'ostro-package-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const write = (folder: string, files: Readonly<Record<string, string>>): string => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, folder, path)), { recursive: true });
    writeFileSync(join(dir, folder, path), text);
  }
  return join(dir, folder);
};
const zip = (files: Readonly<Record<string, string>>): Buffer =>
  zipOf(Object.entries(files).map(([path, text]) => ({ path, bytes: Buffer.from(text) })));
/** As `npm pack` writes it. */
const pack = (): string => {
  execFileSync('tar', ['-czf', join(dir, 'ostro.tgz'), '-C', dir, '--format=ustar', 'package'], {});
  return join(dir, 'ostro.tgz');
};

describe('a package', () => {
  it.each(['folder', 'zip file'])(
    'of the extension as a %s with the same bytes has no difference',
    (kind) => {
      write('build/firefox', EXTENSION);
      const path = kind === 'folder' ? write('copy', EXTENSION) : join(dir, 'ostro.xpi');
      if (kind !== 'folder') writeFileSync(path, zip({ ...EXTENSION, 'META-INF/mozilla.rsa': 'signature' }));
      const copy = readPackage(path);
      expect([copy.kind, copy.browser]).toEqual(['extension', 'firefox']);
      const found = comparePackages(builtFiles(join(dir, 'build'), copy), copy.files);
      expect(found).toEqual({
        compared: 2,
        added: kind === 'folder' ? [] : ['META-INF/mozilla.rsa'],
        differences: [],
      });
    },
  );
  // threat: swapped-app
  it.each([
    [
      'a changed byte',
      { ...EXTENSION, 'assets/page.js': 'console.log(2);\n' },
      /^the package has [0-9a-f]{64}, /,
    ],
    ['a file more', { ...EXTENSION, 'assets/more.js': '' }, /^only the package has it$/],
    ['a file less', { 'manifest.json': EXTENSION['manifest.json'] }, /^the package lacks it$/],
  ])('of the extension with %s is found', (_, files, why) => {
    write('build/firefox', EXTENSION);
    writeFileSync(join(dir, 'ostro.zip'), zip(files));
    const copy = readPackage(join(dir, 'ostro.zip'));
    const { differences } = comparePackages(builtFiles(join(dir, 'build'), copy), copy.files);
    expect(differences).toHaveLength(1);
    expect(differences[0]!.path).toMatch(/^assets\//);
    expect(differences[0]!.why).toMatch(why);
  });
  // threat: swapped-app
  it('for npm is read from its tarball, and a changed byte is found', () => {
    write('build/package', PACKAGE);
    write('package', PACKAGE);
    const compare = () => {
      const copy = readPackage(pack());
      expect(copy.kind).toBe('package');
      return comparePackages(builtFiles(join(dir, 'build'), copy), copy.files).differences;
    };
    expect(compare()).toEqual([]);
    write('package', { 'node/ostro.mjs': 'other();\n' });
    expect(compare().map(({ path }) => path)).toEqual(['node/ostro.mjs']);
  });
});

describe('an archive', () => {
  it('may be compressed, as a store gives it out', () => {
    const text = 'a'.repeat(5000);
    const plain = zip({ x: text });
    const packed = deflateRawSync(text);
    // The same with method 8: the local header, its bytes and the directory.
    const name = Buffer.from('x');
    const local = Buffer.from(plain.subarray(0, 30));
    local.writeUInt16LE(8, 8);
    local.writeUInt32LE(packed.length, 18);
    const entry = Buffer.from(plain.subarray(31 + 5000, 31 + 5000 + 46));
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(packed.length, 20);
    const end = Buffer.from(plain.subarray(-22));
    end.writeUInt32LE(31 + packed.length, 16);
    const made = Buffer.concat([local, name, packed, entry, name, end]);
    expect(filesInZip(made).get('x')?.toString()).toBe(text);
  });
  it('that is cut short, or none, is refused', () => {
    const whole = zip(EXTENSION);
    for (let length = 0; length < whole.length; length += 7)
      expect(() => filesInZip(whole.subarray(0, length))).toThrow('no such package');
    expect(() => filesInTarball(gzipSync(Buffer.alloc(1024)))).toThrow('empty');
    expect(() => filesInTarball(gzipSync(Buffer.alloc(512, 0x61)))).toThrow();
  });
  it('of npm with a link is refused', () => {
    write('package', PACKAGE);
    execFileSync('ln', ['-s', '/etc/passwd', join(dir, 'package/link')]);
    expect(() => readPackage(pack())).toThrow('link is no file');
  });
});

describe('the signed list of a release', () => {
  const sign = async (...args: string[]): Promise<string> => {
    const program = join(projectRoot, 'scripts/tools/checks/sign-release.ts');
    const all = [join(projectRoot, 'scripts/run.mjs'), program, ...args];
    const { code, output } = await run(process.execPath, all, { cwd: dir, quiet: true });
    expect(code, output).toBe(0);
    return output;
  };
  /** The line of docs/install.md, as a person runs it. */
  const verify = (): { readonly ok: boolean; readonly output: string } => {
    const page = readFileSync(join(projectRoot, 'docs/install.md'), 'utf8');
    const line = /^ssh-keygen -Y verify[^]*?sha256sum [^\n]*$/m.exec(page)?.[0] ?? 'exit 1';
    try {
      const output = execFileSync('sh', ['-c', line], {
        cwd: join(dir, 'release'),
        encoding: 'utf8',
        stdio: 'pipe',
      });
      return { ok: true, output };
    } catch (error) {
      const { stdout, stderr } = error as { readonly stdout: string; readonly stderr: string };
      return { ok: false, output: stdout + stderr };
    }
  };
  // threat: swapped-app
  it('is checked by the documented line, which finds a changed file, a changed list and another signer', async () => {
    write('release', { 'ostro-1.tgz': 'one', 'ostro-offline.html': 'two' });
    const key = (name: string): string => {
      execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', '', '-f', join(dir, name)]);
      return join(dir, name);
    };
    const own = key('own');
    expect(await sign('--key', own, join(dir, 'release'))).toContain('2 files');
    writeFileSync(
      join(dir, 'release/allowed_signers'),
      `release@ostro ${readFileSync(`${own}.pub`, 'utf8')}`,
    );
    expect(verify()).toMatchObject({ ok: true });
    write('release', { 'ostro-1.tgz': 'six' });
    const changed = verify();
    expect([changed.ok, changed.output]).toEqual([false, expect.stringContaining('ostro-1.tgz: FAILED')]);
    await sign(join(dir, 'release'));
    expect(verify().ok).toBe(false);
    await sign('--key', key('other'), join(dir, 'release'));
    expect(verify().ok).toBe(false);
    await sign('--key', own, join(dir, 'release'));
    const list = join(dir, 'release/SHA256SUMS');
    writeFileSync(
      list,
      readFileSync(list, 'utf8').replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
    );
    expect(verify()).toMatchObject({ ok: false });
  });
});
