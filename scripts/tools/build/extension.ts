#!/usr/bin/env node
/**
 * `npm run build:extension`: builds the browser extension (docs/extension.md) below `dist-extension`: a folder and a zip file
 * for Chromium and for Firefox, and the hashes of the zip files in `SHA256SUMS`. `npm run build:extension -- FOLDER` writes
 * somewhere else.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { projectRoot } from '../setup/setup.mjs';
import { zipOf } from './zip.ts';

const main = async () => {
  // Vite and Svelte read it when they are loaded. The environment of a test says "test", which would change the build.
  process.env.NODE_ENV = 'production';
  const { buildExtension } = await import('./extension-files.ts');
  const folder = resolve(process.argv[2] ?? join(projectRoot, 'dist-extension'));
  const built = await buildExtension(projectRoot);
  rmSync(folder, { recursive: true, force: true });
  const sums = Object.entries(built).map(([browser, files]) => {
    for (const { path, bytes } of files) {
      mkdirSync(dirname(join(folder, browser, path)), { recursive: true });
      writeFileSync(join(folder, browser, path), bytes);
    }
    const name = `ostro-${browser}.zip`;
    const zip = zipOf(files);
    writeFileSync(join(folder, name), zip);
    console.log(`${zip.length} bytes  ${relative(process.cwd(), join(folder, name))}`);
    return `${createHash('sha256').update(zip).digest('hex')}  ${name}\n`;
  });
  writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''));
  console.log(sums.join('').trim());
};

try {
  await main();
} catch (error) {
  console.error(error);
  process.exitCode = 1;
}
