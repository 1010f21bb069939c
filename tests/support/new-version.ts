/** A new version of the built app, as a host would publish it: one file differs. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Precache } from '../../scripts/tools/build/sw-precache.ts';

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/**
 * Changes `chunk` in `folder`, a copy of a build, by one byte unless told. `listed`: the service worker lists the new hash; its
 * own bytes change either way. Answers the name of the cache of the new version.
 */
export function publishNewVersion(
  folder: string,
  chunk: string,
  {
    listed,
    change = (bytes) => Buffer.concat([bytes, Buffer.from('\n')]),
  }: { readonly listed: boolean; readonly change?: (bytes: Buffer) => Buffer },
): string {
  const list = join(folder, 'precache.json');
  const { version, files } = JSON.parse(readFileSync(list, 'utf8')) as Precache;
  const bytes = change(readFileSync(join(folder, chunk)));
  writeFileSync(join(folder, chunk), bytes);
  const old = files.find(({ path }) => path === chunk)!.sha256;
  const last = (Number.parseInt(version.slice(-4), 16) + 1) % 0x1_00_00;
  const next = version.slice(0, -4) + last.toString(16).padStart(4, '0');
  let script = readFileSync(join(folder, 'sw.js'), 'utf8').replaceAll(version, next);
  if (listed) script = script.replaceAll(old, sha256(bytes));
  writeFileSync(join(folder, 'sw.js'), script);
  if (listed) {
    const now = files.map((file) => (file.path === chunk ? { ...file, sha256: sha256(bytes) } : file));
    writeFileSync(list, JSON.stringify({ version: next, files: now }));
  }
  return `ostro-app-${next}`;
}
