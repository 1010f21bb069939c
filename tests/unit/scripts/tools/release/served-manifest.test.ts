/** A signed site over HTTP: the honest one is accepted; each change of a server is found. */
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listen } from '../../../../../src/server/http/listen.ts';
import { headersOf, pageOf } from '../../../../../src/server/http/headers.ts';
import { checkServedManifest } from '../../../../../scripts/tools/release/check-served.ts';
import { BUNDLE, HISTORY } from '../../../../../src/release/paths.ts';
import { createReleases, type Releases } from '../../../../support/release.ts';
import { createSigsumLog } from '../../../../support/sigsum-log.ts';

const FILES: Readonly<Record<string, string>> = {
  'index.html': '<script src="./page.js"></script>',
  'connect.html': 'connect',
  'frame.html': 'frame',
  'page.js': 'start()',
  'worker.js': `work("${Buffer.from('0061736d0100000000', 'hex').toString('base64')}", "0061736d01000000ff")`,
  'style.css': 'body {}',
  'sw.js': 'serve()',
  'kernel.wasm': '\0asm\u0001\0\0\0',
  'font.woff2': 'font',
};

interface Answer {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}
type Change = (path: string, honest: Answer) => Answer | undefined;

const replaced =
  (name: string, change: (text: string) => string): Change =>
  (path, honest) =>
    path === name ? { ...honest, body: Buffer.from(change(honest.body.toString())) } : honest;
const withHeader =
  (name: string, header: string, value: string): Change =>
  (path, honest) =>
    path === name ? { ...honest, headers: { ...honest.headers, [header]: value } } : honest;

describe('a signed site', () => {
  let folder: string;
  let releases: Releases;
  let server: Server;
  let site: string;
  let change: Change = (_, honest) => honest;
  const app = (version: string) => join(folder, version);

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'ostro-signed-'));
    const log = createSigsumLog('main');
    log.grow(20);
    releases = await createReleases(log);
    mkdirSync(app('0.1.0'));
    for (const [name, content] of Object.entries(FILES)) writeFileSync(join(app('0.1.0'), name), content);
    cpSync(app('0.1.0'), app('0.2.0'), { recursive: true });
    writeFileSync(join(app('0.2.0'), 'page.js'), 'start(2)');
    await releases.sign(app('0.1.0'), '0.1.0');
    log.grow(5);
    await releases.sign(app('0.2.0'), '0.2.0', app('0.1.0'));
    server = createServer((req, res) => {
      const path = req.url === '/' ? 'index.html' : req.url!.slice(1);
      const honest = {
        headers: { ...headersOf(pageOf(path)) },
        body: readFileSync(join(app('0.2.0'), path)),
      };
      const answer = change(path, honest);
      if (answer === undefined) res.writeHead(404).end();
      else res.writeHead(200, answer.headers).end(answer.body);
    });
    site = `http://127.0.0.1:${String(await listen(server, 0, '127.0.0.1'))}/`;
  });
  afterAll(async () => {
    server.close();
    server.closeAllConnections();
    await releases.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const check = async (dishonest: Change, accepted?: Parameters<typeof checkServedManifest>[2]) => {
    change = dishonest;
    return (await checkServedManifest(site, releases.keys[0]!.keys, accepted)).faults;
  };

  test('is accepted, after the release before it, too', async () => {
    expect(await check((_, honest) => honest)).toEqual([]);
    const { earlier } = JSON.parse(readFileSync(join(app('0.2.0'), HISTORY), 'utf8')) as {
      readonly earlier: readonly { readonly version: string; readonly leaf: string }[];
    };
    expect(earlier.map(({ version }) => version)).toEqual(['0.1.0']);
    const before = { version: '0.1.0', leaves: [earlier[0]!.leaf] };
    expect(await check((_, honest) => honest, before)).toEqual([]);
  });

  test('names each WebAssembly module, also those that a script contains as base64 or hex', () => {
    const { manifest } = JSON.parse(readFileSync(join(app('0.2.0'), BUNDLE), 'utf8')) as {
      readonly manifest: { readonly wasm: readonly string[] };
    };
    const modules = ['0061736d01000000', '0061736d0100000000', '0061736d01000000ff'];
    const hashes = modules.map((module) =>
      createHash('sha256').update(Buffer.from(module, 'hex')).digest('base64url'),
    );
    expect(manifest.wasm).toEqual(hashes.sort());
  });

  test.each(Object.keys(FILES))('is refused with one byte changed in %s', async (name) => {
    const [first] = await check(replaced(name, (text) => `${text.slice(0, -1)}~`));
    expect(first).toMatchObject({ why: 'its bytes differ' });
  });

  const bundleWith = (edit: (bundle: Record<string, Record<string, unknown>>) => void) =>
    replaced(BUNDLE, (text) => {
      const bundle = JSON.parse(text) as Record<string, Record<string, unknown>>;
      edit(bundle);
      return JSON.stringify(bundle);
    });
  const older: Change = (path, { headers }) => ({ headers, body: readFileSync(join(app('0.1.0'), path)) });
  test.each<[string, Change]>([
    ['a file that is missing', (path, honest) => (path === 'worker.js' ? undefined : honest)],
    [
      'two files exchanged',
      (path, honest) => (path === 'page.js' ? { ...honest, body: Buffer.from(FILES['worker.js']!) } : honest),
    ],
    ['a weaker policy', withHeader('index.html', 'Content-Security-Policy', 'default-src *')],
    ['a header that loads a script', withHeader('index.html', 'Link', '</evil.js>; rel=preload')],
    ['a header that leads away', withHeader('index.html', 'Refresh', '0; url=https://evil.example/')],
    ['another version in the manifest', bundleWith(({ manifest }) => (manifest!['version'] = '9.9.9'))],
    [
      'a file added to the manifest',
      bundleWith(({ manifest }) => Object.assign(manifest!['files']!, { '/evil.js': 'AAAA' })),
    ],
    ['no signature', bundleWith((bundle) => (bundle['signatures'] = {}))],
    ['no history', (path, honest) => (path === HISTORY ? undefined : honest)],
    ['no manifest', (path, honest) => (path === BUNDLE ? undefined : honest)],
  ])('is refused with %s', async (_, dishonest) => {
    expect(await check(dishonest)).not.toEqual([]);
  });

  // threat: swapped-app
  test('is refused as an older release', async () => {
    const { signatures } = JSON.parse(readFileSync(join(app('0.2.0'), BUNDLE), 'utf8')) as object & {
      readonly signatures: object;
    };
    expect(Object.keys(signatures)).toHaveLength(1);
    expect(await check(older)).toEqual([]);
    const [fault] = await check(older, { version: '0.2.0', leaves: ['00'.repeat(32)] });
    expect(fault?.why).toMatch(/^release_older/);
  });
});
