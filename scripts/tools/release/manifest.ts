/**
 * The manifest of a built app in WEBCAT's form: the hash of every file, of every WebAssembly module, and the policy of each
 * page. A browser with WEBCAT refuses the page when one of them differs. Source: `manifest.md` of webcat-spec, and
 * `validators.ts` of WEBCAT's extension where both differ.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { Manifest } from '../../../src/release/release.ts';
import { headersOf, type Page } from '../../../src/server/http/headers.ts';

/** `folder`: the built app, which stands at the root of its site. */
export function manifestOf(folder: string, version: string): Manifest {
  const paths = servedFiles(folder);
  const read = (path: string) => readFileSync(join(folder, path));
  const policy = (page: Page) => headersOf(page)['Content-Security-Policy'];
  return {
    name: 'ostro',
    version,
    default_csp: policy('index'),
    extra_csp: { '/connect.html': policy('connect'), '/frame.html': policy('frame') },
    // WEBCAT puts it behind the slash of a path.
    default_index: 'index.html',
    default_fallback: '/index.html',
    files: Object.fromEntries(paths.map((path) => [`/${path}`, hashOf(read(path))])),
    wasm: [...new Set(paths.flatMap((path) => modulesIn(path, read(path)).map(hashOf)))].sort(),
  };
}

/** Everything a host sends: no description for the host itself, and not the proofs about these files. */
export function servedFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((item) => item.isFile())
    .map((item) =>
      join(item.parentPath, item.name)
        .slice(folder.length + 1)
        .split(sep)
        .join('/'),
    )
    .filter((path) => path !== '_headers' && !path.startsWith('.well-known/'))
    .sort();
}

/** The WebAssembly modules of a file: the file itself, or those that a script contains as base64 or hex. */
const modulesIn = (path: string, bytes: Buffer): readonly Buffer[] => {
  if (path.endsWith('.wasm')) return [bytes];
  if (!path.endsWith('.js')) return [];
  const text = bytes.toString();
  return [
    ...(text.match(/AGFzbQEAAA[A-Za-z0-9+/]*={0,2}/g) ?? []).map((module) => Buffer.from(module, 'base64')),
    ...(text.match(/0061736d01000000[0-9a-f]*/g) ?? []).map((module) => Buffer.from(module, 'hex')),
  ];
};

/** SHA-256, base64url. */
export function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('base64url');
}
