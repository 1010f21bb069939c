/**
 * The headers of all pages as texts for the configuration of hosts (docs/headers). Where a host compresses nothing by
 * itself, its text says so, too: that makes the first load three times smaller.
 */
import { headersOf, type Page } from '../../../src/server/http/headers.ts';

/** Pages that may show the app in a frame: frame-ancestors.ts. */
type Ancestors = readonly string[];

/** The pages whose headers are not those of index.html. */
const otherPages: readonly Page[] = ['connect', 'frame'];
const pageHeaders = (page: Page, ancestors: Ancestors) => Object.entries(headersOf(page, {}, ancestors));

/** The headers of a page whose values differ from those of index.html. */
const differing = (page: Page, ancestors: Ancestors) => {
  const usual = new Map(pageHeaders('index', ancestors));
  return pageHeaders(page, ancestors).filter(([name, value]) => usual.get(name) !== value);
};
/** The headers that are the same for all pages, and those that are not. */
const parted = (ancestors: Ancestors) => {
  const names = new Set(otherPages.flatMap((page) => differing(page, ancestors).map(([name]) => name)));
  const usual = pageHeaders('index', ancestors);
  return {
    same: usual.filter(([name]) => !names.has(name)),
    different: usual.filter(([name]) => names.has(name)),
  };
};
const lines = (texts: readonly string[]) => texts.map((text) => `${text}\n`).join('');
const none: Ancestors = [];
/** What nginx and Apache compress; both know .js by one of two types. */
const COMPRESSED =
  'text/css text/javascript application/javascript application/json application/manifest+json application/wasm image/svg+xml';
const FROM = 'From src/server/http/headers.ts by npm run gen.';

/**
 * `_headers` of Netlify and Cloudflare Pages. Both apply the rules of all matching paths. Cloudflare Pages joins the
 * values of a header, unless a line `! Name` removes the value before; Netlify takes the last one and skips such lines.
 */
export function headersFile(ancestors = none) {
  const written = ([name, value]: readonly [string, string]) => `  ${name}: ${value}`;
  const rules = otherPages.flatMap((page) => {
    const own = differing(page, ancestors);
    return [`/${page}.html`, `/${page}`].flatMap((path) => [
      path,
      ...own.map(([name]) => `  ! ${name}`),
      ...own.map(written),
    ]);
  });
  return lines(['/*', ...pageHeaders('index', ancestors).map(written), ...rules]);
}

/** Caddy 2. No two matchers of a header match the same path, so the order of directives does not matter. */
export function caddyFile(ancestors = none) {
  const { same, different } = parted(ancestors);
  const names = new Set(different.map(([name]) => name));
  const paths = otherPages.map((page) => `*/${page}.html`).join(' ');
  const block = (matcher: string, headers: readonly (readonly [string, string])[]) => [
    `\theader ${matcher}{`,
    ...headers.map(([name, value]) => `\t\t${name} "${value}"`),
    '\t}',
  ];
  return lines([
    `# ${FROM} Replace the name and the folder.`,
    'wallet.example {',
    '\troot * /srv/ostro',
    '\tencode zstd gzip',
    ...block('', same),
    `\t@app not path ${paths}`,
    ...block('@app ', different),
    ...otherPages.flatMap((page) => [
      `\t@${page} path */${page}.html`,
      ...block(
        `@${page} `,
        pageHeaders(page, ancestors).filter(([name]) => names.has(name)),
      ),
    ]),
    '\tfile_server',
    '}',
  ]);
}

/** nginx: maps choose the value by the path, because `add_header` in a location drops those of the server. */
export function nginxFile(ancestors = none) {
  const { same, different } = parted(ancestors);
  const variable = (name: string) => `$ostro_${name.toLowerCase().replaceAll('-', '_')}`;
  const maps = different.flatMap(([name, value]) => [
    `map $uri ${variable(name)} {`,
    `  default "${value}";`,
    ...otherPages.flatMap((page) =>
      differing(page, ancestors)
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
    '  gzip on;',
    '  gzip_vary on;',
    `  gzip_types ${COMPRESSED};`,
    ...same.map(([name, value]) => `  add_header ${name} "${value}" always;`),
    ...different.map(([name]) => `  add_header ${name} ${variable(name)} always;`),
    '}',
  ]);
}

/** Apache 2.4: `.htaccess` in the folder of the app. Sections `<Files>` count after the lines outside of them. */
export function apacheFile(ancestors = none) {
  const written = ([name, value]: readonly [string, string]) => `Header always set ${name} "${value}"`;
  return lines([
    `# ${FROM} Needs mod_headers and AllowOverride FileInfo.`,
    ...pageHeaders('index', ancestors).map(written),
    '<IfModule mod_deflate.c>',
    `AddOutputFilterByType DEFLATE text/html ${COMPRESSED}`,
    '</IfModule>',
    ...otherPages.flatMap((page) => [
      `<Files "${page}.html">`,
      ...differing(page, ancestors).map(written),
      '</Files>',
    ]),
  ]);
}

/** The texts by the names of their files. */
export function headerTexts(ancestors = none) {
  return {
    _headers: headersFile(ancestors),
    Caddyfile: caddyFile(ancestors),
    'nginx.conf': nginxFile(ancestors),
    'apache.htaccess': apacheFile(ancestors),
  };
}
