/** Files of a version: stored only with the hashes that the service worker lists. */
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { fetchVersion, WrongFile } from '../../../src/transport/service-worker/version.ts';

const FILES: Readonly<Record<string, string>> = { './': '<html>', 'assets/page.js': 'start()' };
const version = {
  version: '1',
  files: Object.entries(FILES).map(([url, text]) => ({
    path: url === './' ? 'index.html' : url,
    sha256: createHash('sha256').update(text).digest('hex'),
  })),
};
/** A server behind the browser's HTTP cache, which holds `cached`. */
const serverOf =
  (served: Readonly<Record<string, string>>, cached: Readonly<Record<string, string>> = {}) =>
  (url: string, { cache }: { readonly cache: 'no-cache' | 'reload' }): Promise<Response> => {
    const text = (cache === 'no-cache' ? cached[url] : undefined) ?? served[url];
    return Promise.resolve(new Response(text ?? '', { status: text === undefined ? 404 : 200 }));
  };

it('are those that the server has, under the names that pages ask for', async () => {
  const files = await fetchVersion(serverOf(FILES), version);
  expect(await Promise.all(files.map(async ([url, answer]) => [url, await answer.text()]))).toEqual(
    Object.entries(FILES),
  );
});

it('are asked for again without the HTTP cache when that holds others', async () => {
  const files = await fetchVersion(serverOf(FILES, { 'assets/page.js': 'old()' }), version);
  expect(await files[1]![1].text()).toBe('start()');
});

// threat: swapped-app
it.each(Object.keys(FILES))('are refused, all of them, when one byte of %s differs', async (url) => {
  const changed = serverOf({ ...FILES, [url]: `${FILES[url]!.slice(0, -1)}~` });
  await expect(fetchVersion(changed, version)).rejects.toBeInstanceOf(WrongFile);
});

it('are refused when the server lacks one', async () => {
  const { './': page } = FILES;
  await expect(fetchVersion(serverOf({ './': page! }), version)).rejects.toThrow('status 404');
});

it('are asked for a few at a time, and no more after one was refused', async () => {
  const empty = createHash('sha256').digest('hex');
  const many = Array.from({ length: 20 }, (_, i) => ({ path: `assets/${String(i)}.js`, sha256: empty }));
  const waiting: ((answer: Response) => void)[] = [];
  const fetching = fetchVersion(() => new Promise((resolve) => waiting.push(resolve)), {
    version: '1',
    files: many,
  });
  expect(waiting).toHaveLength(4);
  waiting[0]!(new Response('', { status: 404 }));
  await expect(fetching).rejects.toThrow('assets/0.js: status 404');
  waiting[1]!(new Response(''));
  // Its hash takes as long as that of the file.
  for (let i = 0; i < 10; i += 1) await crypto.subtle.digest('SHA-256', new Uint8Array());
  expect(waiting).toHaveLength(4);
});
