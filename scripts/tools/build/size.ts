#!/usr/bin/env node
/**
 * What a first visit downloads, against its budget: JavaScript and WASM of the page's entry (with all it imports
 * statically or preloads), of the workers, and of the largest kernel build, as gzip sends them. Not counted: the service
 * worker, and what loads later (word lists, rare screens, rare parts of the wallet: src/base/on-demand.ts).
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';

const budget = 300_000;
const dist = resolve(process.argv[2] ?? join(import.meta.dirname, '../../../dist'));

interface Row {
  readonly size: number;
  readonly name: string;
  readonly reason: string;
}

/** The sentence is all there is to say. */
class SizeError extends Error {}

const main = () => {
  if (!existsSync(join(dist, 'index.html')))
    throw new SizeError(`${dist} holds no build; run npm run build first.`);
  const html = readFileSync(join(dist, 'index.html'), 'utf8');
  const tags = [...html.matchAll(/<(?:script|link)\b[^>]*\b(?:src|href)="([^"]+\.(?:m?js|wasm))"/g)];
  const built = readdirSync(dist, { recursive: true, encoding: 'utf8' }).map((name) => join(dist, name));
  const workers = built.filter((path) => /[\\/](wallet|pool)\.worker-[\w-]+\.js$/.test(path));
  const kernels = built.filter((path) => path.endsWith('.wasm')).sort((a, b) => gzipped(b) - gzipped(a));

  const why = new Map<string, string>();
  const add = (path: string, reason: string) => {
    if (why.has(path)) return;
    if (!existsSync(path))
      throw new SizeError(`${reason} asks for ${relative(dist, path)}, which was not built.`);
    why.set(path, reason);
    if (/\.m?js$/.test(path)) for (const next of staticImports(path)) add(next, relative(dist, path));
  };
  for (const [, url = ''] of tags) add(join(dist, url), 'index.html');
  for (const path of workers) add(path, 'worker');
  if (kernels[0]) add(kernels[0], 'largest kernel build');
  if (tags.length === 0) throw new SizeError('index.html loads no script.');
  if (workers.length === 0) throw new SizeError('No wallet.worker or pool.worker was built.');

  const rows: Row[] = [...why].map(([path, reason]) => ({
    size: gzipped(path),
    name: relative(dist, path),
    reason,
  }));
  rows.sort((a, b) => b.size - a.size);
  const total = rows.reduce((sum, { size }) => sum + size, 0);
  for (const { size, name, reason } of rows) console.log(`${kb(size).padStart(10)}  ${name}  (${reason})`);
  console.log(`${kb(total).padStart(10)}  first load, of ${kb(budget)}`);
  if (total > budget) throw new SizeError(`The first load is ${kb(total - budget)} over its budget.`);
};

const gzipped = (path: string) => gzipSync(readFileSync(path), { level: 9 }).length;
const kb = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`;

/** `import "../../x.js"`, `import {a} from "../../x.js"`, `export … from "../../x.js"` of a built file; never `import(…)`. */
const staticImports = (path: string) => {
  const code = readFileSync(path, 'utf8');
  const found = code.matchAll(
    /(?:^|[;}\n])\s*(?:import|export)\s*(?:[\w*$\s{},]*?from\s*)?["'](\.{1,2}\/[^"']+)["']/g,
  );
  return [...found].map(([, specifier = '']) => join(dirname(path), specifier));
};

try {
  main();
} catch (error) {
  console.error(error instanceof SizeError ? error.message : error);
  process.exitCode = 1;
}
