/** `npm run verify-release`: a served copy is compared with a build, file by file. */
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serveFolder, type FolderServer } from '../../../../../src/server/http/serve-folder.ts';
import { compareServed } from '../../../../../scripts/tools/checks/served-copy.ts';

const FILES = {
  'index.html': '<!doctype html><title>Ostro</title>',
  'assets/page.js': 'console.log(1);\n',
  'icons/icon.png': '\u0089PNG',
};
const sha256 = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');

describe('a served copy of the app', () => {
  let folder: string;
  let built: string;
  let served: string;
  let site: FolderServer;

  const writeList = (where: string, files: Readonly<Record<string, string>>, version: string): void => {
    const list = Object.entries(files).map(([path, text]) => ({ path, bytes: 1, sha256: sha256(text) }));
    writeFileSync(join(where, 'precache.json'), JSON.stringify({ version, files: list }));
  };
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'ostro-served-'));
    built = join(folder, 'built');
    served = join(folder, 'served');
    for (const name of ['assets', 'icons']) mkdirSync(join(built, name), { recursive: true });
    for (const [path, text] of Object.entries(FILES)) writeFileSync(join(built, path), text);
    writeFileSync(join(built, 'sw.js'), 'self;');
    writeList(built, FILES, 'aa11');
    cpSync(built, served, { recursive: true });
    site = await serveFolder({ root: served });
  });
  afterEach(async () => {
    await site.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('with the same bytes has no difference, and both versions are named', async () => {
    expect(await compareServed(built, site.url)).toEqual({
      version: 'aa11',
      served: 'aa11',
      compared: 5,
      differences: [],
    });
  });
  // threat: swapped-app
  it.each([
    ['a file of the app', 'assets/page.js'],
    ['the first page', 'index.html'],
    ['the service worker', 'sw.js'],
  ])('with one changed byte in %s names it with both hashes', async (_what, path) => {
    const bytes = readFileSync(join(served, path));
    bytes[0] = bytes[0]! ^ 1;
    writeFileSync(join(served, path), bytes);
    const { differences } = await compareServed(built, site.url);
    const ours = sha256(readFileSync(join(built, path)));
    expect(differences).toEqual([{ path, why: `the server has ${sha256(bytes)}, this build ${ours}` }]);
  });
  it('without one of the files names it', async () => {
    rmSync(join(served, 'icons/icon.png'));
    const { differences } = await compareServed(built, site.url);
    expect(differences).toEqual([{ path: 'icons/icon.png', why: 'the server answers with status 404' }]);
  });
  it('with a file more in its list names it', async () => {
    writeList(served, { ...FILES, 'assets/more.js': '1' }, 'bb22');
    const { differences, served: version } = await compareServed(built, site.url);
    expect(version).toBe('bb22');
    expect(differences.map(({ path }) => path)).toEqual(['assets/more.js', 'precache.json']);
    expect(differences[0]?.why).toBe('only the server has it');
  });
  it('with a list that cannot be read is different there', async () => {
    writeFileSync(join(served, 'precache.json'), '[');
    const { differences, served: version } = await compareServed(built, site.url);
    expect(version).toBe(undefined);
    expect(differences.map(({ path }) => path)).toEqual(['precache.json']);
  });
  it('that redirects elsewhere is different, and that place is not asked', async () => {
    await site.stop();
    const asked: string[] = [];
    site = await serveFolder({
      root: served,
      first: (req, res) => {
        asked.push(req.url ?? '');
        if (req.url !== '/assets/page.js') return false;
        res.writeHead(302, { Location: '/index.html' }).end();
        return true;
      },
    });
    const { differences } = await compareServed(built, site.url);
    expect(differences).toEqual([{ path: 'assets/page.js', why: 'the server answers with status 302' }]);
    expect(asked).not.toContain('/index.html');
  });
  it('that does not answer is an error that names the server', async () => {
    await site.stop();
    await expect(compareServed(built, site.url)).rejects.toThrow(/does not answer/);
  });
});
