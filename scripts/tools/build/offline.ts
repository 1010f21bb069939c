#!/usr/bin/env node
/**
 * `npm run build:offline`: builds the offline edition (docs/offline.md) as `dist-offline/ostro-offline.html`, with its
 * SHA-256 in `SHA256SUMS` beside it. `npm run build:offline -- FOLDER` writes somewhere else.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { projectRoot } from '../setup/setup.mjs';

const name = 'ostro-offline.html';

const main = async () => {
  // Vite and Svelte read it when they are loaded. The environment of a test says "test", which would change the build.
  process.env.NODE_ENV = 'production';
  const { buildOfflinePage } = await import('./offline-page.ts');
  const folder = resolve(process.argv[2] ?? join(projectRoot, 'dist-offline'));
  const page = Buffer.from(await buildOfflinePage(projectRoot));
  const sha256 = createHash('sha256').update(page).digest('hex');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), page);
  writeFileSync(join(folder, 'SHA256SUMS'), `${sha256}  ${name}\n`);
  console.log(`${page.length} bytes  ${relative(process.cwd(), join(folder, name))}\nSHA-256 ${sha256}`);
};

try {
  await main();
} catch (error) {
  console.error(error);
  process.exitCode = 1;
}
