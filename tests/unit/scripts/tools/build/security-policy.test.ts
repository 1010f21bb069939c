/** The real answers of the servers of `npm start` and of Vite: each page has its own headers and policy. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, createServer, preview, type InlineConfig } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveFolder } from '../../../../../src/server/http/serve-folder.ts';
import { headersFile } from '../../../../../scripts/tools/build/header-texts.ts';
import { headersOf, metaPolicyOf } from '../../../../../src/server/http/headers.ts';
import { securityPolicy } from '../../../../../scripts/tools/build/security-policy.ts';

const pages = ['index', 'connect', 'frame'] as const;
const html =
  '<!doctype html><html><head><meta http-equiv="Content-Security-Policy" content="%POLICY%" /></head></html>';
/** A build that a site shows in its own pages. */
const FRAMED = ["'self'", 'https://shop.example'];

/** Of the headers of an answer those that a page has. */
const sentOf = async (url: string, names: readonly string[]): Promise<Record<string, string | null>> => {
  const { headers } = await fetch(url);
  return Object.fromEntries(names.map((name) => [name, headers.get(name)]));
};

describe('the headers of each page', () => {
  const root = mkdtempSync(join(tmpdir(), 'ostro-policy-'));
  const dist = join(root, 'dist');
  const config: InlineConfig = {
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [securityPolicy()],
  };
  beforeAll(async () => {
    mkdirSync(join(root, 'public'));
    writeFileSync(join(root, 'public/note.json'), '{}');
    for (const page of pages) writeFileSync(join(root, `${page}.html`), html);
    const input = pages.map((page) => join(root, `${page}.html`));
    await build({ ...config, build: { rolldownOptions: { input } } });
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  const expectEachPage = async (url: string, ancestors: readonly string[] = []): Promise<void> => {
    for (const [path, page] of [
      ['', 'index'],
      ['index.html', 'index'],
      ['connect.html?site=1', 'connect'],
      ['frame.html', 'frame'],
      ['note.json', 'index'],
    ] as const) {
      const wanted = headersOf(page, {}, ancestors);
      expect(await sentOf(`${url}${path}`, Object.keys(wanted)), path).toEqual(wanted);
    }
  };

  it('are sent by the server of npm start', async () => {
    const server = await serveFolder({ root: dist });
    await expectEachPage(server.url);
    await server.stop();
  });
  it('are sent by vite preview', async () => {
    const server = await preview({ ...config, preview: { host: '127.0.0.1', port: 0 } });
    await expectEachPage(server.resolvedUrls!.local[0]!);
    await server.close();
  });
  it('are those of a build for frames where the option says so', async () => {
    const framed = { ...config, plugins: [securityPolicy(FRAMED)] };
    const server = await preview({ ...framed, preview: { host: '127.0.0.1', port: 0 } });
    await expectEachPage(server.resolvedUrls!.local[0]!, FRAMED);
    await server.close();
    const out = join(root, 'framed');
    writeFileSync(join(root, 'main.js'), 'document.title = __FRAME_ANCESTORS__.join()');
    writeFileSync(join(root, 'index.html'), `${html}<script type="module" src="/main.js"></script>`);
    await build({ ...framed, build: { outDir: out, assetsInlineLimit: 0 } });
    expect(readFileSync(join(out, '_headers'), 'utf8')).toBe(headersFile(FRAMED));
    const [script] = readdirSync(join(out, 'assets'));
    expect(readFileSync(join(out, 'assets', script!), 'utf8')).toContain('https://shop.example');
  });
  it('are sent in development, with what hot reload needs', async () => {
    const server = await createServer({ ...config, server: { host: '127.0.0.1', port: 0 } });
    await server.listen();
    const { headers } = await fetch(`${server.resolvedUrls!.local[0]!}connect.html`);
    expect(headers.get('Cross-Origin-Opener-Policy')).toBe('unsafe-none');
    expect(headers.get('Content-Security-Policy')).toContain("connect-src 'self' http: https: ws:");
    await server.close();
  });
  it('are written beside the built pages, which repeat their policy', () => {
    expect(readFileSync(join(dist, '_headers'), 'utf8')).toBe(headersFile());
    for (const page of pages) {
      const [, policy] = /content="([^"]+)"/.exec(readFileSync(join(dist, `${page}.html`), 'utf8')) ?? [];
      expect(policy).toBe(metaPolicyOf(page));
    }
  });
});
