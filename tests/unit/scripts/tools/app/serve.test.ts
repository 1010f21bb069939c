import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveFolder, type FolderServer } from '../../../../../scripts/tools/app/serve.mjs';

/** A request with exactly this path: fetch would normalise it. */
const get = (
  port: number,
  path: string,
): Promise<{ status: number; headers: Record<string, unknown>; body: string }> =>
  new Promise((resolve, reject) => {
    const req = request({ host: '127.0.0.1', port, path, agent: false }, (res) => {
      let body = '';
      res.setEncoding('utf8');
      res.on('data', (part: string) => (body += part));
      res.on('end', () => resolve({ status: res.statusCode ?? 0, headers: res.headers, body }));
    });
    req.on('error', reject);
    req.end();
  });

describe('the static file server', () => {
  const dir = mkdtempSync(join(tmpdir(), 'ostro-serve-'));
  let served: FolderServer;

  beforeAll(async () => {
    mkdirSync(join(dir, 'dist/assets'), { recursive: true });
    writeFileSync(join(dir, 'secret.txt'), 'secret');
    writeFileSync(join(dir, 'dist/index.html'), '<!doctype html>');
    writeFileSync(join(dir, 'dist/assets/wallet.worker-AbCd1234.js'), 'export {};');
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

  it('sends the policy with worker scripts too, which may be cached for ever', async () => {
    const { headers } = await get(served.port, '/assets/wallet.worker-AbCd1234.js');
    expect(headers['content-security-policy']).toContain("script-src 'self' 'wasm-unsafe-eval';");
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(headers['cache-control']).toContain('immutable');
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
