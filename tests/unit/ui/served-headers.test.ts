import { describe, expect, it } from 'vitest';
import { headersOf } from '../../../src/server/http/headers.ts';
import { ServedHeaders } from '../../../src/ui/state/served-headers.svelte.ts';

const check = async (
  headers: Readonly<Record<string, string>>,
  ancestors?: readonly string[],
): Promise<readonly string[]> => {
  const servedHeaders = new ServedHeaders();
  await servedHeaders.check(() => Promise.resolve({ headers: new Headers(headers) }), ancestors);
  return servedHeaders.missing;
};

describe('the headers of the page', () => {
  it.each(['index', 'connect'] as const)(
    'are all there where our own server serves %s.html',
    async (page) => {
      expect(await check(headersOf(page))).toEqual([]);
    },
  );
  it('are missing on a host that sends none', async () => {
    expect(await check({ 'content-type': 'text/html' })).toEqual([
      'Content-Security-Policy',
      'Cross-Origin-Opener-Policy',
      'Permissions-Policy',
      'Referrer-Policy',
      'X-Content-Type-Options',
    ]);
  });
  it('are not there if the policy lets other sites frame the page', async () => {
    const { 'Content-Security-Policy': policy, ...others } = headersOf('index');
    const open = policy.replace("frame-ancestors 'none'", 'frame-ancestors https:');
    expect(await check({ ...others, 'Content-Security-Policy': open })).toEqual(['Content-Security-Policy']);
  });
  it('allow the pages of a build for frames, and no others', async () => {
    const ancestors = ["'self'", 'https://shop.example'];
    expect(await check(headersOf('index', {}, ancestors), ancestors)).toEqual([]);
    expect(await check(headersOf('index', {}, ["'self'"]), ancestors)).toEqual(['Content-Security-Policy']);
    expect(await check(headersOf('index', {}, [...ancestors, 'https://other.example']), ancestors)).toEqual([
      'Content-Security-Policy',
    ]);
  });
  it('are not known offline', async () => {
    const servedHeaders = new ServedHeaders();
    await servedHeaders.check(() => Promise.reject(new TypeError('Failed to fetch')));
    expect(servedHeaders.missing).toEqual([]);
  });
});
