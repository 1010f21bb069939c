/**
 * The files of the browser extension, built from the same sources as the app: its page with the same workers and kernel, and
 * the extension's own worker. Not in it: the service worker, the frame page and the files of an installed app.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { build, type InlineConfig, type Plugin } from 'vite';
import { texts } from '../texts/plugin.ts';
import { PAGE_CHUNKS, WORKER_CHUNKS } from './chunks.ts';
import { LOCKED_ICON, manifestOf, MANIFEST_TEXTS, type Browser } from './extension-manifest.ts';
import { metaPolicyOf, pageOf } from '../../../src/server/http/headers.ts';
import { gentlePreload } from './gentle-preload.ts';
import { inlineIcon } from './icon.ts';
import { inlineParts } from './inline-parts.ts';
import { versionOfBuild } from './version.ts';
import type { ZipFile } from './zip.ts';

/** What a page of the app has and one of the extension has not: it is not installed, and its policy is another. */
const CHANGES: readonly (readonly [RegExp, (page: string) => string])[] = [
  [/%POLICY%/, (page) => metaPolicyOf(pageOf(page), { 'manifest-src': "'none'" })],
  [/ *<link rel="manifest"[^>]*>\n/, () => ''],
  [/ *<link rel="apple-touch-icon"[^>]*>\n/, () => ''],
];
const extensionPage: Plugin = {
  name: 'ostro-extension-page',
  transformIndexHtml: {
    order: 'pre',
    handler: (html, { path }) =>
      CHANGES.reduce((page, [find, put]) => page.replace(find, () => put(path)), html),
  },
};

/** The environment must say `production`. */
const configOf = (root: string): InlineConfig => ({
  configFile: false,
  root,
  base: './',
  mode: 'production',
  logLevel: 'error',
  define: {
    __OFFLINE__: 'false',
    __PROVES__: 'false',
    __FRAME_ANCESTORS__: '[]',
    __SIGNED__: 'false',
    ...versionOfBuild(),
  },
  // Files are put in order by their paths. A copy of the project that links to node_modules would have another order.
  resolve: { preserveSymlinks: true },
});

/** The files of a build that was not written. */
const filesOf = (built: Awaited<ReturnType<typeof build>>): readonly ZipFile[] =>
  [built]
    .flat()
    .flatMap((each) => ('output' in each ? each.output : []))
    .map((part) => ({
      path: part.fileName,
      bytes: Buffer.from(part.type === 'chunk' ? part.code : part.source),
    }));

const buildPages = async (root: string) =>
  filesOf(
    await build({
      ...configOf(root),
      plugins: [texts(), svelte(), extensionPage, inlineIcon(), gentlePreload()],
      worker: { format: 'es', rolldownOptions: { output: { codeSplitting: WORKER_CHUNKS } } },
      build: {
        write: false,
        copyPublicDir: false,
        target: 'es2022',
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        rolldownOptions: {
          input: ['index.html', 'connect.html'].map((page) => join(root, page)),
          output: { codeSplitting: PAGE_CHUNKS },
        },
      },
    }),
  );

/** Classic scripts, which both browsers start: the extension's worker, and what it puts into pages of sites. */
const SCRIPTS = {
  'background.js': 'workers/extension.ts',
  'background-reader.js': 'workers/background-reader.ts',
  'site-bridge.js': 'src/entries/site-bridge.ts',
  'site-page.js': 'src/entries/site-page.ts',
};
const buildScript = async (root: string, name: string, source: string) =>
  filesOf(
    await build({
      ...configOf(root),
      plugins: [inlineParts(root)],
      build: {
        write: false,
        copyPublicDir: false,
        target: 'es2022',
        // The kernel's binaries: a script of a worker has no files beside it.
        assetsInlineLimit: () => true,
        modulePreload: { polyfill: false },
        rolldownOptions: {
          input: join(root, source),
          output: { format: 'iife', entryFileNames: name, codeSplitting: false },
        },
      },
    }),
  );
const buildScripts = async (root: string) => {
  const built: ZipFile[] = [];
  for (const [name, source] of Object.entries(SCRIPTS))
    built.push(...(await buildScript(root, name, source)));
  return built;
};

const textFile = (path: string, content: unknown): ZipFile => ({
  path,
  bytes: Buffer.from(`${JSON.stringify(content, undefined, 2)}\n`),
});
const localeFiles = () =>
  Object.entries(MANIFEST_TEXTS).map(([language, parts]) =>
    textFile(
      `_locales/${language}/messages.json`,
      Object.fromEntries(Object.entries(parts).map(([name, message]) => [name, { message }])),
    ),
  );

/** Builds the sources of `root`; returns the files for each browser, which differ in the manifest only. */
export async function buildExtension(root: string): Promise<Readonly<Record<Browser, readonly ZipFile[]>>> {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const icons = Object.values(manifestOf('chromium', version).icons);
  const files = [
    ...(await buildPages(root)),
    ...(await buildScripts(root)),
    ...icons.map((path) => ({ path, bytes: readFileSync(join(root, 'public', path)) })),
    { path: LOCKED_ICON, bytes: readFileSync(join(root, 'src/extension/locked-192.png')) },
    ...localeFiles(),
    { path: 'LICENSE', bytes: readFileSync(join(root, 'LICENSE')) },
  ];
  const withManifest = (browser: Browser) => [
    ...files,
    textFile('manifest.json', manifestOf(browser, version)),
  ];
  return { chromium: withManifest('chromium'), firefox: withManifest('firefox') };
}
