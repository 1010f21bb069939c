/** The configurations in docs/headers, read as their hosts read them: each page gets exactly the headers of the app. */
import { describe, expect, it } from 'vitest';
import { headerTexts } from '../../../../../scripts/tools/build/header-texts.ts';
import { headersOf } from '../../../../../src/server/http/headers.ts';
import { HOSTS } from '../../../../support/header-texts.ts';

const pages = ['index', 'connect', 'frame'] as const;
/** A build that a site shows in its own pages. */
const FRAMED = ["'self'", 'https://shop.example'];
const textOf = (file: string, ancestors: readonly string[]): string =>
  Object.entries(headerTexts(ancestors)).find(([name]) => name === file)![1];

describe('the headers of a host', () => {
  it.each(HOSTS)('are those of the app, for every page (%s)', (_, file, read) => {
    // In `_headers` the paths are those of an app at the root.
    const folder = file === '_headers' ? '' : '/wallet';
    for (const ancestors of [[], FRAMED]) {
      const text = textOf(file, ancestors);
      for (const page of pages)
        expect(read(text, `${folder}/${page}.html`), page).toEqual(headersOf(page, {}, ancestors));
      expect(read(text, `${folder}/assets/wallet.worker-1.js`)).toEqual(headersOf('index', {}, ancestors));
    }
  });
  it.each([
    ['Caddyfile', 'encode zstd gzip'],
    ['nginx.conf', 'gzip on;'],
    ['apache.htaccess', 'AddOutputFilterByType DEFLATE text/html text/css text/javascript'],
  ])('say that answers are compressed (%s)', (file, line) => {
    expect(textOf(file, [])).toContain(line);
  });
  it.each(HOSTS.filter(([, file]) => file === '_headers'))(
    'are also sent for paths without .html, which such hosts answer (%s)',
    (_, file, read) => {
      for (const page of pages)
        expect(read(textOf(file, FRAMED), `/${page}`), page).toEqual(headersOf(page, {}, FRAMED));
    },
  );
});
