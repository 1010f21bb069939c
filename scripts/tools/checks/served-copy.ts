/** Compares a build with a copy of the app that a server serves: file by file, byte by byte. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { messageOf } from '../../../src/server/errors.mjs';
import type { Precache } from '../build/sw-precache.ts';

interface Difference {
  readonly path: string;
  /** A sentence without its full stop. */
  readonly why: string;
}
interface Comparison {
  /** The version of the build. */
  readonly version: string;
  /** The version that the server's own list names; undefined without a list. */
  readonly served: string | undefined;
  /** Number of files of the build. */
  readonly compared: number;
  readonly differences: readonly Difference[];
}

/** What a build contains for the host and for programmers: source maps, headers, the empty file of the devnet. */
const NOT_SERVED = /\.map$|^_headers$|^devnet\.json$|^\./;
const AT_ONCE = 6;
/** Much larger than any file of the app, in bytes. */
const MAX_BYTES = 64 << 20;

/**
 * Requests every file of the build in `folder` from the app's address, and names each difference, and each file that only
 * the server lists. Throws if nothing answers at the address.
 */
export async function compareServed(folder: string, address: string): Promise<Comparison> {
  const base = new URL(address.endsWith('/') ? address : `${address}/`);
  const list = readList(readFileSync(join(folder, 'precache.json'), 'utf8'));
  if (list === undefined) throw new Error(`${folder} contains no build`);
  const paths = [...new Set([...list.files.map(({ path }) => path), ...filesIn(folder)])];
  const differences: Difference[] = [];
  let theirs: Precache | undefined;
  const compare = async (path: string) => {
    const answer = await load(new URL(path === 'index.html' ? './' : path, base));
    if (typeof answer === 'string') {
      differences.push({ path, why: answer });
      return;
    }
    if (path === 'precache.json') theirs = readList(answer.toString('utf8'));
    const ours = readFileSync(join(folder, path));
    if (!ours.equals(answer))
      differences.push({ path, why: `the server has ${hash(answer)}, this build ${hash(ours)}` });
  };
  const open = [...paths];
  const next = async () => {
    for (let path = open.shift(); path !== undefined; path = open.shift()) await compare(path);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
  const known = new Set(paths);
  for (const { path } of theirs?.files ?? [])
    if (!known.has(path)) differences.push({ path, why: 'only the server has it' });
  return {
    version: list.version,
    served: theirs?.version,
    compared: paths.length,
    differences: differences.sort((a, b) => (a.path < b.path ? -1 : 1)),
  };
}

/** The bytes, or why there are none. Throws if the server does not answer at all. */
const load = async (url: URL): Promise<Buffer | string> => {
  const response = await fetch(url, { redirect: 'manual', cache: 'no-store' }).catch((error: unknown) => {
    throw new Error(`${url.origin} does not answer: ${messageOf(error)}`);
  });
  if (response.status !== 200) return `the server answers with status ${response.status}`;
  const bytes = Buffer.from(await response.arrayBuffer());
  return bytes.length > MAX_BYTES ? 'the server sends too much' : bytes;
};

/** The list does not contain the files that contain it, nor what a page never loads. */
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((item) => item.isFile())
    .map((item) => relative(folder, join(item.parentPath, item.name)).split(sep).join('/'))
    .filter((path) => !NOT_SERVED.test(path));

const readList = (text: string): Precache | undefined => {
  try {
    const list: unknown = JSON.parse(text);
    if (typeof list !== 'object' || list === null || !('version' in list) || !('files' in list))
      return undefined;
    const { version, files } = list;
    if (typeof version !== 'string' || !Array.isArray(files)) return undefined;
    const rows: unknown[] = files;
    return { version, files: rows.filter(isFile) };
  } catch {
    return undefined;
  }
};

const isFile = (value: unknown): value is Precache['files'][number] =>
  typeof value === 'object' && value !== null && 'path' in value && typeof value.path === 'string';

const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
