/**
 * monero-ts, which is no dependency: installed with npm into the bench's cache, and bundled there for a page with the
 * stand-ins for Node's modules that its documentation asks for. Used by the bench and by the parity test.
 */
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { benchCache, installPackages } from './cache.mjs';

export const moneroTsFolder = join(benchCache(), 'monero-ts');
const PACKAGES = ['monero-ts@0.11', 'assert@2', 'buffer@6', 'process@0.11', 'util@0.12', 'path-browserify@1'];

/**
 * Answers undefined, or why it is not there.
 * @returns {Promise<string | undefined>}
 */
export function installMoneroTs() {
  return installPackages(moneroTsFolder, PACKAGES);
}

/** Node modules that its code imports but never calls in a browser. */
const NOTHING = 'export class Agent {}\nexport default { Agent };\n';
const HTML =
  '<!doctype html><meta charset="utf-8"><title>monero-ts</title><script type="module" src="page.js"></script>';

/**
 * Writes a site into `out` whose only page, index.html, is monero-ts-page.mjs with the library.
 * @param {string} out
 */
export async function bundleMoneroTs(out) {
  const folder = moneroTsFolder;
  const modules = join(folder, 'node_modules');
  const library = join(modules, 'monero-ts');
  const source = join(import.meta.dirname, 'monero-ts-page.mjs');
  mkdirSync(out, { recursive: true });
  const stub = join(folder, 'nothing.mjs');
  writeFileSync(stub, NOTHING);
  const entry = join(folder, 'entry.mjs');
  // In the cache folder, where the package's name resolves; Node's globals come first.
  writeFileSync(
    entry,
    `import { Buffer } from 'buffer/';\nimport process from 'process/browser.js';\nglobalThis.Buffer = Buffer;\n` +
      `globalThis.process = process;\nglobalThis.global = globalThis;\nawait import('./page.mjs');\n`,
  );
  copyFileSync(source, join(folder, 'page.mjs'));
  const unused = ['fs', 'http', 'https', 'child_process', 'crypto', 'socks-proxy-agent', 'web-worker'];
  await build({
    configFile: false,
    root: folder,
    publicDir: false,
    logLevel: 'error',
    define: { 'process.env.NODE_DEBUG': 'undefined' },
    resolve: {
      alias: [
        ...unused.map((name) => ({ find: new RegExp(`^(node:)?${name}$`), replacement: stub })),
        { find: /^path$/, replacement: join(modules, 'path-browserify') },
        { find: /^assert$/, replacement: join(modules, 'assert') },
        { find: /^util$/, replacement: join(modules, 'util') },
        { find: /^util\/$/, replacement: join(modules, 'util') },
        { find: /^#monero-ts\/monero\.js$/, replacement: join(library, 'dist', 'monero.js') },
      ],
    },
    build: {
      outDir: out,
      emptyOutDir: true,
      target: 'es2022',
      rolldownOptions: { input: entry, output: { entryFileNames: 'page.js' } },
    },
  });
  copyFileSync(join(library, 'dist', 'monero.worker.js'), join(out, 'monero.worker.js'));
  writeFileSync(join(out, 'index.html'), HTML);
}
