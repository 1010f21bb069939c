/** The headers of all pages as texts for the configuration of hosts (docs/headers). */
import { headersOf } from './headers.mjs';

/** @typedef {import('./headers.mjs').Page} Page */

/** The pages whose headers are not those of index.html. @type {readonly Page[]} */
const otherPages = ['connect', 'frame'];
const everywhere = () => Object.entries(headersOf('index'));

/** The headers of a page whose values differ from those of index.html. */
const differing = (/** @type {Page} */ page) => {
  const usual = new Map(everywhere());
  return Object.entries(headersOf(page)).filter(([name, value]) => usual.get(name) !== value);
};
/** The headers that are the same for all pages, and those that are not. */
const parted = () => {
  const names = new Set(otherPages.flatMap((page) => differing(page).map(([name]) => name)));
  return {
    same: everywhere().filter(([name]) => !names.has(name)),
    different: everywhere().filter(([name]) => names.has(name)),
  };
};
const lines = (/** @type {readonly string[]} */ texts) => texts.map((text) => `${text}\n`).join('');
const FROM = 'From scripts/tools/build/headers.mjs by npm run gen.';

/**
 * `_headers` of Netlify and Cloudflare Pages. Both apply the rules of all matching paths. Cloudflare Pages joins the
 * values of a header, unless a line `! Name` removes the value before; Netlify takes the last one and skips such lines.
 */
export function headersFile() {
  const written = (/** @type {readonly [string, string]} */ [name, value]) => `  ${name}: ${value}`;
  const rules = otherPages.flatMap((page) => {
    const own = differing(page);
    return [`/${page}.html`, `/${page}`].flatMap((path) => [
      path,
      ...own.map(([name]) => `  ! ${name}`),
      ...own.map(written),
    ]);
  });
  return lines(['/*', ...everywhere().map(written), ...rules]);
}

/** Caddy 2. No two matchers of a header match the same path, so the order of directives does not matter. */
export function caddyFile() {
  const { same, different } = parted();
  const names = new Set(different.map(([name]) => name));
  const paths = otherPages.map((page) => `*/${page}.html`).join(' ');
  const block = (
    /** @type {string} */ matcher,
    /** @type {readonly (readonly [string, string])[]} */ headers,
  ) => [`\theader ${matcher}{`, ...headers.map(([name, value]) => `\t\t${name} "${value}"`), '\t}'];
  return lines([
    `# ${FROM} Replace the name and the folder.`,
    'wallet.example {',
    '\troot * /srv/ostro',
    ...block('', same),
    `\t@app not path ${paths}`,
    ...block('@app ', different),
    ...otherPages.flatMap((page) => [
      `\t@${page} path */${page}.html`,
      ...block(
        `@${page} `,
        Object.entries(headersOf(page)).filter(([name]) => names.has(name)),
      ),
    ]),
    '\tfile_server',
    '}',
  ]);
}

/** nginx: maps choose the value by the path, because `add_header` in a location drops those of the server. */
export function nginxFile() {
  const { same, different } = parted();
  const variable = (/** @type {string} */ name) => `$ostro_${name.toLowerCase().replaceAll('-', '_')}`;
  const maps = different.flatMap(([name, value]) => [
    `map $uri ${variable(name)} {`,
    `  default "${value}";`,
    ...otherPages.flatMap((page) =>
      differing(page)
        .filter(([other]) => other === name)
        .map(([, other]) => `  ~/${page}\\.html$ "${other}";`),
    ),
    '}',
  ]);
  return lines([
    `# ${FROM} Belongs into the http block; replace the name and the folder, add your certificate.`,
    ...maps,
    'server {',
    '  server_name wallet.example;',
    '  root /srv/ostro;',
    ...same.map(([name, value]) => `  add_header ${name} "${value}" always;`),
    ...different.map(([name]) => `  add_header ${name} ${variable(name)} always;`),
    '}',
  ]);
}

/** Apache 2.4: `.htaccess` in the folder of the app. Sections `<Files>` count after the lines outside of them. */
export function apacheFile() {
  const written = (/** @type {readonly [string, string]} */ [name, value]) =>
    `Header always set ${name} "${value}"`;
  return lines([
    `# ${FROM} Needs mod_headers and AllowOverride FileInfo.`,
    ...everywhere().map(written),
    ...otherPages.flatMap((page) => [`<Files "${page}.html">`, ...differing(page).map(written), '</Files>']),
  ]);
}
