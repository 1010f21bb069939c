import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveFolder, type FolderServer } from '../../../src/server/http/serve-folder.ts';

interface Answer {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  readonly body: string;
  /** As sent, perhaps compressed. */
  readonly bytes: Buffer;
}
/** A request with exactly this path and this `Accept-Encoding`: fetch would change both. */
const get = (port: number, path: string, accepted?: string): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const headers = accepted === undefined ? {} : { 'accept-encoding': accepted };
    const req = request({ host: '127.0.0.1', port, path, agent: false, headers }, (res) => {
      const parts: Buffer[] = [];
      res.on('data', (part: Buffer) => parts.push(part));
      res.on('end', () => {
        const bytes = Buffer.concat(parts);
        resolve({ status: res.statusCode ?? 0, headers: res.headers, body: bytes.toString('utf8'), bytes });
      });
    });
    req.on('error', reject);
    req.end();
  });

const LARGE = 'export const x = 1;\n'.repeat(300);

describe('the static file server', () => {
  const dir = mkdtempSync(join(tmpdir(), 'ostro-serve-'));
  let served: FolderServer;

  beforeAll(async () => {
    mkdirSync(join(dir, 'dist/assets'), { recursive: true });
    writeFileSync(join(dir, 'secret.txt'), 'secret');
    writeFileSync(join(dir, 'dist/index.html'), '<!doctype html>');
    writeFileSync(join(dir, 'dist/assets/wallet.worker-AbCd1234.js'), 'export {};');
    writeFileSync(join(dir, 'dist/assets/large-AbCd1234.js'), LARGE);
    writeFileSync(join(dir, 'dist/assets/font-AbCd1234.woff2'), LARGE);
    served = await serveFolder({ root: join(dir, 'dist'), extra: { '/devnet.json': { daemon: 'x' } } });
  });
  afterAll(async () => {
    await served.stop();
    rmSync(dir, { recursive: true, force: true });
  });

  it('sends the page for the folder, never to be cached', async () => {
    const { status, headers, body } = await get(served.port, '/');
    expect([status, headers['content-type'], body]).toEqual([
      200,
      'text/html; charset=utf-8',
      '<!doctype html>',
    ]);
    expect(headers['cache-control']).toBe('no-cache');
  });

  // threat: injected-script
  it('sends the policy with worker scripts too, which may be cached for ever', async () => {
    const { headers } = await get(served.port, '/assets/wallet.worker-AbCd1234.js');
    expect(headers['content-security-policy']).toContain("script-src 'self' 'wasm-unsafe-eval';");
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(headers['cache-control']).toContain('immutable');
  });

  it.each([
    ['br, gzip', 'br', brotliDecompressSync],
    ['gzip;q=0.5, deflate', 'gzip', gunzipSync],
  ] as const)(
    'compresses what shrinks, as the request accepts (%s)',
    async (accepted, encoding, decompress) => {
      const { headers, bytes } = await get(served.port, '/assets/large-AbCd1234.js', accepted);
      expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'Accept-Encoding' });
      expect(Number(headers['content-length'])).toBe(bytes.length);
      expect(bytes.length).toBeLessThan(200);
      expect(decompress(bytes).toString('utf8')).toBe(LARGE);
      // A tag belongs to one form of the file.
      const plain = await get(served.port, '/assets/large-AbCd1234.js');
      expect(plain.headers['etag']).not.toBe(headers['etag']);
    },
  );
  it.each([
    ['/assets/large-AbCd1234.js', ''],
    ['/assets/large-AbCd1234.js', 'br;q=0, gzip;q=0.0, identity'],
    ['/assets/font-AbCd1234.woff2', 'br'],
    ['/', 'br'],
  ])('sends %s as it is to a request that accepts "%s"', async (path, accepted) => {
    const { headers, bytes } = await get(served.port, path, accepted);
    expect(headers['content-encoding']).toBeUndefined();
    expect(Number(headers['content-length'])).toBe(bytes.length);
  });
  it('compresses a file again when it has changed', async () => {
    const name = join(dir, 'dist/changing.js');
    for (const letter of ['a', 'b']) {
      writeFileSync(name, letter.repeat(letter === 'a' ? 5000 : 6000));
      const { bytes } = await get(served.port, '/changing.js', 'gzip');
      expect(gunzipSync(bytes).toString('utf8')[0]).toBe(letter);
    }
  });

  it('serves the extra values as JSON', async () => {
    expect(JSON.parse((await get(served.port, '/devnet.json')).body)).toEqual({ daemon: 'x' });
  });

  it.each([
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/assets',
    '/nothing',
    '/%',
    '/a%00b',
    '//x',
  ])('answers 404 to %s', async (path) => {
    expect((await get(served.port, path)).status).toBe(404);
  });
});
