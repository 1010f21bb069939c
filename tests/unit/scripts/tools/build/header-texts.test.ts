/** The configurations in docs/headers, read as their hosts read them: each page gets exactly the headers of the app. */
import { describe, expect, it } from 'vitest';
import {
  apacheFile,
  caddyFile,
  headersFile,
  nginxFile,
} from '../../../../../scripts/tools/build/header-texts.mjs';
import { headersOf } from '../../../../../scripts/tools/build/headers.mjs';

type Sent = Record<string, string>;
const pages = ['index', 'connect', 'frame'] as const;
const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));

/** Netlify takes the last value and skips lines without a colon; Cloudflare Pages joins values, `!` removes them. */
const headers =
  (joins: boolean) =>
  (path: string): Sent => {
    const sent = new Map<string, string>();
    let applies = false;
    for (const line of linesOf(headersFile())) {
      const [, removed] = /^! (.+)$/.exec(line) ?? [];
      const [, name, value] = /^([\w-]+): (.+)$/.exec(line) ?? [];
      if (line.startsWith('/')) applies = line === '/*' || line === path;
      else if (!applies) continue;
      else if (removed !== undefined) {
        if (joins) sent.delete(removed);
      } else {
        const before = joins && sent.has(name!) ? `${sent.get(name!)}, ` : '';
        sent.set(name!, `${before}${value!}`);
      }
    }
    return Object.fromEntries(sent);
  };

const caddy = (path: string): Sent => {
  const sent: Sent = {};
  const matchers = new Map<string, boolean>([['', true]]);
  let applies = false;
  for (const line of linesOf(caddyFile())) {
    const [, name, not, globs] = /^(@\w+) (not )?path (.+)$/.exec(line) ?? [];
    const [, matcher] = /^header (?:(@\w+) )?\{$/.exec(line) ?? [];
    const [, header, value] = /^([\w-]+) "(.+)"$/.exec(line) ?? [];
    if (name !== undefined) {
      const matches = globs!.split(' ').some((glob) => path.endsWith(glob.slice(1)));
      matchers.set(name, matches === (not === undefined));
    } else if (line.startsWith('header ')) applies = matchers.get(matcher ?? '')!;
    else if (header !== undefined && applies) {
      // The order of Caddy's directives is not that of the file: no header may be set twice.
      expect(sent).not.toHaveProperty(header);
      sent[header] = value!;
    }
  }
  return sent;
};

const nginx = (path: string): Sent => {
  const sent: Sent = {};
  const variables = new Map<string, string>();
  let map = '';
  for (const line of linesOf(nginxFile())) {
    const [, variable] = /^map \$uri (\$\w+) \{$/.exec(line) ?? [];
    const [, pattern, text] = /^(default|~\S+) "(.+)";$/.exec(line) ?? [];
    const [, header, value] = /^add_header ([\w-]+) (.+) always;$/.exec(line) ?? [];
    if (variable !== undefined) map = variable;
    else if (pattern !== undefined) {
      if (pattern === 'default' || new RegExp(pattern.slice(1)).test(path)) variables.set(map, text!);
    } else if (header !== undefined) sent[header] = variables.get(value!) ?? value!.replaceAll('"', '');
  }
  return sent;
};

const apache = (path: string): Sent => {
  const sent: Sent = {};
  let applies = true;
  for (const line of linesOf(apacheFile())) {
    const [, file] = /^<Files "(.+)">$/.exec(line) ?? [];
    const [, header, value] = /^Header always set ([\w-]+) "(.+)"$/.exec(line) ?? [];
    if (file !== undefined) applies = path.endsWith(`/${file}`);
    else if (line === '</Files>') applies = true;
    else if (applies) sent[header!] = value!;
  }
  return sent;
};

describe('the headers of a host', () => {
  it.each([
    ['Netlify', headers(false), ''],
    ['Cloudflare Pages', headers(true), ''],
    ['Caddy', caddy, '/wallet'],
    ['nginx', nginx, '/wallet'],
    ['Apache', apache, '/wallet'],
  ] as const)('are those of the app, for every page (%s)', (_, read, folder) => {
    for (const page of pages) expect(read(`${folder}/${page}.html`), page).toEqual(headersOf(page));
    expect(read(`${folder}/assets/wallet.worker-1.js`)).toEqual(headersOf('index'));
  });
  it.each([headers(false), headers(true)])(
    'are also sent for paths without .html, which such hosts answer',
    (read) => {
      for (const page of pages) expect(read(`/${page}`), page).toEqual(headersOf(page));
    },
  );
});
